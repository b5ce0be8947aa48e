import type pg from 'pg';
import { openDatabase, openPool } from '../db/connection.ts';
import { claimFile } from './claim-file.ts';
import {
  follow,
  followedIndex,
  isImporting,
  openIndex,
  startBuild,
  type Build,
  type FollowedIndex,
} from './follow-catalogue.ts';
import type { QueryMethods } from './index/query-thread.ts';
import { startQueryThread, type QueryThread } from './query-calls.ts';
import type { SearchIndex } from './search-index.ts';

/** A search index of a server: a thread that answers, and what keeps it up to date. */
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

/** Opens the search index of a server, or has it built in the background. */
export function openSearchThread({ connect, folder, fallback, onError }: ThreadOptions): SearchThread {
  const kept = new KeptIndex({ connect, folder, onError });

  /** Asks the thread; the fallback where it cannot answer. */
  async function ask<M extends 'search' | 'suggest' | 'correct'>(
    method: M,
    args: Parameters<QueryMethods[M]>,
    otherwise: () => Promise<ReturnType<QueryMethods[M]>>,
  ): Promise<ReturnType<QueryMethods[M]>> {
    const thread = kept.thread;
    if (!thread) return otherwise();
    try {
      return await thread.call(method, ...args);
    } catch (error) {
      if (!kept.isStopped) onError(error as Error);
      return otherwise();
    }
  }

  return {
    search: (request) => ask('search', [request], () => fallback.search(request)),
    suggest: (request) => ask('suggest', [request], () => fallback.suggest(request)),
    correct: (words) => ask('correct', [words], () => fallback.correct(words)),
    sync: () => kept.sync(),
    isIndexed: () => kept.thread !== undefined,
    secondsBehind: () => kept.secondsBehind,
    stop: () => kept.stop(),
  };
}

/** How often the database is asked for changes that no notification told of, in milliseconds. */
const POLL_MS = 500;
/** After a failure of the database or the thread. */
const RETRY_MS = 2000;

/** Every change is looked for so often at least that this is no delay. */
const REGULAR_DELAY_SECONDS = 5;

type KeptOptions = Pick<ThreadOptions, 'connect' | 'folder' | 'onError'>;
type Told = { resolve: () => void; reject: (error: Error) => void };

/** The index of one server in its thread: opened, built anew when it should, and following the catalogue. */
class KeptIndex {
  isStopped = false;
  readonly #options: KeptOptions;
  readonly #pool: pg.Pool;
  readonly #claimed: ReturnType<typeof claimFile>;
  readonly #running: Promise<void>;
  #thread: QueryThread | undefined;
  #index: FollowedIndex | undefined;
  /** Whether there is no file that could be opened. */
  #isMissing = false;
  #build: (Build & { isDone: boolean }) | undefined;
  #told: Told[] = [];
  /** Those whose changes wait behind an import's. */
  #waiting: Told[] = [];
  #wake = () => {};
  /** When every change was indexed last, in milliseconds of `performance.now()`. */
  #caughtUpAt = performance.now();

  constructor(options: KeptOptions) {
    this.#options = options;
    this.#pool = openPool(options.connect, { size: 1, onError: () => {} });
    this.#claimed = claimFile(options.folder);
    this.#running = this.#keepUp();
  }

  /** What answers, once there is an index. */
  get thread(): QueryThread | undefined {
    return this.#index?.thread;
  }

  get secondsBehind(): number {
    const seconds = (performance.now() - this.#caughtUpAt) / 1000;
    return !this.#index || seconds < REGULAR_DELAY_SECONDS ? 0 : seconds;
  }

  /** Resolves once every change that was committed before is indexed. */
  sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.isStopped) return reject(new Error(STOPPED));
      this.#told.push({ resolve, reject });
      if (this.#index) this.#wake();
    });
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.#index = undefined;
    this.#wake();
    await Promise.all([this.#thread?.stop(), this.#build?.stop()]);
    await this.#running;
    for (const { reject } of [...this.#told.splice(0), ...this.#waiting.splice(0)]) reject(new Error(STOPPED));
    await this.#pool.end();
    this.#claimed.release();
  }

  async #keepUp(): Promise<void> {
    while (!this.isStopped) {
      let delay = POLL_MS;
      const startedAt = performance.now();
      try {
        await this.#catchUp();
        delay = this.#pauseBetweenSteps(performance.now() - startedAt);
      } catch (error) {
        delay = RETRY_MS;
        if (!this.isStopped) this.#options.onError(new Error('The search index is behind.', { cause: error }));
      }
      await this.#pause(delay);
    }
  }

  async #catchUp(): Promise<void> {
    const db = openDatabase(this.#pool);
    this.#thread ??= this.#startThread();
    if (this.#build?.isDone) await this.#replace(this.#thread);
    if (!this.#isMissing) this.#index ??= await openIndex(db, this.#thread, this.#claimed.path);
    this.#isMissing = this.#index === undefined;
    const isDue = this.#index ? this.#index.isOutdated && !isImporting(this.#index) : this.#isMissing;
    if (isDue) this.#build ??= this.#startBuild();
    if (!this.#index) return;
    this.#waiting.push(...this.#told.splice(0));
    if (!(await follow(db, this.#index))) return;
    this.#caughtUpAt = performance.now();
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #startThread(): QueryThread {
    const { onError } = this.#options;
    const onEnd = () => {
      [this.#thread, this.#index, this.#isMissing] = [undefined, undefined, false];
    };
    return startQueryThread({ onError, onEnd });
  }

  #startBuild(): Build & { isDone: boolean } {
    const build = startBuild({ connect: this.#options.connect, file: `${this.#claimed.path}.new` });
    const started = { ...build, isDone: false };
    build.done.then(
      () => {
        started.isDone = true;
        this.#wake();
      },
      (error: unknown) => {
        if (this.isStopped) return;
        this.#options.onError(new Error('The search index could not be built.', { cause: error }));
        setTimeout(() => (this.#build = undefined), RETRY_MS).unref();
      },
    );
    return started;
  }

  async #replace(thread: QueryThread): Promise<void> {
    const { path } = this.#claimed;
    [this.#build, this.#index, this.#isMissing] = [undefined, undefined, false];
    const source = await thread.call('replace', path, `${path}.new`);
    if (source) this.#index = followedIndex(thread, source);
  }

  /** Changes of imports take a tenth of the time while they come, and half of it afterwards. */
  #pauseBetweenSteps(elapsed: number): number {
    if (!this.#index || this.#index.backlog.size === 0) return POLL_MS;
    return Math.min(POLL_MS, elapsed * (isImporting(this.#index) ? 9 : 1));
  }

  #pause(delay: number): Promise<void> {
    if (this.isStopped || (this.#told.length > 0 && this.#index && delay <= POLL_MS)) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delay);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

const STOPPED = 'The search index was closed.';
