import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { importRun } from '../db/tables.ts';
import type { ImportRun } from './import-runs.ts';

const INTERVAL_MS = 1000;

/**
 * How far an import is, written down every second, so that it outlives pages and servers; each time it is looked whether somebody has
 * stopped it. Where that fails, the connection that has the lock is lost, and the import ends.
 */
export class Progress {
  readonly signal: AbortSignal;
  /** Whether a person stopped it. */
  isStopped = false;
  readonly #db: Database;
  readonly #id: string;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #state = { done: 0, total: 0 };
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, { id }: ImportRun, signal: AbortSignal) {
    this.#db = db;
    this.#id = id;
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
    this.#timer = setInterval(() => this.#enqueue(false), INTERVAL_MS);
  }

  /** A part of the work begins. */
  begin(): Promise<void> {
    this.#state = { done: 0, total: 0 };
    this.#enqueue(true);
    return this.#writing;
  }

  report(done: number, total: number): void {
    this.#state = { done, total };
  }

  /** Waits until nothing is written any more. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#writing;
  }

  #enqueue(isBeginning: boolean): void {
    this.#writing = this.#writing.then(() => this.#write(isBeginning)).catch(() => this.#controller.abort());
  }

  async #write(isBeginning: boolean): Promise<void> {
    const now = sql`clock_timestamp()`;
    const [row] = await this.#db
      .update(importRun)
      .set({ ...this.#state, progressAt: now, ...(isBeginning && { phaseStartedAt: now }) })
      .where(eq(importRun.id, this.#id))
      .returning({ isStopping: importRun.isStopping });
    if (!row?.isStopping) return;
    this.isStopped = true;
    this.#controller.abort();
  }
}
