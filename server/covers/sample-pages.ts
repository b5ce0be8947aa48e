import { asc, eq, inArray } from 'drizzle-orm';
import type { CoverImage } from '#contract/covers.ts';
import { MAX_SAMPLE_PAGES } from '#domain/catalogue/sample-pages.ts';
import type { Connection, Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { sampleImage, samplePage, variant } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { SAMPLE_PAGE } from './encode-picture.ts';
import { storePicture, type NewPicture } from './store-picture.ts';

type Store = { db: Connection; storage: ObjectStorage };

/** The variant of an ISBN with its sample pages. */
export type SampledVariant = { variantId: number; isbn: string; pages: { hash: string; width: number }[] };

/** The variants with these ISBNs. */
export async function listSampledVariants(db: Database, isbns: readonly string[]): Promise<SampledVariant[]> {
  const rows = await db
    .select({ variantId: variant.id, isbn: variant.isbn, hash: sampleImage.hash, width: sampleImage.width })
    .from(variant)
    .leftJoin(samplePage, eq(samplePage.variantId, variant.id))
    .leftJoin(sampleImage, eq(sampleImage.hash, samplePage.imageHash))
    .where(inArray(variant.isbn, [...isbns]))
    .orderBy(asc(variant.id), asc(samplePage.position));
  return [...Map.groupBy(rows, ({ variantId }) => variantId)].map(([variantId, ofVariant]) => ({
    variantId,
    isbn: ofVariant[0]!.isbn!,
    pages: ofVariant.flatMap(({ hash, width }) => (hash !== null && width !== null ? [{ hash, width }] : [])),
  }));
}

/** Stores pictures and makes them the sample pages of a variant in one step, in place of all that it had. */
export async function setSamplePages(store: Store, variantId: number, pictures: readonly NewPicture[]): Promise<void> {
  await Promise.all(pictures.map((picture) => storePicture(store, picture, SAMPLE_PAGE)));
  await store.db.transaction(async (tx) => {
    // Of two sets at once the later one stays whole.
    await lockKeys(tx, [`sample ${variantId}`]);
    await tx.delete(samplePage).where(eq(samplePage.variantId, variantId));
    await tx
      .insert(samplePage)
      .values(pictures.map(({ image }, position) => ({ variantId, position, imageHash: image.hash })));
  });
}

/** Removes the sample pages of a variant; returns how many there were. */
export async function removeSamplePages(db: Database, variantId: number): Promise<number> {
  const removed = await db
    .delete(samplePage)
    .where(eq(samplePage.variantId, variantId))
    .returning({ position: samplePage.position });
  return removed.length;
}

/** The sample pages of a product in order: those of its first variant that has some. */
export async function listSamplePages(db: Database, productId: number): Promise<CoverImage[]> {
  const rows = await db
    .select({
      variantId: variant.id,
      image: {
        hash: sampleImage.hash,
        width: sampleImage.width,
        height: sampleImage.height,
        color: sampleImage.color,
      },
    })
    .from(variant)
    .innerJoin(samplePage, eq(samplePage.variantId, variant.id))
    .innerJoin(sampleImage, eq(sampleImage.hash, samplePage.imageHash))
    .where(eq(variant.productId, productId))
    .orderBy(asc(variant.id), asc(samplePage.position))
    .limit(MAX_SAMPLE_PAGES);
  return rows.filter(({ variantId }) => variantId === rows[0]!.variantId).map(({ image }) => image);
}
