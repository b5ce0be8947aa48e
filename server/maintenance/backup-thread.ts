import { parentPort, workerData } from 'node:worker_threads';
import type { DatabaseAddress } from '../db/address.ts';
import { withUnlimitedClient } from '../db/connection.ts';
import { writeBackupFile } from './backup-file.ts';
import { checkBackup, countRows, type Counts } from './check-backup.ts';

/* The thread that writes a backup, restores it elsewhere and checks it: requests do not wait for it. */

export type BackupWork = { connect: DatabaseAddress; file: string; scratch: string };

const { connect, file, scratch } = workerData as BackupWork;
const least = await withUnlimitedClient(connect, countRows);
await writeBackupFile(connect, file);
const counts: Counts = await checkBackup(file, { folder: scratch, least });
parentPort!.postMessage(counts);
