import { and, eq, exists, getTableColumns, gte, lt, not, sql } from 'drizzle-orm';
import type { CoverImage } from '#contract/covers.ts';
import { asDatabaseError, type ClientDatabase, type Database } from '../db/connection.ts';
import { cover, coverImage, sampleImage, samplePage } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import {
  COVER,
  PICTURE_TYPES,
  SAMPLE_PAGE,
  type EncodedFile,
  type PictureFile,
  type PictureKind,
} from './encode-picture.ts';

type Store = { db: Database; storage: ObjectStorage };
/** A picture with those of its files that are not stored yet. */
export type NewPicture = { image: CoverImage; files: readonly EncodedFile[] };

/** The pictures of a kind: where their files and rows are, and whether something shows a row. */
const PLACES = {
  cover: {
    folder: 'covers/',
    image: coverImage,
    isUsed: (db: Database) =>
      exists(db.select({ id: cover.variantId }).from(cover).where(eq(cover.imageHash, coverImage.hash))),
  },
  'sample page': {
    folder: 'samples/',
    image: sampleImage,
    isUsed: (db: Database) =>
      exists(
        db.select({ id: samplePage.variantId }).from(samplePage).where(eq(samplePage.imageHash, sampleImage.hash)),
      ),
  },
};

/** The key of a file of a picture: `covers/3f/3fa9c1d2e4b5a697-240.avif`. */
export function pictureFileKey(hash: string, { width, type }: PictureFile, { name }: PictureKind): string {
  return `${PLACES[name].folder}${hash.slice(0, 2)}/${hash}-${width}.${type}`;
}

function keysOf({ hash, width }: { hash: string; width: number }, kind: PictureKind): string[] {
  return kind.filesOf(width).map((file) => pictureFileKey(hash, file, kind));
}

/** Writes a picture down, and then its files, so that maintenance knows them whatever happens. */
export async function storePicture({ db, storage }: Store, picture: NewPicture, kind: PictureKind): Promise<void> {
  const { image } = PLACES[kind.name];
  await db
    .insert(image)
    .values(picture.image)
    .onConflictDoUpdate({ target: image.hash, set: { usedAt: sql`now()` } });
  await Promise.all(
    picture.files.map(({ contents, ...file }) =>
      storage.put(pictureFileKey(picture.image.hash, file, kind), contents, PICTURE_TYPES[file.type]),
    ),
  );
}

/** The picture that was made from a file of this hash, if it is stored with every file. */
export async function findStored(
  { db, storage }: Store,
  hash: string,
  kind: PictureKind,
): Promise<CoverImage | undefined> {
  const { image } = PLACES[kind.name];
  const { usedAt: _, ...columns } = getTableColumns(image);
  const [known] = await db.select(columns).from(image).where(eq(image.hash, hash));
  return known && (await hasFiles(storage, known, kind)) ? known : undefined;
}

/** Whether every file of a picture is there. */
export async function hasFiles(
  storage: ObjectStorage,
  picture: { hash: string; width: number },
  kind: PictureKind,
): Promise<boolean> {
  const found = await Promise.all(keysOf(picture, kind).map((key) => storage.exists(key)));
  return found.every(Boolean);
}

/** How long the files of a picture stay that nothing shows any more: pages and backups may still name them. */
const GRACE = sql`now() - interval '7 days'`;
const FOREIGN_KEY = '23503';

/** Deletes covers and sample pages that nothing shows since a week. Returns their number. */
export async function deleteUnusedPictures(db: ClientDatabase, storage: ObjectStorage): Promise<number> {
  return (await deleteUnused(db, storage, COVER)) + (await deleteUnused(db, storage, SAMPLE_PAGE));
}

async function deleteUnused(db: ClientDatabase, storage: ObjectStorage, kind: PictureKind): Promise<number> {
  const { image, isUsed } = PLACES[kind.name];
  const isUnused = and(lt(image.usedAt, GRACE), not(isUsed(db)));
  const unused = await db.select({ hash: image.hash, width: image.width }).from(image).where(isUnused);
  let deleted = 0;
  for (const picture of unused) {
    const isGone = await db
      .transaction(async (tx) => {
        const rows = await tx
          .delete(image)
          .where(and(eq(image.hash, picture.hash), isUnused))
          .returning({ hash: image.hash });
        if (rows.length === 0) return false;
        await Promise.all(keysOf(picture, kind).map((key) => storage.delete(key)));
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

/** The pictures in use that miss files: the first of them, each with one file. */
export async function listMissingFiles({ db, storage }: Store, kind: PictureKind, most: number): Promise<string[]> {
  const { folder, image, isUsed } = PLACES[kind.name];
  const missing: string[] = [];
  for (let shard = 0; shard < 256 && missing.length < most; shard += 1) {
    const start = shard.toString(16).padStart(2, '0');
    const pictures = await db
      .select({ hash: image.hash, width: image.width })
      .from(image)
      .where(and(gte(image.hash, start), lt(image.hash, `${start}g`), isUsed(db)));
    if (pictures.length === 0) continue;
    const keys = new Set<string>();
    for await (const key of storage.list(`${folder}${start}/`)) keys.add(key);
    missing.push(...pictures.flatMap((picture) => keysOf(picture, kind).find((key) => !keys.has(key)) ?? []));
  }
  return missing.slice(0, most);
}
