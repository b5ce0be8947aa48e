import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { databaseOn, withUnlimitedClient } from '../db/connection.ts';
import { buildIndexFile } from './build-index.ts';

/* The thread that builds a search index: it ends with it, and gives its memory back. */

export type BuildSettings = { connect: pg.PoolConfig; file: string };

const { connect, file } = workerData as BuildSettings;
await withUnlimitedClient(connect, (client) => buildIndexFile(databaseOn(client), file));
