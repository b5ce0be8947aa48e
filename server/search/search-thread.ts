import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type pg from 'pg';
import type { SearchIndex } from './search-index.ts';
import type { WorkerMessage, WorkerMethod, WorkerRequest, WorkerSettings } from './search-worker.ts';

/** A search index in a thread of its own. */
export type SearchThread = SearchIndex & {
  stop: () => Promise<void>;
};

type ThreadOptions = {
  connect: pg.PoolConfig;
  /** Where the index is kept; for one server alone. */
  folder: string;
  /** Answers while the index is built, and where it fails. */
  fallback: SearchIndex;
  onError: (error: Error) => void;
};

const RESTART_MS = 5000;

/** Opens the search index of a server, or has it built in the background. */
export function openSearchThread({ connect, folder, fallback, onError }: ThreadOptions): SearchThread {
  const calls = new Map<number, { resolve: (value: unknown) => void; reject: (error: unknown) => void }>();
  let [lastId, isReady, isStopped] = [0, false, false];
  let restart: NodeJS.Timeout | undefined;
  let worker = start();

  function start(): Worker {
    const workerData: WorkerSettings = { connect, folder };
    const started = new Worker(join(import.meta.dirname, 'search-worker.ts'), { workerData });
    started.on('message', receive);
    started.on('error', onError);
    started.on('exit', () => {
      isReady = false;
      for (const { reject } of calls.values()) reject(new Error('The search thread ended.'));
      calls.clear();
      if (!isStopped) restart = setTimeout(() => (worker = start()), RESTART_MS);
    });
    return started;
  }

  function receive(message: WorkerMessage): void {
    if (message.kind === 'ready') isReady = true;
    else if (message.kind === 'failed') onError(new Error('The search index is behind.', { cause: message.error }));
    else {
      const call = calls.get(message.id);
      calls.delete(message.id);
      if (message.error === undefined) call?.resolve(message.value);
      else call?.reject(message.error);
    }
  }

  function post<T>(method: WorkerMethod, ...args: unknown[]): Promise<T> {
    const request: WorkerRequest = { id: (lastId += 1), method, args };
    return new Promise<T>((resolve, reject) => {
      calls.set(request.id, { resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage(request);
    });
  }

  /** Asks the thread; the fallback where it cannot answer. */
  async function ask<T>(method: WorkerMethod, args: unknown[], otherwise: () => Promise<T>): Promise<T> {
    if (!isReady) return otherwise();
    try {
      return await post<T>(method, ...args);
    } catch (error) {
      if (!isStopped) onError(error as Error);
      return otherwise();
    }
  }

  return {
    search: (request) => ask('search', [request], () => fallback.search(request)),
    suggest: (words, limits) => ask('suggest', [words, limits], () => fallback.suggest(words, limits)),
    correct: (words) => ask('correct', [words], () => fallback.correct(words)),
    sync: () => post('sync'),
    isIndexed: () => isReady,
    stop: async () => {
      isStopped = true;
      clearTimeout(restart);
      await worker.terminate();
    },
  };
}
