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
/** Nor are more products of imports, and a greater share of all, taken over one by one. */
const MAX_BACKLOG = { products: 1000, share: 0.05 };
/** An import commits more often, in milliseconds. */
const IMPORT_PAUSE_MS = 5000;

/**
 * An index that a thread has open, and how far it is. `source` is up to where it has every change; `seen` up to where changes
 * were read. What imports changed in between waits in the backlog, so that a small change is found at once nevertheless.
 */
export type FollowedIndex = {
  thread: QueryThread;
  source: IndexSource;
  seen: string;
  size: number;
  backlog: Set<number>;
  /** When the last change of an import was read, in milliseconds of `performance.now()`. */
  importedAt: number;
  isOutdated: boolean;
  /** So much is outstanding that only building the index anew takes it over. */
  isLeftToBuild: boolean;
};

export function followedIndex(thread: QueryThread, source: IndexSource): FollowedIndex {
  const { snapshot: seen } = source;
  return {
    thread,
    source,
    seen,
    size: 0,
    backlog: new Set(),
    importedAt: -Infinity,
    isOutdated: false,
    isLeftToBuild: false,
  };
}

/** The index of the last run, if it is of this database and not too old to be brought up to date. */
export async function openIndex(db: Connection, thread: QueryThread, path: string): Promise<FollowedIndex | undefined> {
  const source = await thread.call('open', path);
  if (!source) return undefined;
  const isCurrent = source.database === (await databaseIdentity(db)) && (await isRecent(db, source.readAt));
  return isCurrent ? followedIndex(thread, source) : undefined;
}

/** Takes over what changed since the last time, of imports a step; returns whether nothing is left. */
export async function follow(db: Connection, index: FollowedIndex): Promise<boolean> {
  const { ids, bulk, ...read } = await readChanges(db, index.seen);
  for (let start = 0; start < ids.length; start += STEP_SIZE)
    await update(db, index, ids.slice(start, start + STEP_SIZE));
  index.seen = read.snapshot;
  if (bulk.length > 0) index.importedAt = performance.now();
  if (index.isLeftToBuild) return false;
  for (const id of bulk) index.backlog.add(id);
  const step = firstOf(index.backlog, STEP_SIZE);
  if (step.length > 0) await update(db, index, step);
  for (const id of step) index.backlog.delete(id);
  if (index.backlog.size > MAX_BACKLOG.products + MAX_BACKLOG.share * index.size) leaveToBuild(index);
  if (index.isLeftToBuild || index.backlog.size > 0) return false;
  index.source = { ...index.source, ...read };
  await index.thread.call('setSource', index.source);
  return true;
}

async function update(db: Connection, index: FollowedIndex, ids: readonly number[]): Promise<void> {
  const products = await readIndexedProducts(db, ids);
  const { size, added }: IndexState = await index.thread.call('update', { ids, products });
  index.size = size;
  index.isOutdated ||= added > REBUILD_AFTER.products + REBUILD_AFTER.share * size;
}

function firstOf(ids: ReadonlySet<number>, most: number): number[] {
  const first: number[] = [];
  for (const id of ids) {
    if (first.length === most) break;
    first.push(id);
  }
  return first;
}

/** The source stays where it is: what is not taken over is found by whoever opens the index again, too. */
function leaveToBuild(index: FollowedIndex): void {
  index.backlog.clear();
  index.isLeftToBuild = true;
  index.isOutdated = true;
}

/** Whether an import is going on: a build would soon be outdated, and the machine is busy. */
export function isImporting({ importedAt }: FollowedIndex): boolean {
  return performance.now() - importedAt < IMPORT_PAUSE_MS;
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
