import { setTimeout as wait } from 'node:timers/promises';
import { PRIORITIES, type Priority } from '#contract/priority.ts';

/** Of the limit, requests of a priority are let in until so much is in progress: what is left is for more important ones. */
const SHARES: Record<Priority, number> = {
  optional: 0.4,
  browse: 0.5,
  page: 0.6,
  account: 0.7,
  staff: 0.8,
  'sign-in': 0.9,
  checkout: 1,
};

/** How many requests may be in progress: at first and at most, and what is never too many. */
export const MOST_IN_PROGRESS = 48;
export const LEAST_IN_PROGRESS = 24;
/** The limit grows by so many in a turn in which nothing was slow, and shrinks to this share where something was. */
const GROWTH = 2;
const SHRINKING = 0.8;
/** Requests of a priority are slow where more than a quarter of so many took longer than this, in milliseconds. */
const SLOW_MS = 300;
const SAMPLE = 5;
/** How late the event loop is for nobody to be let in, in milliseconds. */
const MAX_LATENESS_MS = 800;
/** How much of what a turn measures is believed: a single pause of the process is no overload. */
const TRUST = 0.3;

/** From so many requests in progress on, readers wait for each other. */
const BUSY = 4;
/** How often background work checks again, and how long it waits at most, in milliseconds. */
const POLL_MS = 20;
const MAX_WAIT_MS = 200;

/** These take long by nature. */
const UNMEASURED: ReadonlySet<Priority> = new Set(['optional', 'staff']);

/**
 * How many requests are handled at once, by additive increase and multiplicative decrease: as many as are answered in time.
 * Knows no clock: {@link followEventLoop} calls `turn`.
 */
export class ConcurrencyLimit {
  #limit = MOST_IN_PROGRESS;
  #lateness = 0;
  #inProgress = 0;
  readonly #finished = new Map<Priority, { count: number; slow: number }>();

  get limit(): number {
    return this.#limit;
  }

  get inProgress(): number {
    return this.#inProgress;
  }

  get isBusy(): boolean {
    return this.#inProgress >= BUSY;
  }

  /** How late the event loop has been lately, in milliseconds. */
  get lateness(): number {
    return this.#lateness;
  }

  /** Whether there is room for a request. A `page` from the cache takes none: it waits for the event loop only. */
  admits(priority: Priority): boolean {
    const share = SHARES[priority];
    if (this.#lateness >= share * MAX_LATENESS_MS) return false;
    return priority === 'page' || this.#inProgress < share * this.#limit;
  }

  begin(): void {
    this.#inProgress += 1;
  }

  /** `ms`: how long it was handled. */
  end(priority: Priority, ms: number): void {
    this.#inProgress -= 1;
    if (UNMEASURED.has(priority)) return;
    const { count, slow } = this.#finished.get(priority) ?? { count: 0, slow: 0 };
    this.#finished.set(priority, { count: count + 1, slow: slow + Number(ms + this.#lateness > SLOW_MS) });
  }

  /** `late`: by how many milliseconds this turn came too late. */
  turn(late: number): void {
    this.#lateness += TRUST * (late - this.#lateness);
    let isSlow = false;
    for (const priority of PRIORITIES) {
      const { count, slow } = this.#finished.get(priority) ?? { count: 0, slow: 0 };
      if (count < SAMPLE) continue;
      isSlow ||= slow > count / 4;
      this.#finished.delete(priority);
    }
    const next = isSlow ? this.#limit * SHRINKING : this.#limit + GROWTH;
    this.#limit = Math.min(MOST_IN_PROGRESS, Math.max(LEAST_IN_PROGRESS, next));
  }
}

/** Lets readers go first: resolves once few requests are in progress, or after the longest wait. */
export async function giveWay(limit: Pick<ConcurrencyLimit, 'isBusy'>): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS && limit.isBusy; waited += POLL_MS) await wait(POLL_MS);
}

const TURN_MS = 50;

/** Has a limit follow how late this process is. */
export function followEventLoop(limit: ConcurrencyLimit): void {
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    limit.turn(Math.max(0, now - last - TURN_MS));
    last = now;
  };
  setInterval(turn, TURN_MS).unref();
}
