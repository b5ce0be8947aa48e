import { createHash } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Portrait } from '#contract/portraits.ts';
import { PICTURE_SIZES, pictureFile } from '#domain/picture.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { ClientDatabase, Database } from '../db/connection.ts';
import { contributor } from '../db/tables.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { encodeSquare, PICTURE_TYPE } from '../photos/encode-square.ts';
import { deleteStrayFiles } from '../photos/stray-files.ts';

const PORTRAITS = '/portraits/';
const PORTRAIT_FILES = 'portraits/';

type PortraitRow = Pick<typeof contributor.$inferSelect, 'portraitId' | 'portraitAlt' | 'portraitCredit'>;

/** The picture of a contributor, as pages show it. */
export function portraitOf({ portraitId, portraitAlt: alt, portraitCredit: credit }: PortraitRow): Portrait | null {
  return portraitId === null ? null : { path: `${PORTRAITS}${portraitId}`, alt, credit };
}

type Store = Pick<Deps, 'db' | 'storage'>;
/** A text that is not given stays as it is with the same picture, and is empty with another. */
export type NewPortrait = { file: Buffer; alt?: string | undefined; credit?: string | undefined };
export type PortraitOutcome = 'added' | 'changed' | 'unchanged';

/**
 * Makes the middle of a picture that of a contributor; the same once more changes nothing, and writes files anew that are
 * missing. Pages that show the contributor are rendered anew. Throws `not_found`, and what {@link encodeSquare} throws.
 */
export async function setPortrait(
  { db, storage }: Store,
  slug: string,
  { isDryRun = false, ...portrait }: NewPortrait & { isDryRun?: boolean },
): Promise<PortraitOutcome> {
  const before = await requireContributor(db, slug);
  const hash = createHash('sha256').update(portrait.file).digest('hex').slice(0, 32);
  const isKnown = before.portraitHash === hash && (await hasFiles(storage, before.portraitId!));
  const [alt, credit] = isKnown ? [before.portraitAlt, before.portraitCredit] : ['', ''];
  const texts = { portraitAlt: portrait.alt ?? alt, portraitCredit: portrait.credit ?? credit };
  if (isKnown && texts.portraitAlt === alt && texts.portraitCredit === credit) return 'unchanged';
  const files = isKnown ? [] : await encodeSquare(portrait.file);
  const outcome = before.portraitId === null ? 'added' : 'changed';
  if (isDryRun) return outcome;
  const id = isKnown ? before.portraitId! : uuidv7();
  for (const { size, contents } of files) await storage.put(fileKey(id, size), contents, PICTURE_TYPE);
  await db
    .update(contributor)
    .set({ portraitId: id, portraitHash: hash, ...texts })
    .where(eq(contributor.id, before.id));
  return outcome;
}

/** Removes the picture of a contributor; its files stay until the next maintenance. Throws `not_found` where there is none. */
export async function removePortrait({ db }: Pick<Deps, 'db'>, slug: string): Promise<void> {
  const { id, portraitId } = await requireContributor(db, slug);
  requireFound(portraitId);
  const nothing = { portraitId: null, portraitHash: null, portraitAlt: '', portraitCredit: '' };
  await db.update(contributor).set(nothing).where(eq(contributor.id, id));
}

/** Throws `not_found`. */
export async function requireContributor(db: Database, slug: string) {
  const [found] = await db.select().from(contributor).where(eq(contributor.slug, slug));
  return requireFound(found);
}

function fileKey(id: string, size: (typeof PICTURE_SIZES)[number]): string {
  return pictureFile(PORTRAIT_FILES + id, size);
}

async function hasFiles(storage: ObjectStorage, id: string): Promise<boolean> {
  return (await Promise.all(PICTURE_SIZES.map((size) => storage.exists(fileKey(id, size))))).every(Boolean);
}

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(\d+)\.webp$/;

/** The files of portraits. A path never changes what it shows, so that it is cached for a year; other sites may embed them. */
export function registerPortraitRoute(app: FastifyInstance, { storage }: Pick<Deps, 'storage'>): void {
  app.get<{ Params: { name: string } }>(`${PORTRAITS}:name`, async ({ params }, reply) => {
    const [, id, side] = FILE.exec(params.name) ?? [];
    const size = PICTURE_SIZES.find((one) => String(one) === side);
    if (!id || !size) return throwApiError('not_found');
    const contents = requireFound(await storage.get(fileKey(id, size)));
    return reply
      .type(PICTURE_TYPE)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Content-Security-Policy', "default-src 'none'")
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(contents);
  });
}

/** Deletes files of pictures that are no contributor's any more. */
export function deleteStrayPortraitFiles(
  db: ClientDatabase,
  storage: ObjectStorage,
  now = Date.now(),
): Promise<number> {
  const findKnown = async (ids: string[]) => {
    const isKnown = inArray(contributor.portraitId, ids);
    const known = await db.select({ id: contributor.portraitId }).from(contributor).where(isKnown);
    return known.map(({ id }) => id!);
  };
  return deleteStrayFiles(storage, { prefix: PORTRAIT_FILES, now, findKnown });
}
