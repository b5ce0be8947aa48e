import { open, rename, rm } from 'node:fs/promises';
import type pg from 'pg';
import { openPool } from '../server/db/connection.ts';
import { isCurrent } from '../server/db/migrate.ts';
import { BadBackup } from '../server/upkeep/read-backup.ts';
import { CannotRestore, restoreBackup } from '../server/upkeep/restore-backup.ts';
import { writeBackup, type BackupHead } from '../server/upkeep/write-backup.ts';
import { withProgress } from './progress.ts';
import { time } from './table.ts';
import { Failure, type Verb } from './verb.ts';

/** It holds what customers trusted us with. */
const OWNER_ONLY = 0o600;

const backup: Verb = {
  name: 'backup',
  takes: ['FILE'],
  summary: 'Write the whole shop, as it is at this moment, to a file; it goes on selling meanwhile.',
  opens: 'database',
  run: async ({ words }, connect) => {
    const file = words[0]!;
    const head = await intoFile(connect, file);
    return { text: `The shop as of ${time(head.at)} is in ${file}.`, data: { file, ...head } };
  },
};

const restore: Verb = {
  name: 'restore',
  takes: ['FILE'],
  summary: 'Make the shop what it was when a backup was written. Servers must be stopped; customers sign in again.',
  opens: 'database',
  run: async ({ words }, connect) => {
    const file = words[0]!;
    try {
      const replaced = await keepReplaced(connect, file);
      const head = await withProgress('Tables', (onProgress) => restoreBackup(connect, file, onProgress));
      const kept = replaced ? ` What it replaced is in ${replaced}.` : '';
      return { text: `The shop is what it was at ${time(head.at)}.${kept}`, data: { file, replaced, ...head } };
    } catch (error) {
      throw error instanceof BadBackup || error instanceof CannotRestore ? new Failure(error.message) : error;
    }
  },
};

export const backupVerbs: readonly Verb[] = [backup, restore];

async function intoFile(connect: pg.PoolConfig, file: string): Promise<BackupHead> {
  const half = `${file}.part`;
  const handle = await open(half, 'w', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be written (${error.code}).`);
  });
  try {
    const stream = handle.createWriteStream({ flush: true });
    const head = await withProgress('Tables', (onProgress) => writeBackup(connect, stream, onProgress));
    await rename(half, file);
    return head;
  } catch (error) {
    await handle.close();
    await rm(half, { force: true });
    throw error;
  }
}

/** What a restore is about to replace, as a backup beside it; nothing where there is no shop of this program yet. */
async function keepReplaced(connect: pg.PoolConfig, file: string): Promise<string | null> {
  const pool = openPool(connect, { size: 1, onError: () => {} });
  const isShop = await isCurrent(pool).catch(() => false);
  await pool.end();
  if (!isShop) return null;
  const beside = `${file}.replaced`;
  await intoFile(connect, beside);
  return beside;
}
