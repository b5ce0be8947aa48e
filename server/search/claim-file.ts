import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A file that no other server writes, with a lock that ends with its process, however abruptly. */
export type ClaimedFile = { path: string; release: () => void };

/** Several servers may share a folder: each gets the first file that is free. */
export function claimFile(folder: string): ClaimedFile {
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; number += 1) {
    const path = join(folder, `products-${number}.sqlite`);
    const lock = lockFile(`${path}.lock`);
    if (lock) return { path, release: () => lock.close() };
  }
}

const SQLITE_BUSY = 5;

/** Undefined where another has it. */
function lockFile(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}
