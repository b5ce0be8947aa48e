import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing, type ShopProcess } from '../shop-process.ts';
import { startHaproxy } from './haproxy.ts';
import { expectChangedTitle, followAt } from './live-updates.ts';
import { expectOrders, isOutage, report, startLoad, stockShop, sumOf, type Figures, type Load } from './load.ts';
import { startPgbouncer, type Pooler } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { SLOW } from './processes.ts';
import { runShop } from './run-shop.ts';
import { newServer } from './servers.ts';

/* The pooler that a shop works through goes away and comes back, during orders that are retried and pages that are read. */

buildWhereMissing();

/** Seconds from the end of a fault until orders are taken again. */
const MOST_SECONDS = 30;

type Fault = { begin: (pooler: Pooler) => unknown; end: (pooler: Pooler) => unknown };

const FAULTS: Record<string, Fault> = {
  'stopped and started': { begin: (pooler) => pooler.end('SIGTERM'), end: (pooler) => pooler.start() },
  'killed and started': { begin: (pooler) => pooler.end('SIGKILL'), end: (pooler) => pooler.start() },
  'paused and resumed': { begin: (pooler) => pooler.tell('PAUSE'), end: (pooler) => pooler.tell('RESUME') },
};

test.each(Object.keys(FAULTS))(
  'pgbouncer is %s: cached pages are sent meanwhile, orders go on afterwards, and no server is restarted',
  async (name) => {
    const { pooler, load, readers, servers, stop, expectSound } = await startShop();
    const { begin, end } = FAULTS[name]!;
    const failedAt = performance.now();
    await begin(pooler);
    const areAway = async () => (await Promise.all(servers.map(isDegraded))).every(Boolean);
    await waitUntil(areAway, { seconds: 60, what: 'each server to say that its database is away' });
    await waitUntil(() => refusedOrders(load) > 20, { seconds: 60, what: 'orders to be refused' });
    const { requests } = readers.figures;
    await waitUntil(() => readers.figures.requests > requests + 20, { seconds: 60, what: 'pages to be read' });
    await end(pooler);
    const endedAt = performance.now();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 100, what: 'orders after the fault' });
    const seconds = secondsSince(endedAt);

    const figures = await stop();
    const away = Math.round((endedAt - failedAt) / 1000);
    report(`pgbouncer is ${name}: away for ${away} s, then 30 orders within ${seconds} s`, figures);
    expect(figures.failures.filter((failure) => !isOutage(failure)).slice(0, 5)).toEqual([]);
    expect(seconds).toBeLessThanOrEqual(MOST_SECONDS);
    await expectSound(figures);
  },
  SLOW,
);

test(
  'pgbouncer reloads its settings and replaces its connections: nothing fails',
  async () => {
    const { pooler, load, stop, expectSound } = await startShop();
    const before = await connectionsOf(pooler);
    expect(before).not.toEqual([]);
    await pooler.reload();
    const reloadedAt = performance.now();
    const { orders } = load.figures;
    const areReplaced = async () => (await connectionsOf(pooler)).every((one) => !before.includes(one));
    await waitUntil(areReplaced, { seconds: 60, what: 'new connections to PostgreSQL' });
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 60, what: 'orders after the reload' });
    const seconds = secondsSince(reloadedAt);

    const figures = await stop();
    report(`pgbouncer reloads: 30 orders within ${seconds} s`, figures);
    expect(figures.failures.slice(0, 5)).toEqual([]);
    await expectSound(figures);
  },
  SLOW,
);

/** Two servers behind haproxy, on a PostgreSQL behind pgbouncer, with orders under way and a customer's page open. */
async function startShop() {
  const postgres = await startPostgres();
  const titles = await stockShop(postgres.url());
  const pooler = await startPgbouncer(postgres, 'transaction');
  const settings = { DATABASE_DIRECT_URL: postgres.url(), DRAIN_SECONDS: '0' };
  const pooled = postgres.url(pooler.port);
  const servers = [await newServer(pooled, settings), await newServer(pooled, settings)] as const;
  for (const server of servers) await server.start();
  const { url } = await startHaproxy(servers.map((server) => server.url));
  const follower = await followAt(servers[0].url, postgres);
  const load = startLoad(url, { titles, retries: true });
  const readers = startLoad(url, { titles, clients: 2, place: 5, orders: false });
  const stop = async () => sumOf(await Promise.all([load.stop(), readers.stop()]));
  await waitUntil(() => load.figures.orders > 60, { seconds: 60, what: 'orders' });
  const expectSound = async (figures: Figures) => {
    await expectOrders(postgres.url(), figures);
    for (const { isReady } of servers) await waitUntil(isReady, { seconds: 30, what: 'the server to be ready again' });
    await expectChangedTitle(postgres, titles[0]!.id, servers[1].url);
    await follower.expectNewsOfOrder(titles[1]!, servers[1].url);
    runShop({ DATABASE_URL: pooled, ...settings }, 'doctor');
    for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
  };
  return { pooler, load, readers, servers, stop, expectSound };
}

async function isDegraded({ url }: ShopProcess): Promise<boolean> {
  const response = await fetch(`${url}/readyz?for=pages`);
  const { status, reason } = (await response.json()) as { status: string; reason?: string };
  return response.ok && status === 'degraded' && reason === 'database';
}

function refusedOrders({ figures }: Load): number {
  return figures.failures.filter((failure) => failure.startsWith('/customer/')).length;
}

/** The processes of PostgreSQL that the pooler is connected to. */
async function connectionsOf(pooler: Pooler): Promise<number[]> {
  const { rows } = await pooler.tell('SHOW SERVERS');
  return rows.map(({ remote_pid: pid }) => pid);
}

function secondsSince(moment: number): number {
  return Math.round((performance.now() - moment) / 1000);
}
