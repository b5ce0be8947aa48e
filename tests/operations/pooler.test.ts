import { expect, test } from 'vitest';
import { attemptStart } from './attempt-start.ts';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
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
const IGNORED = 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

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
    const all = await Promise.all(loads.map((load) => load.stop()));
    const figures = {
      requests: all[0]!.requests + all[1]!.requests,
      orders: all[0]!.orders + all[1]!.orders,
      failures: all.flatMap(({ failures }) => failures),
      seconds: all[0]!.seconds,
    };
    report(`two servers, pgbouncer in ${mode} mode`, figures);
    expect(figures.failures.slice(0, 5)).toEqual([]);
    await expectOrders(postgres.url(), figures);
    await expectNoSessionState(postgres);
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
    await pooler.end('SIGINT');
  },
  SLOW,
);

/** A title that is renamed in the database is on a server's page, which was cached: its notification was heard. */
async function expectChangedTitle({ query }: Postgres, id: number, url: string): Promise<void> {
  const path = `/book/${id}/renamed`;
  const page = () => fetch(url + path).then((response) => response.text());
  await page();
  const title = `Renamed at ${Date.now()}`;
  await query(`UPDATE product SET title = '${title}' WHERE id = ${id}`);
  await query(`SELECT pg_notify('product_changed', '${id}')`);
  await waitUntil(async () => (await page()).includes(title), { seconds: 30, what: 'the new title on the page' });
}

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

test(
  'a pooler that restarts costs requests that say so, no order, and no server',
  async () => {
    const { postgres, titles } = await startStockedPostgres();
    const pooler = await startPgbouncer(postgres, 'transaction');
    const server = await newServer(postgres.url(pooler.port), { DATABASE_DIRECT_URL: postgres.url() });
    await server.start();
    const load = startLoad(server.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 30, { seconds: 60, what: 'orders' });
    await pooler.end('SIGTERM');
    await pooler.start();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 60, what: 'orders after the restart' });
    const figures = await load.stop();
    report('pgbouncer restarted, orders retried', figures);
    expect(figures.failures.filter((failure) => !/: (?:500|503) /.test(failure)).slice(0, 5)).toEqual([]);
    await expectOrders(postgres.url(), figures);
    expect(await server.end('SIGTERM')).toBe(0);
  },
  SLOW,
);
