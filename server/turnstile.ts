import { refuse } from './refuse.ts';

/** Runs work in turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets so much work run at once and so much wait, in the order in which it came; refuses `busy` beyond that. Waiting
 * here costs nothing; waiting inside, on a connection or a processor, would slow down everybody.
 */
export function turnstile({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) refuse('busy', { retryAfter: 2 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
