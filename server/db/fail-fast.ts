import type pg from 'pg';

/** Milliseconds after a failed attempt to reach the database in which no other is made. */
export const RETRY_MS = 500;

/** Thrown at once while the database is known to be out of reach. */
export class DatabaseAwayError extends Error {
  readonly code = 'ECONNREFUSED';
  constructor(cause: unknown) {
    super('the database could not be reached a moment ago', { cause });
  }
}

/** A full pool's error: the database is busy, not away. */
const POOL_IS_FULL = 'timeout exceeded when trying to connect';
/** Of a statement whose own, shorter bound PostgreSQL did not keep. */
const UNANSWERED = 'Query read timeout';

type Done = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: unknown) => void) => void;
type Connect = () => Promise<pg.PoolClient>;

/**
 * While the database cannot be reached, connections are refused at once instead of after their timeout, so that requests do not
 * pile up. Every half second one of them tries again; the first that succeeds lets all through.
 */
export function failFast(pool: pg.Pool, now: () => number = () => performance.now()): void {
  let away: { cause: unknown; retryAt: number } | undefined;
  const markAway = (cause: unknown) => void (away = { cause, retryAt: now() + RETRY_MS });
  const open = pool.connect.bind(pool) as Connect;
  const attempt: Connect = async () => {
    if (away && now() < away.retryAt) throw new DatabaseAwayError(away.cause);
    if (away) markAway(away.cause);
    try {
      const client = await open();
      away = undefined;
      return client;
    } catch (error) {
      if ((error as Error).message !== POOL_IS_FULL) markAway(error);
      throw error;
    }
  };
  const connect = (done?: Done) => {
    const client = attempt();
    if (!done) return client;
    client.then(
      (opened) => done(undefined, opened, opened.release.bind(opened)),
      (error: Error) => done(error, undefined, () => {}),
    );
    return undefined;
  };
  pool.connect = connect as pg.Pool['connect'];
  pool.on('release', (error) => {
    if ((error as Error | undefined)?.message === UNANSWERED) markAway(error);
  });
}
