import { expect, test } from 'vitest';
import { attemptStart } from './attempt-start.ts';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { expectChangedTitle } from './live-updates.ts';
import { expectOrders, report, startLoad, stockShop, sumOf } from './load.ts';
import { startPgbouncer, type PoolMode } from './pgbouncer.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';

buildWhereMissing();

async function startStockedPostgres() {
  const postgres = await startPostgres();
  return { postgres, titles: await stockShop(postgres.url()) };
}

const POOLER_ONLY = 'DATABASE_URL is a pooler: set DATABASE_DIRECT_URL to PostgreSQL itself.';
const DEAF = 'This server does not hear its own notifications: DATABASE_URL is a pooler in transaction mode';
const IGNORED = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options';

test.each<PoolMode>(['transaction', 'session'])(
  'two servers work through a pooler in %s mode',
  async (mode) => {
    const { postgres, titles } = await startStockedPostgres();
    const pooler = await startPgbouncer(postgres, mode);
    const settings = { DATABASE_DIRECT_URL: postgres.url() };
    const servers = [
      await newServer(postgres.url(pooler.port), settings),
      await newServer(postgres.url(pooler.port), settings),
    ];
    for (const server of servers) await server.start();
    const loads = servers.map(({ url }, place) => startLoad(url, { titles, clients: 3, place }));
    await waitUntil(() => loads.every(({ figures }) => figures.orders > 100), { seconds: 120, what: 'orders' });
    await expectChangedTitle(postgres, titles[0]!.id, servers[1]!.url);
    const figures = sumOf(await Promise.all(loads.map((load) => load.stop())));
    report(`two servers, pgbouncer in ${mode} mode`, figures);
    expect(figures.failures.slice(0, 5)).toEqual([]);
    await expectOrders(postgres.url(), figures);
    await expectNoSessionState(postgres);
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
    await pooler.end('SIGINT');
  },
  SLOW,
);

/** No advisory lock is held but what each listener says of its secret, and the pooler's sessions have their bounds. */
async function expectNoSessionState({ query }: Postgres): Promise<void> {
  const { rows } = await query(
    `SELECT DISTINCT classid::int FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2`,
  );
  expect(rows).toEqual([{ classid: 7_240_117 }]);
  const { rows: settings } = await query('SELECT setconfig FROM pg_db_role_setting');
  expect(settings[0].setconfig).toContain('statement_timeout=5000');
}

test.each([
  ['refuses settings of a session', {}, POOLER_ONLY],
  ['ignores them', { ignore_startup_parameters: IGNORED }, DEAF],
])(
  'a server does not start on a pooler alone that %s, and says what to set',
  async (_, settings, sentence) => {
    const postgres = await startPostgres();
    const pooler = await startPgbouncer(postgres, 'transaction', settings);
    expect(await attemptStart({ DATABASE_URL: postgres.url(pooler.port) })).toContain(sentence);
    const { rowCount } = await postgres.query(`SELECT FROM pg_locks WHERE locktype = 'advisory'`);
    expect(rowCount).toBe(0);
    await pooler.end('SIGINT');
  },
  SLOW,
);
