import pg from 'pg';
import { expect, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { openDoor } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { openJobs } from '../jobs.ts';
import { runUpkeep } from './run-upkeep.ts';

const shop = await openDoor();
const { app, deps, pool } = shop;

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
  expect(await runUpkeep(deps.db)).toMatchObject({ sessions: 2 });
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
  expect(await runUpkeep(deps.db)).toMatchObject({ keys: 1, misses: 1, nonces: 1, people: 0 });
  expect([
    await count('idempotency'),
    await count('rate_counter'),
    await count('login_miss'),
    await count('spent_nonce'),
  ]).toEqual([1, 1, 1, 1]);
  await expectSound(pool);
});

test('done again it finds nothing to do', async () => {
  await runUpkeep(deps.db);
  expect(await runUpkeep(deps.db)).toMatchObject({ sessions: 0, keys: 0, nonces: 0, misses: 0, people: 0 });
});

test('servers that work jobs agree on one nightly run', async () => {
  const handlers = { sendMail: async () => {}, upkeep: async () => {} };
  const connect = await newDatabase();
  const onError = (error: Error) => {
    throw error;
  };
  const servers = await Promise.all([1, 2].map(() => openJobs(connect, onError, handlers)));
  const client = new pg.Client(connect);
  await client.connect();
  const { rows } = await client.query("SELECT cron, timezone FROM jobs.schedule WHERE name = 'upkeep'");
  expect(rows).toEqual([{ cron: '17 3 * * *', timezone: 'Asia/Kuala_Lumpur' }]);
  await client.end();
  await Promise.all(servers.map((server) => server.stop()));
});
