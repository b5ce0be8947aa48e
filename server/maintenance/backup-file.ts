import { open } from 'node:fs/promises';
import type { DatabaseAddress } from '../db/address.ts';
import { writeAtomically } from '../write-atomically.ts';
import { writeBackup, type BackupHead, type OnProgress } from './backup.ts';

/** A file that no backup can be written to, with one sentence for the operator. */
export class UnwritableBackupError extends Error {}

/** Mode of a backup, which contains customers' data. */
const OWNER_ONLY = 0o600;

type BackupFileOptions = {
  onProgress?: OnProgress | undefined;
  /** Enters the backup in the audit trail before the file gets its name. */
  audit?: (() => Promise<void>) | undefined;
};

/** Writes a backup to a file that exists once it is whole and on the disk. Throws {@link UnwritableBackupError}. */
export async function writeBackupFile(
  connect: DatabaseAddress,
  file: string,
  { onProgress, audit }: BackupFileOptions = {},
): Promise<BackupHead> {
  return writeAtomically(file, async (part) => {
    const handle = await open(part, 'w', OWNER_ONLY).catch((error: NodeJS.ErrnoException) => {
      throw new UnwritableBackupError(`${file} cannot be written (${error.code}).`);
    });
    try {
      const head = await writeBackup(connect, handle.createWriteStream({ flush: true }), onProgress);
      await audit?.();
      return head;
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}
