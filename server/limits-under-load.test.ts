import { afterEach, describe, expect, test, vi } from 'vitest';
import { testShop } from '../tests/database.ts';
import { countValues, runConcurrently } from '../tests/test-app.ts';
import { ApiError } from './api-error.ts';
import { openDatabase, openPool } from './db/connection.ts';
import { concurrencyLimit, databaseRateLimits, type RateLimitName } from './limits.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** `ok`, or the code of the API error that the promise was rejected with. */
function outcomeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'ok',
    (error) => (error instanceof ApiError ? error.code : String(error)),
  );
}

const { deps, pool } = await testShop({ DATABASE_POOL: '24' });
const consume = databaseRateLimits(deps.db);

type Requests = { count?: number; servers?: (typeof consume)[] };

/** How many requests of one subject, 40 at a time, were allowed and rejected. */
async function consumeOften(
  limit: RateLimitName,
  subject: string,
  { count = 400, servers = [consume] }: Requests = {},
) {
  const outcomes = await runConcurrently(count, 40, (index) =>
    outcomeOf(servers[index % servers.length]!(limit, subject)),
  );
  return countValues(outcomes);
}

describe('rate limits', () => {
  test.each([
    ['browse', 300, 400],
    ['sign-in', 20, 100],
    ['new-ticket', 5, 20],
  ] as const)(
    '%s lets %d of %d concurrent requests through, on two servers together',
    async (limit, allowed, count) => {
      const servers = [consume, databaseRateLimits(deps.db)];
      const expected = { ok: allowed, too_many_requests: count - allowed };
      expect(await consumeOften(limit, `shared ${limit}`, { count, servers })).toEqual(expected);
    },
  );

  test('rejected requests also consume the longer window, and no flood exceeds the shorter one', async () => {
    const { ok } = await consumeOften('sign-in', 'flood');
    expect(ok).toBeLessThanOrEqual(20);
    await expect(consume('sign-in', 'flood')).rejects.toMatchObject({ code: 'too_many_requests' });
    await pool.query('DELETE FROM rate_counter WHERE key = $1', ['sign-in:60:flood']);
    await expect(consume('sign-in', 'flood')).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('a subject over its limit is rejected without a query', async () => {
    await consumeOften('browse', 'blocked');
    const query = vi.spyOn(pool, 'query');
    const error: ApiError = await consume('browse', 'blocked').then(
      () => expect.unreachable(),
      (reason) => reason,
    );
    expect([error.code, query.mock.calls.length]).toEqual(['too_many_requests', 0]);
    expect(error.details.retryAfter).toBeGreaterThan(0);
    expect(error.details.retryAfter).toBeLessThanOrEqual(60);
  });

  test('and is allowed again when the window has ended', async () => {
    await consumeOften('browse', 'later');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    expect(await outcomeOf(consume('browse', 'later'))).toBe('ok');
  });

  test('the retry time is that of the longest exhausted window', async () => {
    const key = (seconds: number) => `new-ticket:${seconds}:long`;
    await pool.query('INSERT INTO rate_counter VALUES ($1, 20, $3), ($2, 5, $4)', [
      key(86_400),
      key(60),
      Date.now() + 5 * 3600_000,
      Date.now() + 60_000,
    ]);
    await expect(consume('new-ticket', 'long')).rejects.toMatchObject({ details: { retryAfter: 5 * 3600 } });
  });

  test('an unreachable database is not reported as an exceeded limit', async () => {
    const unreachable = openPool({ host: '127.0.0.1', port: 1 }, { size: 1, onError: () => {} });
    const consumeThere = databaseRateLimits(openDatabase(unreachable));
    await expect(consumeThere('sign-in', 'anybody')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await unreachable.end();
  });
});

describe('rewards', () => {
  test('concurrent successes are all rewarded', async () => {
    const succeed = async () => {
      const reward = await consume('sign-in', 'rewarded');
      await reward();
    };
    for (let round = 0; round < 10; round += 1)
      expect(countValues(await runConcurrently(20, 20, () => outcomeOf(succeed())))).toEqual({ ok: 20 });
  });

  test('a success after its window has ended adds nothing to the next window', async () => {
    const reward = await consume('coupon', 'slow');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
    await reward();
    expect(await consumeOften('coupon', 'slow', { count: 50 })).toEqual({ ok: 10, too_many_requests: 40 });
  });
});

describe('a concurrency limit', () => {
  const settings = { concurrency: 2, maxWaiting: 3, maxWaitSeconds: 5 };

  /** Starts jobs that run until `finish` is called, each noting its index when it starts. */
  function startJobs(count: number) {
    const limit = concurrencyLimit(settings);
    const started: number[] = [];
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const outcomes = Array.from({ length: count }, (_, index) =>
      outcomeOf(
        limit(async () => {
          started.push(index);
          await finished;
        }),
      ),
    );
    return { limit, started, finish, outcomes };
  }

  test('runs some jobs, queues some in order and rejects the others', async () => {
    const { started, finish, outcomes } = startJobs(8);
    expect(started).toEqual([0, 1]);
    expect(await Promise.all(outcomes.slice(5))).toEqual(['busy', 'busy', 'busy']);
    finish();
    expect(await Promise.all(outcomes.slice(0, 5))).toEqual(Array(5).fill('ok'));
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  test('rejects a job that has not started by its deadline and finishes one that has', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { limit, started, finish, outcomes } = startJobs(4);
    vi.advanceTimersByTime(5000);
    expect(await Promise.all(outcomes.slice(2))).toEqual(['busy', 'busy']);
    const next = outcomeOf(limit(async () => {}));
    finish();
    expect(await Promise.all([...outcomes.slice(0, 2), next])).toEqual(['ok', 'ok', 'ok']);
    expect(started).toEqual([0, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('does not interrupt a job that runs beyond the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const limit = concurrencyLimit({ ...settings, concurrency: 1 });
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    const outcomes = [limit(() => first.promise), limit(() => second.promise)];
    first.resolve();
    await outcomes[0];
    await Promise.resolve();
    vi.advanceTimersByTime(6000);
    second.resolve('done');
    expect(await outcomes[1]).toBe('done');
  });

  test('returns a job’s result or error and continues after a failure', async () => {
    const limit = concurrencyLimit({ ...settings, concurrency: 1 });
    const outcomes = [limit(async () => Promise.reject(new Error('no'))), limit(async () => 1)];
    expect(await Promise.allSettled(outcomes)).toMatchObject([{ reason: { message: 'no' } }, { value: 1 }]);
  });

  test('returns the reason and the retry time', async () => {
    const { limit, finish } = startJobs(5);
    await expect(limit(async () => {})).rejects.toMatchObject({ code: 'busy', details: { retryAfter: 2 } });
    finish();
  });
});
