import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { MAX_IMPORT_BYTES } from '#domain/catalogue/import-run.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import type { ClientDatabase } from '../db/connection.ts';
import { importRun } from '../db/tables.ts';
import { hasSpace, piecesOf, storePieces } from './pieces.ts';

/** Who imports what the folder has. */
export const FOLDER_ACTOR = 'shop';
const CATALOGUE_FILE = /\.(?:xml|onix|onx|csv|gz|zip)$/i;
/** A file that was written to since then may not be complete. */
const QUIET_MS = 60_000;

type Watching = Pick<Deps, 'config' | 'storage'>;

/** Begins an import of every file of the watched folder that is new there, each once; a file that changes is a new one. */
export async function takeFilesOfFolder(
  deps: Watching,
  db: ClientDatabase,
  onError: (error: Error) => void,
): Promise<void> {
  const { importFolder: folder } = deps.config;
  if (folder === undefined) return;
  const names = await readdir(folder).catch((error: Error) => {
    onError(new Error(`IMPORT_FOLDER cannot be read: ${error.message}`));
    return [];
  });
  for (const name of names.filter((one) => CATALOGUE_FILE.test(one) && !one.startsWith('.')).toSorted())
    await takeFile(deps, db, { folder, name }).catch(onError);
}

async function takeFile(
  deps: Watching,
  db: ClientDatabase,
  { folder, name }: { folder: string; name: string },
): Promise<void> {
  const path = join(folder, name);
  const found = await stat(path);
  const modifiedAt = new Date(Math.floor(found.mtimeMs));
  if (!found.isFile() || found.size === 0 || found.size > MAX_IMPORT_BYTES) return;
  if (Date.now() - found.mtimeMs < QUIET_MS || (await isKnown(db, { name, size: found.size, modifiedAt }))) return;
  if (!(await hasSpace(deps, 3 * found.size))) throw new Error(`There is no space for ${path}.`);
  const id = uuidv7();
  const stored = await storePieces(deps.storage, id, piecesOf(path));
  if (stored?.size !== found.size) return;
  const { size, ...digests } = stored;
  await db.transaction(async (tx) => {
    const file = { name, size, received: size, modifiedAt, ...digests };
    await tx.insert(importRun).values({ id, source: 'folder', state: 'comparing', actor: FOLDER_ACTOR, ...file });
    const details = { verb: 'import start', about: name.slice(0, 100) };
    await writeAudit(tx, { event: 'staff', actor: FOLDER_ACTOR, details });
  });
}

type FolderFile = { name: string; size: number; modifiedAt: Date };

async function isKnown(db: ClientDatabase, { name, size, modifiedAt }: FolderFile): Promise<boolean> {
  const isSame = and(eq(importRun.name, name), eq(importRun.size, size), eq(importRun.modifiedAt, modifiedAt));
  return (await db.$count(importRun, and(eq(importRun.source, 'folder'), isSame))) > 0;
}
