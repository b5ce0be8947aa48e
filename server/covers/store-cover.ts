import { and, eq, exists, gte, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { CoverImage } from '#contract/covers.ts';
import { asDatabaseError, type ClientDatabase, type Connection, type Database } from '../db/connection.ts';
import { cover, coverImage, variant, type CoverOrigin } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { coverFilesOf, encodePicture, type CoverFileType, type Picture } from './encode-cover.ts';

export const COVER_FILES = 'covers/';

/** The key of a file of a picture: `covers/3f/3fa9c1d2e4b5a697-240.avif`. */
export function coverFileKey(hash: string, { width, type }: { width: number; type: CoverFileType }): string {
  return `${COVER_FILES}${hash.slice(0, 2)}/${hash}-${width}.${type}`;
}

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
  { db, storage }: Store,
  variantId: number,
  { picture, origin }: { picture: Picture; origin: CoverOrigin },
): Promise<void> {
  const { hash, width, height, color } = picture;
  const isStored = await hasImage(db, { hash, width }, storage);
  await touchImage(db, { hash, width, height, color });
  if (!isStored) {
    const files = await encodePicture(picture);
    await Promise.all(
      files.map(({ type, width: wide, contents, mediaType }) =>
        storage.put(coverFileKey(hash, { width: wide, type }), contents, mediaType),
      ),
    );
  }
  const values = { imageHash: hash, origin };
  await db
    .insert(cover)
    .values({ variantId, ...values })
    .onConflictDoUpdate({ target: cover.variantId, set: { ...values, setAt: sql`now()` } });
}

/** Before its files are written, so that maintenance knows them whatever happens. */
async function touchImage(db: Database, image: CoverImage): Promise<void> {
  await db
    .insert(coverImage)
    .values(image)
    .onConflictDoUpdate({ target: coverImage.hash, set: { usedAt: sql`now()` } });
}

async function hasImage(db: Database, image: { hash: string; width: number }, storage: ObjectStorage) {
  const known = await db.select({ hash: coverImage.hash }).from(coverImage).where(eq(coverImage.hash, image.hash));
  return known.length > 0 && hasFiles(storage, image);
}

/** Whether every file of a picture is there. */
export async function hasFiles(storage: ObjectStorage, image: { hash: string; width: number }): Promise<boolean> {
  const found = await Promise.all(coverFilesOf(image).map((file) => storage.exists(coverFileKey(image.hash, file))));
  return found.every(Boolean);
}

/** Removes the cover of a variant; its product has a generated one again, unless another variant has a cover. */
export async function removeCover(db: Database, variantId: number): Promise<boolean> {
  const removed = await db.delete(cover).where(eq(cover.variantId, variantId)).returning({ id: cover.variantId });
  return removed.length > 0;
}

/** How long the files of a picture stay that is no cover any more: pages and backups may still name them. */
const GRACE = sql`now() - interval '7 days'`;
const FOREIGN_KEY = '23503';

/** Deletes pictures that are no cover since a week. Returns their number. */
export async function deleteUnusedImages(db: ClientDatabase, storage: ObjectStorage): Promise<number> {
  const isUnused = and(
    lt(coverImage.usedAt, GRACE),
    notExists(db.select({ id: cover.variantId }).from(cover).where(eq(cover.imageHash, coverImage.hash))),
  );
  const unused = await db.select({ hash: coverImage.hash, width: coverImage.width }).from(coverImage).where(isUnused);
  let deleted = 0;
  for (const image of unused) {
    const isGone = await db
      .transaction(async (tx) => {
        const rows = await tx
          .delete(coverImage)
          .where(and(eq(coverImage.hash, image.hash), isUnused))
          .returning({ hash: coverImage.hash });
        if (rows.length === 0) return false;
        await Promise.all(coverFilesOf(image).map((file) => storage.delete(coverFileKey(image.hash, file))));
        return true;
      })
      .catch((error: unknown) => {
        if (asDatabaseError(error)?.code === FOREIGN_KEY) return false;
        throw error;
      });
    if (isGone) deleted += 1;
  }
  return deleted;
}

/** The pictures of covers that miss files: the first of them, each with one file. */
export async function listMissingFiles(db: Database, storage: ObjectStorage, most: number): Promise<string[]> {
  const missing: string[] = [];
  for (let shard = 0; shard < 256 && missing.length < most; shard += 1) {
    const start = shard.toString(16).padStart(2, '0');
    const images = await db
      .select({ hash: coverImage.hash, width: coverImage.width })
      .from(coverImage)
      .where(
        and(
          gte(coverImage.hash, start),
          lt(coverImage.hash, `${start}g`),
          exists(db.select({ id: cover.variantId }).from(cover).where(eq(cover.imageHash, coverImage.hash))),
        ),
      );
    if (images.length === 0) continue;
    const keys = new Set<string>();
    for await (const key of storage.list(`${COVER_FILES}${start}/`)) keys.add(key);
    const absent = images.flatMap(
      (image) =>
        coverFilesOf(image)
          .map((file) => coverFileKey(image.hash, file))
          .find((key) => !keys.has(key)) ?? [],
    );
    missing.push(...absent);
  }
  return missing.slice(0, most);
}
