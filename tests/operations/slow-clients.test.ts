import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, openPool } from '../../server/db/connection.ts';
import { freePort, waitUntil } from '../../server/startup.ts';
import { makeSignedInCustomer } from '../factories.ts';
import { buildWhereMissing, type ShopProcess } from '../shop-process.ts';
import { collectGarbage } from './collect-garbage.ts';
import { countConnections, openConnections, readFirstLine } from './connections.ts';
import { stockShop } from './load.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { endAfterwards, SLOW } from './processes.ts';
import { newServer } from './servers.ts';

/* What clients cost that hold connections and do nothing with them: memory in proportion to their number, no more, and none afterwards. */

buildWhereMissing();
let postgres: Postgres;
let server: ShopProcess;
let port: number;
let inspector: number;
beforeAll(async () => {
  postgres = await startPostgres();
  await stockShop(postgres.url());
  inspector = await freePort();
  const NODE_OPTIONS = `--inspect=127.0.0.1:${inspector}`;
  server = await newServer(postgres.url(), { DRAIN_SECONDS: '0', NODE_OPTIONS });
  await server.start();
  port = Number(new URL(server.url).port);
  for (let count = 0; count < 200; count += 1) await ask('/browse').then((page) => page.arrayBuffer());
}, SLOW);
beforeEach(() => waitUntil(() => countConnections(port) === 0, { seconds: 60, what: 'those before to be closed' }));

const KB = 1024;
/** Streams that one customer may have open. */
const PER_CUSTOMER = 10;

/** Asks on a connection of its own: the server may close one that is kept just when it is used. */
const ask = (path: string) => fetch(server.url + path, { headers: { connection: 'close' } });

/** Heap and buffers in use. Resident memory also has garbage and what was freed, which changes by more than connections cost. */
async function bytesInUse(): Promise<number> {
  await collectGarbage(inspector);
  return (await readMetric('nodejs_heap_size_used_bytes')) + (await readMetric('nodejs_external_memory_bytes'));
}

async function readMetric(name: string): Promise<number> {
  const metrics = await ask('/metrics').then((response) => response.text());
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line!.split(' ')[1]);
}

const isServed = () => ask('/browse').then((page) => page.ok);

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n`;
const header = (name: string) => `GET / HTTP/1.1\r\nHost: shop.test\r\n${name}: `;
const upload =
  'POST /api/site/get-cart-detail HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"ids":';

const TIMED_OUT = /^HTTP\/1\.1 408 /;
const ANSWERED = /^HTTP\/1\.1 (?:200|503) /;

/**
 * `each`: the memory that one connection may take, at least twice what it does. `answer`: what each has got in the end. How many are open at
 * once is the server's affair: on a busy machine it closes the first ones while it accepts the last.
 */
test.each([
  { what: 'idle connections', count: 1000, text: '', each: 12 * KB, answer: TIMED_OUT },
  { what: 'headers that never end', count: 500, text: header('x'), each: 12 * KB, answer: TIMED_OUT },
  { what: 'bodies that never end', count: 500, text: upload + 'x'.repeat(60_000), each: 130 * KB, answer: TIMED_OUT },
  { what: 'pages that nobody reads', count: 500, text: request('/').repeat(10), each: 40 * KB, answer: ANSWERED },
])(
  '$count $what: others are served, memory is bounded, and the server closes them',
  async ({ what, count, text, each, answer }) => {
    const before = await bytesInUse();
    const sockets = await openConnections(port, count, text);
    // Its connection is the last in the queue: when it is served, all others have been accepted.
    await waitUntil(isServed, { seconds: 60, what: 'a page' });
    const open = countConnections(port);
    const taken = (await bytesInUse()) - before;
    process.stdout.write(`${JSON.stringify({ what, count, open, kilobytesEach: Math.round(taken / count / KB) })}\n`);
    expect(taken / count).toBeLessThan(each);
    await waitUntil(() => countConnections(port) === 0, { seconds: 120, what: 'the server to close them' });
    const lines = await Promise.all(sockets.map(readFirstLine));
    expect(lines.filter((line) => !answer.test(line))).toEqual([]);
    expect(await server.isReady()).toBe(true);
  },
  SLOW,
);

/** Opens a stream and reads no more than that it is there; like a browser it comes back where the server is busy. */
async function openStream(token: string, address: string): Promise<void> {
  const headers = `Authorization: Bearer ${token}\r\nX-Forwarded-For: ${address}`;
  const isOpen = async () => {
    const [socket] = await openConnections(port, 1, `GET /api/live HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n\r\n`);
    const line = await readFirstLine(socket!);
    if (line.startsWith('HTTP/1.1 200 ')) return true;
    socket!.destroy();
    expect(line).toMatch(/^HTTP\/1\.1 503 /);
    return false;
  };
  await waitUntil(isOpen, { seconds: 60, what: 'a stream' });
}

test(
  'streams that nobody reads are closed, and cost no more than their buffers',
  async () => {
    const pool = openPool({ connectionString: postgres.url() }, { size: 2, onError: () => {} });
    endAfterwards(() => pool.end());
    const shop = { deps: { db: openDatabase(pool) } };
    const customers = [];
    for (let count = 0; count < 50; count += 1) customers.push(await makeSignedInCustomer(shop));
    const before = await bytesInUse();
    const total = customers.length * PER_CUSTOMER;
    const kilobytesEach = async () => Math.round(((await bytesInUse()) - before) / total / KB);
    for (const [place, { token }] of customers.entries())
      await Promise.all(Array.from({ length: PER_CUSTOMER }, () => openStream(token, `10.0.${place}.1`)));
    const streams = () => readMetric('live_streams');
    expect(await streams()).toBe(total);
    const each = await kilobytesEach();

    const [flooded] = customers;
    // Other words after the topic make each notification another one, of which none is left out.
    const flood = "SELECT pg_notify('customer_changed', $1 || ' orders ' || n) FROM generate_series(1, 20000) n";
    await waitUntil(
      async () => {
        await pool.query(flood, [flooded!.id]);
        return (await streams()) === total - PER_CUSTOMER;
      },
      { seconds: 120, what: 'the flooded streams to be closed' },
    );
    const afterFlood = await kilobytesEach();
    process.stdout.write(`${JSON.stringify({ what: 'streams', count: total, kilobytesEach: each, afterFlood })}\n`);
    expect(each).toBeLessThan(40);
    expect(afterFlood).toBeLessThan(40);
    expect(countConnections(port)).toBeGreaterThanOrEqual(total - PER_CUSTOMER);
    expect(await server.isReady()).toBe(true);
  },
  SLOW,
);
