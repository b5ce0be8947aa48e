import { createHash } from 'node:crypto';
import { and, eq, exists, gt, inArray, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { PICTURE_SIZES, pictureFile, type PictureSize } from '#domain/picture.ts';
import { requireFound } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ClientInfo, Deps } from '../context.ts';
import type { ClientDatabase } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, session } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { publish } from '../live/live-events.ts';
import { encodeSquare, LARGE_PICTURE, PICTURE_TYPE, type SquareFile } from '../photos/encode-square.ts';
import { deleteStrayFiles } from '../photos/stray-files.ts';
import type { Customer } from './customers.ts';

const PICTURE_FILES = 'pictures/';

type PictureDeps = Pick<Deps, 'db' | 'storage' | 'consumeRateLimit'>;
type Owner = { customerId: string; client?: ClientInfo };
type NewPicture = { hash: string; files: SquareFile[] };

/**
 * Makes the middle of a picture the customer's own; the same file again changes nothing. Throws `too_many_requests`,
 * `not_found` for a deleted account, and what {@link encodeSquare} throws.
 */
export async function savePicture(deps: PictureDeps, owner: Owner, file: Uint8Array): Promise<Customer> {
  await deps.consumeRateLimit('profile-picture', owner.customerId);
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 32);
  return setPicture(deps, owner, { hash, files: await encodeSquare(file) });
}

/** Removes the customer's picture, if there is one. Throws `not_found` for a deleted account. */
export function removePicture(deps: PictureDeps, owner: Owner): Promise<Customer> {
  return setPicture(deps, owner, null);
}

/** The files are written while the customer is locked: a deletion of the account comes before them, or finds them. */
async function setPicture(
  { db, storage }: PictureDeps,
  { customerId, client }: Owner,
  picture: NewPicture | null,
): Promise<Customer> {
  const { before, after } = await db.transaction(async (tx) => {
    const isActive = and(eq(customer.id, customerId), isNull(customer.deletedAt));
    const [found] = await tx.select().from(customer).where(isActive).for('no key update');
    const before = requireFound(found);
    if (before.pictureHash === (picture?.hash ?? null)) return { before, after: before };
    const values = picture
      ? { pictureId: uuidv7(), pictureHash: picture.hash }
      : { pictureId: null, pictureHash: null };
    const [after] = await tx.update(customer).set(values).where(eq(customer.id, customerId)).returning();
    await publish(tx, customerId, 'profile');
    await writeAudit(tx, { event: 'profile_changed', customerId, details: { fields: 'picture' }, client });
    for (const { size, contents } of picture?.files ?? [])
      await storage.put(fileKey(after!, size), contents, PICTURE_TYPE);
    return { before, after: after! };
  });
  // What cannot be deleted now, maintenance deletes.
  if (before.pictureId !== after.pictureId) await deleteFiles(storage, before).catch(() => undefined);
  return after;
}

type PictureOwner = Pick<Customer, 'id' | 'pictureId'>;

function fileKey({ id, pictureId }: PictureOwner, size: PictureSize): string {
  return pictureFile(`${PICTURE_FILES}${id}/${pictureId}`, size);
}

async function deleteFiles(storage: ObjectStorage, owner: PictureOwner): Promise<void> {
  if (owner.pictureId) await Promise.all(PICTURE_SIZES.map((size) => storage.delete(fileKey(owner, size))));
}

/** Deletes every file of a customer's pictures, once the account is deleted. */
export async function deletePictureFiles(storage: ObjectStorage, customerId: string): Promise<void> {
  for await (const key of storage.list(`${PICTURE_FILES}${customerId}/`)) await storage.delete(key);
}

type RequestedPicture = { id: string; size: PictureSize; cookieHash: Buffer };

/** The file of a picture, for a browser in which its customer is signed in: known by the session binding cookie. */
export async function findOwnPicture(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  { id, size, cookieHash }: RequestedPicture,
): Promise<Buffer | undefined> {
  const isSignedIn = subquery
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.customerId, customer.id),
        eq(session.cookieHash, cookieHash),
        isNull(session.endedAt),
        gt(session.expiresAt, sql`now()`),
      ),
    );
  const [owner] = await db
    .select({ id: customer.id, pictureId: customer.pictureId })
    .from(customer)
    .where(and(eq(customer.pictureId, id), exists(isSignedIn)));
  return owner && storage.get(fileKey(owner, size));
}

/** A customer's picture as a `data:` URL, for the export of their data. */
export async function exportPicture(storage: ObjectStorage, owner: PictureOwner): Promise<string | null> {
  const file = owner.pictureId ? await storage.get(fileKey(owner, LARGE_PICTURE)) : undefined;
  return file ? `data:${PICTURE_TYPE};base64,${file.toString('base64')}` : null;
}

/** Deletes files of pictures that are nobody's. */
export function deleteStrayPictureFiles(db: ClientDatabase, storage: ObjectStorage, now = Date.now()): Promise<number> {
  const findKnown = async (ids: string[]) => {
    const known = await db.select({ id: customer.pictureId }).from(customer).where(inArray(customer.pictureId, ids));
    return known.map(({ id }) => id!);
  };
  return deleteStrayFiles(storage, { prefix: PICTURE_FILES, now, findKnown });
}
