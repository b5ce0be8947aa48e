import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { openDatabase, openPool } from '../db/connection.ts';
import { buildIndexFile, databaseIdentity, isRecent, readChanges } from './build-index.ts';
import { IndexFile, lockFile } from './index-file.ts';
import { readIndexedProducts } from './indexed-product.ts';
import { ProductIndex } from './product-index.ts';

/* The thread of the search index: answers searches, follows the catalogue, and builds the index anew when it should. */

export type WorkerSettings = { connect: pg.PoolConfig; folder: string };
/** `sync` is answered once every change that was committed before is indexed. */
export type WorkerMethod = 'search' | 'suggest' | 'correct' | 'sync';
export type WorkerRequest = { id: number; method: WorkerMethod; args: unknown[] };
export type WorkerMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; error: unknown }
  | { kind: 'answer'; id: number; value?: unknown; error?: unknown };

/** How often the database is asked for changes that no notification told of, in milliseconds. */
const POLL_MS = 500;
/** After a failure of the database. */
const RETRY_MS = 2000;
/** Products per step: searches wait for one step at most. */
const SYNC_BATCH_SIZE = 50;
/** The index is built anew once so many products, and this share of all, came since. */
const REBUILD_AFTER = { products: 100, share: 0.02 };

const { connect, folder } = workerData as WorkerSettings;
const port = parentPort!;
const pool = openPool(connect, { size: 1, onError: () => {} });
const db = openDatabase(pool);
const path = claimPath();
let index: ProductIndex | undefined;
let wake = () => {};
const waiting: (() => void)[] = [];

port.on('message', (request: WorkerRequest) => {
  if (request.method !== 'sync') return answer(request.id, () => call(request));
  waiting.push(() => answer(request.id, () => undefined));
  wake();
});

function call({ method, args }: WorkerRequest): unknown {
  if (!index) throw new Error('The search index is not open.');
  return (index[method as 'search'] as (...given: unknown[]) => unknown).apply(index, args);
}

function answer(id: number, work: () => unknown): void {
  try {
    send({ kind: 'answer', id, value: work() });
  } catch (error) {
    send({ kind: 'answer', id, error });
  }
}

function send(message: WorkerMessage): void {
  port.postMessage(message);
}

for (;;) {
  let delay = POLL_MS;
  try {
    index ??= (await openIndex()) ?? (await rebuild());
    await follow(index);
    if (isOutdated(index)) index = await rebuild();
  } catch (error) {
    send({ kind: 'failed', error });
    delay = RETRY_MS;
  }
  await waitForWake(delay);
}

/** A file that no other server writes: several may share a data folder. Who ends, however abruptly, releases its lock. */
function claimPath(): string {
  mkdirSync(folder, { recursive: true });
  for (let number = 1; ; number += 1) {
    const claimed = join(folder, `products-${number}.sqlite`);
    if (lockFile(`${claimed}.lock`)) return claimed;
  }
}

/** The index of the last run, if it is of this database and not too old to be brought up to date. */
async function openIndex(): Promise<ProductIndex | undefined> {
  const file = IndexFile.open(path);
  if (!file) return undefined;
  const isCurrent =
    file.property('database') === (await databaseIdentity(db)) && (await isRecent(db, file.property('read_at')!));
  if (isCurrent) return announce(new ProductIndex(file));
  file.close();
  return undefined;
}

async function rebuild(): Promise<ProductIndex> {
  await buildIndexFile(db, `${path}.new`);
  index?.file.close();
  index = undefined;
  IndexFile.replace(path, `${path}.new`);
  return announce(new ProductIndex(IndexFile.open(path)!));
}

function announce(opened: ProductIndex): ProductIndex {
  send({ kind: 'ready' });
  return opened;
}

/** Takes over what changed since the last time, then answers who waits for it. */
async function follow(current: ProductIndex): Promise<void> {
  const told = waiting.splice(0);
  const changes = await readChanges(db, current.file.property('snapshot'));
  for (let start = 0; start < changes.ids.length; start += SYNC_BATCH_SIZE) {
    const ids = changes.ids.slice(start, start + SYNC_BATCH_SIZE);
    current.update(ids, await readIndexedProducts(db, ids));
  }
  current.file.setRead(changes);
  for (const done of told) done();
}

function isOutdated({ added, size }: ProductIndex): boolean {
  return added > REBUILD_AFTER.products + REBUILD_AFTER.share * size;
}

function waitForWake(delay: number): Promise<void> {
  if (waiting.length > 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, delay);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
