import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { newDatabase, waitUntilBlocked, expectIntegrity } from '../../tests/database.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { openJobs } from '../jobs.ts';
import { runMaintenance } from './cleanup.ts';

const shop = await openTestApp();
const { app, pool, connect } = shop;
/** Milliseconds: longer than any bound of a pool. */
const HOUR = 3_600_000;

function onError(error: Error): never {
  throw error;
}

async function count(table: string): Promise<number> {
  return (await pool.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;
}

test('sessions and their tokens are deleted 90 days after their end', async () => {
  const [old, recent, expired, living] = [
    await makeSignedInCustomer(shop),
    await makeSignedInCustomer(shop),
    await makeSignedInCustomer(shop),
    await makeSignedInCustomer(shop),
  ];
  const age = (id: string, column: string, days: number) =>
    pool.query(`UPDATE session SET ${column} = now() - make_interval(days => $2) WHERE customer_id = $1`, [id, days]);
  await age(old.id, 'ended_at', 91);
  await age(recent.id, 'ended_at', 89);
  await age(expired.id, 'expires_at', 91);
  expect(await runMaintenance(connect, onError)).toMatchObject({ sessions: 2 });
  const { rows } = await pool.query('SELECT customer_id FROM session JOIN session_token ON session_id = id');
  expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([recent.id, living.id]));
});

test('idempotency keys are deleted after a day, counters when they expire', async () => {
  const title = await makeProduct(shop);
  await placeOrder(app, { lines: [title] });
  await pool.query("UPDATE idempotency SET created_at = now() - interval '25 hours'");
  await placeOrder(app, { lines: [title] });
  await pool.query(
    "INSERT INTO rate_counter VALUES ('old', 1, 1), ('new', 1, extract(epoch FROM now() + interval '1 hour') * 1000)",
  );
  await pool.query(
    "INSERT INTO login_attempt VALUES ('old', 1, now(), now() - interval '25 hours'), ('new', 1, now(), now())",
  );
  await pool.query(
    "INSERT INTO used_nonce VALUES ('i', 'old', now() - interval '1 second'), ('i', 'new', now() + interval '1 hour')",
  );
  expect(await runMaintenance(connect, onError)).toMatchObject({
    idempotencyKeys: 1,
    loginAttempts: 1,
    nonces: 1,
    deletedAccounts: 0,
  });
  expect([
    await count('idempotency'),
    await count('rate_counter'),
    await count('login_attempt'),
    await count('used_nonce'),
  ]).toEqual([1, 1, 1, 1]);
  await expectIntegrity(pool);
});

test('a second run finds nothing to do', async () => {
  await runMaintenance(connect, onError);
  expect(await runMaintenance(connect, onError)).toMatchObject({
    sessions: 0,
    idempotencyKeys: 0,
    nonces: 0,
    loginAttempts: 0,
    deletedAccounts: 0,
  });
});

test('any number of rows is deleted', async () => {
  await pool.query(
    "INSERT INTO used_nonce SELECT 'many', n::text, now() - interval '1 second' FROM generate_series(1, 2500) n",
  );
  expect(await runMaintenance(connect, onError)).toMatchObject({ nonces: 2500 });
});

test('a failed step is reported and does not stop the others', async () => {
  await pool.query(`
    CREATE FUNCTION refuse_to_forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this'; END $$;
    CREATE TRIGGER stays BEFORE DELETE ON login_attempt FOR EACH ROW EXECUTE FUNCTION refuse_to_forget();
    INSERT INTO login_attempt VALUES ('stays', 1, now(), now() - interval '25 hours');
    INSERT INTO used_nonce VALUES ('i', 'goes', now() - interval '1 second')`);
  const told: Error[] = [];
  const done = await runMaintenance(connect, (error) => told.push(error));
  expect(told.map(({ message }) => message)).toEqual(['The maintenance step loginAttempts failed.']);
  expect(told[0]).toMatchObject({ cause: { cause: { message: 'not this' } } });
  expect(done).toMatchObject({ nonces: 1, deletedAccounts: 0, auditHead: expect.any(String) });
  expect(done).not.toHaveProperty('loginAttempts');
  await pool.query('DROP TRIGGER stays ON login_attempt; DELETE FROM login_attempt');
});

test('maintenance has no time limit', async () => {
  const client = await pool.connect();
  await client.query('BEGIN; LOCK TABLE login_attempt');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = runMaintenance(connect, onError);
  await waitUntilBlocked(pool);
  vi.advanceTimersByTime(HOUR);
  vi.useRealTimers();
  await client.query('ROLLBACK');
  client.release();
  expect(await done).toMatchObject({ loginAttempts: 0 });
});

const IDLE = {
  sendMail: async () => {},
  reconcilePayment: async () => {},
  deadlines: async () => {},
  alerts: async () => {},
  priceAlerts: async () => {},
  datedChanges: async () => {},
  maintenance: async () => {},
  feeds: async () => {},
  imports: async () => {},
};

test('a run that fails as a whole is reported', async () => {
  const night = await newDatabase();
  const client = new pg.Client(night);
  await client.connect();
  await client.query("INSERT INTO jobs.job (name, policy) VALUES ('upkeep', 'exclusive')");
  await client.end();
  const told = Promise.withResolvers<Error>();
  const maintenance = () => Promise.reject(new Error('no database'));
  const jobs = await openJobs(night, told.resolve, { worksJobs: true });
  await jobs.work({ ...IDLE, maintenance });
  expect(await told.promise).toMatchObject({ message: 'no database' });
  await jobs.stop();
});

test('several servers do one nightly run', async () => {
  const night = await newDatabase();
  const servers = await Promise.all([1, 2].map(() => openJobs(night, onError, { worksJobs: true })));
  await Promise.all(servers.map((server) => server.work(IDLE)));
  const client = new pg.Client(night);
  await client.connect();
  const { rows } = await client.query("SELECT cron, timezone FROM jobs.schedule WHERE name = 'upkeep'");
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'Asia/Kuala_Lumpur' }]);
  const each = await client.query("SELECT cron FROM jobs.schedule WHERE name = 'deadlines'");
  expect(each.rows).toEqual([{ cron: '* * * * *' }]);
  await client.end();
  await Promise.all(servers.map((server) => server.stop()));
});
