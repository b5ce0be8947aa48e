import { connect, type Socket } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '../../server/db/connection.ts';
import { waitUntil } from '../../server/startup.ts';
import { makeSignedInCustomer } from '../factories.ts';
import { buildWhereMissing, type ShopProcess } from '../shop-process.ts';
import { stockShop } from './load.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { endAfterwards, SLOW } from './processes.ts';
import { newServer } from './servers.ts';

/* What clients cost that hold connections and do nothing with them: memory in proportion to their number, no more, and none afterwards. */

buildWhereMissing();
let postgres: Postgres;
let server: ShopProcess;
beforeAll(async () => {
  postgres = await startPostgres();
  await stockShop(postgres.url());
  server = await newServer(postgres.url(), { DRAIN_SECONDS: '0' });
  await server.start();
  for (let count = 0; count < 200; count += 1) await fetch(`${server.url}/browse`).then((page) => page.arrayBuffer());
}, SLOW);

const KB = 1024;
/** Streams that one customer may have open. */
const PER_CUSTOMER = 10;
/** The pool of the database may have grown meanwhile. */
const SPARE = 20;

const residentBytes = () => readMetric('process_resident_memory_bytes');

async function readMetric(name: string): Promise<number> {
  const metrics = await fetch(`${server.url}/metrics`).then((response) => response.text());
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line!.split(' ')[1]);
}

const isServed = () => fetch(`${server.url}/browse`).then((page) => page.ok);

/** Connections of the server: its clients' and its own to the database. */
const countSockets = () => readMetric('nodejs_active_resources{type="TCPSocketWrap"}');

/** Opens connections that each send the same, and read what comes or nothing. */
async function openConnections(count: number, text: string, isReading: boolean): Promise<Socket[]> {
  const { port } = new URL(server.url);
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
    if (isReading) socket.resume();
    else socket.pause();
    socket.write(text);
    return new Promise<Socket>((resolve) => socket.once('connect', () => resolve(socket)));
  };
  const sockets = await Promise.all(Array.from({ length: count }, open));
  endAfterwards(() => sockets.forEach((socket) => socket.destroy()));
  return sockets;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
const header = (name: string) => `GET / HTTP/1.1\r\nHost: shop.test\r\n${name}: `;
const upload =
  'POST /api/site/get-cart-detail HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"ids":';

/** `each`: the memory that one connection may take; what is measured of an operating system is never exact. */
test.each([
  { what: 'idle connections', count: 1000, text: '', isReading: true, each: 40 * KB },
  { what: 'headers that never end', count: 500, text: header('x'), isReading: true, each: 40 * KB },
  { what: 'bodies that never end', count: 500, text: upload + 'x'.repeat(60_000), isReading: true, each: 150 * KB },
  { what: 'pages that nobody reads', count: 500, text: request('/').repeat(10), isReading: false, each: 200 * KB },
])(
  '$count $what: others are served, memory is bounded, and the server closes them',
  async ({ what, count, text, isReading, each }) => {
    const [before, socketsBefore] = [await residentBytes(), await countSockets()];
    await openConnections(count, text, isReading);
    await waitUntil(async () => (await countSockets()) >= socketsBefore + count, {
      seconds: 60,
      what: 'the connections',
    });
    await waitUntil(isServed, { seconds: 60, what: 'a page' });
    const taken = (await residentBytes()) - before;
    process.stdout.write(`${JSON.stringify({ what, count, kilobytesEach: Math.round(taken / count / KB) })}\n`);
    expect(taken / count).toBeLessThan(each);
    await waitUntil(async () => (await countSockets()) < socketsBefore + SPARE, {
      seconds: 120,
      what: 'the server to close them',
    });
    expect(await server.isReady()).toBe(true);
  },
  SLOW,
);

test(
  'streams that nobody reads are closed, and cost no more than their buffers',
  async () => {
    const pool = openPool({ connectionString: postgres.url() }, { size: 2, onError: () => {} });
    endAfterwards(() => pool.end());
    const shop = { deps: { db: openDatabase(pool) } };
    const customers = [];
    for (let count = 0; count < 50; count += 1) customers.push(await makeSignedInCustomer(shop));
    const [before, socketsBefore] = [await residentBytes(), await countSockets()];
    const tokens = customers.flatMap(({ token }) => Array.from({ length: PER_CUSTOMER }, () => token));
    for (const [place, token] of tokens.entries()) {
      const headers = `Authorization: Bearer ${token}\r\nX-Forwarded-For: 10.0.${place % 250}.1`;
      await openConnections(1, `GET /api/live HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n\r\n`, false);
    }
    const streams = () => readMetric('live_streams');
    await waitUntil(async () => (await streams()) === tokens.length, { seconds: 60, what: 'all streams' });
    const each = ((await residentBytes()) - before) / tokens.length;

    const [flooded] = customers;
    // Other words after the topic make each notification another one, of which none is left out.
    const flood = "SELECT pg_notify('customer_changed', $1 || ' orders ' || n) FROM generate_series(1, 20000) n";
    await waitUntil(
      async () => {
        await pool.query(flood, [flooded!.id]);
        return (await streams()) === tokens.length - PER_CUSTOMER;
      },
      { seconds: 120, what: 'the flooded streams to be closed' },
    );
    const inAll = ((await residentBytes()) - before) / tokens.length;
    process.stdout.write(
      `${JSON.stringify({ what: 'streams', count: tokens.length, kilobytesEach: Math.round(each / KB), afterFlood: Math.round(inAll / KB) })}\n`,
    );
    expect(each).toBeLessThan(60 * KB);
    expect(inAll).toBeLessThan(150 * KB);
    expect(await countSockets()).toBeGreaterThan(socketsBefore + tokens.length - 2 * PER_CUSTOMER);
    expect(await server.isReady()).toBe(true);
  },
  SLOW,
);
