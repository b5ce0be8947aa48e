import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import type pg from 'pg';
import { databaseOn, onPatientClient, type Database } from '../server/db/connection.ts';
import { BadBackup } from '../server/upkeep/read-backup.ts';
import { CannotRestore, restoreBackup } from '../server/upkeep/restore-backup.ts';
import { writeBackup, type BackupHead } from '../server/upkeep/write-backup.ts';
import { noteOperator } from './note-operator.ts';
import { withProgress } from './progress.ts';
import { holdsShop, requireCurrent } from './require-current.ts';
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
    await requireCurrent(connect);
    const noted = { verb: 'backup', about: basename(file) };
    const note = () => onPatientClient(connect, (client) => noteOperator(databaseOn(client), noted));
    const head = await intoFile(connect, file, note);
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
    const replaced = await keepReplaced(connect, file);
    try {
      const note = (tx: Database) => noteOperator(tx, { verb: 'restore', about: basename(file) });
      const head = await withProgress('Tables', (onProgress) => restoreBackup(connect, file, { onProgress, note }));
      const kept = replaced ? ` What it replaced is in ${replaced}.` : '';
      return { text: `The shop is what it was at ${time(head.at)}.${kept}`, data: { file, replaced, ...head } };
    } catch (error) {
      if (!(error instanceof BadBackup || error instanceof CannotRestore)) throw error;
      if (replaced) await rm(replaced);
      throw new Failure(error.message);
    }
  },
};

export const backupVerbs: readonly Verb[] = [backup, restore];

/** Writes a backup, which gets its name once it is whole and, where there is a `note`, noted. */
async function intoFile(connect: pg.PoolConfig, file: string, note?: () => Promise<void>): Promise<BackupHead> {
  const half = `${file}.part`;
  const handle = await open(half, 'w', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(`${file} cannot be written (${error.code}).`);
  });
  try {
    const stream = handle.createWriteStream({ flush: true });
    const head = await withProgress('Tables', (onProgress) => writeBackup(connect, stream, onProgress));
    await note?.();
    await rename(half, file);
    return head;
  } catch (error) {
    await handle.close();
    await rm(half, { force: true });
    throw error;
  }
}

/** What a restore is about to replace, as a backup beside it with the time in its name; nothing where there is no shop. */
async function keepReplaced(connect: pg.PoolConfig, file: string): Promise<string | null> {
  if (!(await holdsShop(connect))) return null;
  const beside = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  if (existsSync(beside)) throw new Failure(`${beside} is there already, and may be the only copy of what it holds.`);
  await intoFile(connect, beside);
  return beside;
}
