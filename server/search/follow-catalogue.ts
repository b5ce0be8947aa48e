import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Connection } from '../db/connection.ts';
import type { BuildSettings } from './build-thread.ts';
import { databaseIdentity, isRecent, readChanges } from './changes.ts';
import { readIndexedProducts } from './indexed-product.ts';
import type { IndexSource } from './index/index-file.ts';
import type { IndexState } from './index/query-thread.ts';
import type { QueryThread } from './query-calls.ts';

/** Products per step: searches and other requests wait for one step at most. */
const STEP_SIZE = 25;
/** The index is built anew once so many products, and this share of all, came since. */
const REBUILD_AFTER = { products: 100, share: 0.02 };

/** An index that a thread has open, and how far it is. */
export type FollowedIndex = { thread: QueryThread; source: IndexSource; isOutdated: boolean };

/** The index of the last run, if it is of this database and not too old to be brought up to date. */
export async function openIndex(db: Connection, thread: QueryThread, path: string): Promise<FollowedIndex | undefined> {
  const source = await thread.call('open', path);
  if (!source) return undefined;
  const isCurrent = source.database === (await databaseIdentity(db)) && (await isRecent(db, source.readAt));
  return isCurrent ? { thread, source, isOutdated: false } : undefined;
}

/** Takes over what changed since the last time. */
export async function follow(db: Connection, index: FollowedIndex): Promise<void> {
  const { ids, ...read } = await readChanges(db, index.source.snapshot);
  let state: IndexState | undefined;
  for (let start = 0; start < ids.length; start += STEP_SIZE) {
    const step = ids.slice(start, start + STEP_SIZE);
    state = await index.thread.call('update', { ids: step, products: await readIndexedProducts(db, step) });
  }
  index.source = { ...index.source, ...read };
  if (state) index.isOutdated = state.added > REBUILD_AFTER.products + REBUILD_AFTER.share * state.size;
  await index.thread.call('setSource', index.source);
}

/** A build of the whole index into a file, in a thread of its own. */
export type Build = { done: Promise<void>; stop: () => Promise<unknown> };

export function startBuild(settings: BuildSettings): Build {
  const worker = new Worker(join(import.meta.dirname, 'build-thread.ts'), { workerData: settings });
  const done = once(worker, 'exit').then(([code]) => {
    if (code !== 0) throw new Error('The search index was not built.');
  });
  return { done, stop: () => worker.terminate() };
}
