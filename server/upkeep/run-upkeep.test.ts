import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { openDoor } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { untilBlocked } from '../../tests/locks.ts';
import { expectSound } from '../../tests/invariants.ts';
import { openJobs } from '../jobs.ts';
import { runUpkeep } from './run-upkeep.ts';

const shop = await openDoor();
const { app, pool, connect } = shop;
/** Milliseconds: longer than any bound of a pool. */
const HOUR = 3_600_000;

function onError(error: Error): never {
  throw error;
}

async function count(table: string): Promise<number> {
  return (await pool.query(`SELECT count(*)::int AS rows FROM ${table}`)).rows[0].rows;
}

test('sessions go 90 days after their end, with their tokens; living ones stay', async () => {
  const [old, recent, expired, living] = [
    await makeSignedIn(shop),
    await makeSignedIn(shop),
    await makeSignedIn(shop),
    await makeSignedIn(shop),
  ];
  const age = (id: string, column: string, days: number) =>
    pool.query(`UPDATE session SET ${column} = now() - make_interval(days => $2) WHERE customer_id = $1`, [id, days]);
  await age(old.id, 'ended_at', 91);
  await age(recent.id, 'ended_at', 89);
  await age(expired.id, 'expires_at', 91);
  expect(await runUpkeep(connect, onError)).toMatchObject({ sessions: 2 });
  const { rows } = await pool.query('SELECT customer_id FROM session JOIN session_token ON session_id = id');
  expect(new Set(rows.map((row) => row.customer_id))).toEqual(new Set([recent.id, living.id]));
});

test('keys of orders go after a day, counters when their time is over', async () => {
  const title = await makeTitle(shop);
  await placeOrder(app, { lines: [title] });
  await pool.query("UPDATE idempotency SET created_at = now() - interval '25 hours'");
  await placeOrder(app, { lines: [title] });
  await pool.query(
    "INSERT INTO rate_counter VALUES ('old', 1, now() - interval '1 second'), ('new', 1, now() + interval '1 hour')",
  );
  await pool.query(
    "INSERT INTO login_miss VALUES ('old', 1, now(), now() - interval '25 hours'), ('new', 1, now(), now())",
  );
  await pool.query(
    "INSERT INTO spent_nonce VALUES ('i', 'old', now() - interval '1 second'), ('i', 'new', now() + interval '1 hour')",
  );
  expect(await runUpkeep(connect, onError)).toMatchObject({ keys: 1, misses: 1, nonces: 1, people: 0 });
  expect([
    await count('idempotency'),
    await count('rate_counter'),
    await count('login_miss'),
    await count('spent_nonce'),
  ]).toEqual([1, 1, 1, 1]);
  await expectSound(pool);
});

test('done again it finds nothing to do', async () => {
  await runUpkeep(connect, onError);
  expect(await runUpkeep(connect, onError)).toMatchObject({ sessions: 0, keys: 0, nonces: 0, misses: 0, people: 0 });
});

test('however many have gathered, all of them go', async () => {
  await pool.query(
    "INSERT INTO spent_nonce SELECT 'many', n::text, now() - interval '1 second' FROM generate_series(1, 2500) n",
  );
  expect(await runUpkeep(connect, onError)).toMatchObject({ nonces: 2500 });
});

test('what fails is told, and everything else is done all the same', async () => {
  await pool.query(`
    CREATE FUNCTION refuse_to_forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this'; END $$;
    CREATE TRIGGER stays BEFORE DELETE ON login_miss FOR EACH ROW EXECUTE FUNCTION refuse_to_forget();
    INSERT INTO login_miss VALUES ('stays', 1, now(), now() - interval '25 hours');
    INSERT INTO spent_nonce VALUES ('i', 'goes', now() - interval '1 second')`);
  const told: Error[] = [];
  const done = await runUpkeep(connect, (error) => told.push(error));
  expect(told.map(({ message }) => message)).toEqual(['The upkeep of misses failed.']);
  expect(told[0]).toMatchObject({ cause: { cause: { message: 'not this' } } });
  expect(done).toMatchObject({ nonces: 1, people: 0, auditHead: expect.any(String) });
  expect(done).not.toHaveProperty('misses');
  await pool.query('DROP TRIGGER stays ON login_miss; DELETE FROM login_miss');
});

test('it takes the time that the shop’s size needs', async () => {
  const client = await pool.connect();
  await client.query('BEGIN; LOCK TABLE login_miss');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done = runUpkeep(connect, onError);
  await untilBlocked(pool);
  vi.advanceTimersByTime(HOUR);
  vi.useRealTimers();
  await client.query('ROLLBACK');
  client.release();
  expect(await done).toMatchObject({ misses: 0 });
});

const IDLE = { sendMail: async () => {}, tidyPayment: async () => {}, upkeep: async () => {} };

test('a night that fails as a whole is told', async () => {
  const night = await newDatabase();
  const client = new pg.Client(night);
  await client.connect();
  await client.query("INSERT INTO jobs.job (name, policy) VALUES ('upkeep', 'exclusive')");
  await client.end();
  const told = Promise.withResolvers<Error>();
  const upkeep = () => Promise.reject(new Error('no database'));
  const jobs = await openJobs(night, told.resolve, { worksJobs: true });
  await jobs.work({ ...IDLE, upkeep });
  expect(await told.promise).toMatchObject({ message: 'no database' });
  await jobs.stop();
});

test('servers that work jobs agree on one nightly run', async () => {
  const night = await newDatabase();
  const servers = await Promise.all([1, 2].map(() => openJobs(night, onError, { worksJobs: true })));
  await Promise.all(servers.map((server) => server.work(IDLE)));
  const client = new pg.Client(night);
  await client.connect();
  const { rows } = await client.query("SELECT cron, timezone FROM jobs.schedule WHERE name = 'upkeep'");
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'Asia/Kuala_Lumpur' }]);
  await client.end();
  await Promise.all(servers.map((server) => server.stop()));
});
