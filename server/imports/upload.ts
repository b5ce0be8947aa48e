import { and, desc, eq, sql } from 'drizzle-orm';
import { PIECE_BYTES } from '#domain/catalogue/import-run.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { importRun } from '../db/tables.ts';
import { isFileKept, lockRun, requireRun, transitionRun, type ImportRun } from './import-runs.ts';
import { hasSpace, putPiece, sha256 } from './pieces.ts';

/** A file that is about to be sent: `digest` is the SHA-256 of the SHA-256 of its pieces. */
export type NewUpload = { name: string; size: number; digest: Buffer };

/** Uploads that are not complete; more are not begun. */
const MAX_UPLOADS = 20;

/**
 * Begins an import of a file that is about to be sent, or finds the one of the same file: it goes on where it ended, and a file
 * that is there is not sent again. In the caller's transaction. Throws `disk_full`, `too_many`.
 */
export async function startUpload(
  deps: Pick<Deps, 'config'> & { db: Database },
  { name, size, digest }: NewUpload,
  actor: string,
): Promise<{ id: string; received: number }> {
  const { db } = deps;
  await lockKeys(db, [`import ${digest.toString('hex')}`]);
  const known = await findSameFile(db, { size, digest });
  if (known) {
    const { id, received, state } = known;
    if (state === 'stopped' && received < size) await transitionRun(db, known, 'upload', { actor });
    return { id, received };
  }
  // Sent, put together, and beside it what it expands to.
  if (!(await hasSpace(deps, 3 * size))) throwApiError('disk_full');
  if ((await db.$count(importRun, eq(importRun.state, 'uploading'))) >= MAX_UPLOADS) throwApiError('too_many');
  const [created] = await db
    .insert(importRun)
    .values({ source: 'upload', name, size, digest, actor })
    .returning({ id: importRun.id });
  return { id: created!.id, received: 0 };
}

async function findSameFile(
  db: Database,
  { size, digest }: Pick<NewUpload, 'size' | 'digest'>,
): Promise<ImportRun | undefined> {
  const [found] = await db
    .select()
    .from(importRun)
    .where(and(eq(importRun.digest, digest), eq(importRun.size, size)))
    .orderBy(desc(importRun.id))
    .limit(1)
    .for('update');
  return found && (found.received < size || isFileKept(found)) ? found : undefined;
}

export type Piece = { id: string; offset: number; digest: Buffer; contents: Buffer };

/**
 * Takes the next piece of a file, and has the file compared with the last one. Of a piece that is there, or comes too early, it says
 * only how much is there. Throws `not_found`, `too_late` where no file is awaited, `upload_damaged`.
 */
export async function receivePiece(deps: Pick<Deps, 'db' | 'jobs' | 'storage'>, piece: Piece): Promise<number> {
  const { id, offset, digest, contents } = piece;
  const { state, received, size } = await requireRun(deps.db, id);
  if (received === size || offset !== received) return received;
  if (state !== 'uploading') throwApiError('too_late');
  const isWhole = contents.length === Math.min(PIECE_BYTES, size - offset);
  if (!isWhole || !sha256(contents).equals(digest)) throwApiError('upload_damaged');
  await putPiece(deps.storage, piece);
  const known = await deps.db.transaction((tx) => addPiece(tx, deps, piece));
  return known ?? throwApiError('upload_damaged');
}

/** Returns how much is there; undefined where all of it is not what was announced, which is then to be sent anew. */
async function addPiece(
  tx: Database,
  { jobs }: Pick<Deps, 'jobs'>,
  { id, offset, digest, contents }: Piece,
): Promise<number | undefined> {
  const run = await lockRun(tx, id);
  if (run.received !== offset || run.state !== 'uploading') return run.received;
  const pieceDigests = Buffer.concat([run.pieceDigests, digest]);
  const received = offset + contents.length;
  if (received < run.size) {
    await tx
      .update(importRun)
      .set({ received, pieceDigests, changedAt: sql`now()` })
      .where(eq(importRun.id, id));
    return received;
  }
  if (!sha256(pieceDigests).equals(run.digest)) {
    await tx
      .update(importRun)
      .set({ received: 0, pieceDigests: Buffer.alloc(0) })
      .where(eq(importRun.id, id));
    return undefined;
  }
  await transitionRun(tx, run, 'compare', { received, pieceDigests });
  await jobs.wakeImports(tx);
  return received;
}
