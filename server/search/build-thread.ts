import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { buildIndexFile } from './build-index.ts';

/* The thread that builds a search index: it ends with it, and gives its memory back. */

export type BuildSettings = { connect: pg.PoolConfig; file: string };

const { connect, file } = workerData as BuildSettings;
await buildIndexFile(connect, file);
