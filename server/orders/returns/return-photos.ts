import { createHash } from 'node:crypto';
import { and, count, eq, exists, inArray, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { MAX_PHOTO_UPLOAD, MAX_RETURN_PHOTOS } from '#domain/orders/return.ts';
import { requireFound, throwApiError } from '../../api-error.ts';
import type { Deps } from '../../context.ts';
import type { ClientDatabase, Database } from '../../db/connection.ts';
import { subquery } from '../../db/subqueries.ts';
import { refund, refundEvent, returnPhoto } from '../../db/tables.ts';
import type { ObjectStorage } from '../../integrations/object-storage.ts';
import { encodePhoto } from '../../photos/encode-photo.ts';
import { deleteStrayFiles } from '../../photos/stray-files.ts';

/** The longer side of a stored photo. */
const MAX_SIDE = 1600;
const PHOTO_FILES = 'returns/';

type Photo = { hash: string; width: number; height: number; contents: Buffer };

/**
 * Adds photos to a return, encoded anew and without what cameras write into them; one that is there already is not added
 * again. Throws `not_found`, `too_late` once the return is closed, `too_many`, `too_large`, and what {@link encodePhoto} throws.
 */
export async function addReturnPhotos(deps: Deps, refundId: string, files: readonly Buffer[]): Promise<void> {
  await deps.consumeRateLimit('return-photo', refundId);
  if (files.length > MAX_RETURN_PHOTOS) throwApiError('too_many');
  if (files.reduce((sum, file) => sum + file.length, 0) > MAX_PHOTO_UPLOAD) throwApiError('too_large');
  const photos: Photo[] = [];
  for (const file of files) photos.push(await encodeReturnPhoto(file));
  await deps.db.transaction(async (tx) => {
    await assertOpen(tx, refundId);
    for (const photo of photos) await storePhoto(tx, deps, refundId, photo);
    const [stored] = await tx.select({ photos: count() }).from(returnPhoto).where(eq(returnPhoto.refundId, refundId));
    if (stored!.photos > MAX_RETURN_PHOTOS) throwApiError('too_many');
  });
}

/** Locks the refund's row, so that of two uploads at once the second counts the first. */
async function assertOpen(tx: Database, refundId: string): Promise<void> {
  const [row] = await tx.select().from(refund).where(eq(refund.id, refundId)).for('update');
  if (requireFound(row).state !== 'requested') throwApiError('too_late');
}

/** The row comes first, so that a file without a row is one that nobody needs. */
async function storePhoto(tx: Database, { storage }: Deps, refundId: string, photo: Photo): Promise<void> {
  const { contents, ...values } = photo;
  const [row] = await tx
    .insert(returnPhoto)
    .values({ id: uuidv7(), refundId, ...values })
    .onConflictDoNothing()
    .returning({ id: returnPhoto.id });
  if (row) await storage.put(photoKey(row.id), contents, 'image/jpeg');
}

/** A JPEG of what a file contains, whatever its name and type say. */
async function encodeReturnPhoto(file: Buffer): Promise<Photo> {
  const { data: contents, info } = await encodePhoto(file, (photo) =>
    photo
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer({ resolveWithObject: true }),
  );
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 32);
  return { hash, width: info.width, height: info.height, contents };
}

const photoKey = (id: string) => `${PHOTO_FILES}${id}.jpg`;

/** The file of a photo; undefined once it is deleted. */
export function findReturnPhoto({ storage }: Pick<Deps, 'storage'>, id: string): Promise<Buffer | undefined> {
  return storage.get(photoKey(id));
}

/** How long photos are kept once the refund has been sent or declined. */
const KEPT_AFTERWARDS = sql`now() - interval '180 days'`;

/** Deletes photos of returns that were closed long ago. Their files are deleted with those of no photo. */
export async function deleteOldReturnPhotos(db: ClientDatabase): Promise<number> {
  const closedLongAgo = subquery
    .select({ id: refundEvent.id })
    .from(refundEvent)
    .where(
      and(
        eq(refundEvent.refundId, returnPhoto.refundId),
        inArray(refundEvent.state, ['paid_out', 'declined']),
        lt(refundEvent.at, KEPT_AFTERWARDS),
      ),
    );
  return (await db.delete(returnPhoto).where(exists(closedLongAgo))).rowCount ?? 0;
}

/** Deletes files whose photo is gone: of an erased account, of an old return, or of an upload that was cut off. */
export function deleteStrayPhotoFiles(db: ClientDatabase, storage: ObjectStorage, now = Date.now()): Promise<number> {
  const findKnown = async (ids: string[]) => {
    const known = await db.select({ id: returnPhoto.id }).from(returnPhoto).where(inArray(returnPhoto.id, ids));
    return known.map(({ id }) => id);
  };
  return deleteStrayFiles(storage, { prefix: PHOTO_FILES, now, findKnown });
}
