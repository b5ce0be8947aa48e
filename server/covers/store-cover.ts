import { eq, inArray, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { cover, coverImage, variant, type CoverOrigin } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { COVER, encodePicture, type Picture } from './encode-picture.ts';
import { findStored, storePicture } from './store-picture.ts';

type Store = { db: Connection; storage: ObjectStorage };

/** The variant of an ISBN with its cover, if it has one. */
export type CoveredVariant = {
  variantId: number;
  isbn: string | null;
  imageHash: string | null;
  width: number | null;
  origin: CoverOrigin | null;
};

/** The variants with these ISBNs. */
export function listCoveredVariants(db: Database, isbns: readonly string[]): Promise<CoveredVariant[]> {
  return db
    .select({
      variantId: variant.id,
      isbn: variant.isbn,
      imageHash: cover.imageHash,
      width: coverImage.width,
      origin: cover.origin,
    })
    .from(variant)
    .leftJoin(cover, eq(cover.variantId, variant.id))
    .leftJoin(coverImage, eq(coverImage.hash, cover.imageHash))
    .where(inArray(variant.isbn, [...isbns]));
}

/** Stores a picture and makes it the cover of a variant. A crash leaves files at most, which maintenance deletes. */
export async function setCover(
  store: Store,
  variantId: number,
  { picture, origin }: { picture: Picture; origin: CoverOrigin },
): Promise<void> {
  const { hash, width, height, color } = picture;
  const files = (await findStored(store, hash, COVER)) ? [] : await encodePicture(picture, COVER);
  await storePicture(store, { image: { hash, width, height, color }, files }, COVER);
  const values = { imageHash: hash, origin };
  await store.db
    .insert(cover)
    .values({ variantId, ...values })
    .onConflictDoUpdate({ target: cover.variantId, set: { ...values, setAt: sql`now()` } });
}

/** Removes the cover of a variant; its product has a generated one again, unless another variant has a cover. */
export async function removeCover(db: Database, variantId: number): Promise<boolean> {
  const removed = await db.delete(cover).where(eq(cover.variantId, variantId)).returning({ id: cover.variantId });
  return removed.length > 0;
}
