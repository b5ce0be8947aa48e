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

/**
 * While the database cannot be reached, connections are refused at once instead of after their timeout, so that requests do not
 * pile up. Every half second one of them tries again; the first that succeeds lets all through: where statements had no answer, the
 * first that is done with its connection, since a paused pooler takes logins. A machine so busy that one more
 * connection takes too long has others: that is no outage.
 */
export function failFast(pool: pg.Pool, now: () => number = () => performance.now()): void {
  let away: { cause: unknown; retryAt: number } | undefined;
  const markAway = (cause: unknown) => void (away = { cause, retryAt: now() + RETRY_MS });
  const open = pool.connect.bind(pool) as (done: Done) => void;
  const attempt = (done: Done) => {
    if (away && now() < away.retryAt) {
      process.nextTick(done, new DatabaseAwayError(away.cause), undefined, () => {});
      return;
    }
    if (away) markAway(away.cause);
    open((error, client, release) => {
      if (!error) away = isUnanswered(away?.cause) ? away : undefined;
      else if (error.message !== POOL_IS_FULL && pool.totalCount === 0) markAway(error);
      done(error, client, release);
    });
  };
  const promise = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      attempt((error, client) => (error ? reject(error) : resolve(client!)));
    });
  pool.connect = ((done?: Done) => (done ? attempt(done) : promise())) as pg.Pool['connect'];
  pool.on('release', (error) => {
    if (!error) away = undefined;
    else if (isUnanswered(error)) markAway(error);
  });
}

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === UNANSWERED;
}
