import { once } from 'node:events';
import { afterAll, afterEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { listenTo } from '../db/connection.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, makeProduct, placeOrder, signIn } from '../../tests/factories.ts';
import { LiveHub, publish } from './live-events.ts';

/* Two servers on one database, both listening: changes on one reach the streams of the other. */
const shop = await openTestApp();
const { deps, pool } = shop;
// The pool's options hide the password from a copy.
const connect = { ...pool.options, password: pool.options.password! };
const here = await openServer();
const there = await openServer();

type Server = Awaited<ReturnType<typeof openServer>>;

async function openServer() {
  const { app, channels } = await buildApp(deps);
  const { resolve, promise: isListening } = Promise.withResolvers<void>();
  const { product_changed, customer_changed } = channels;
  const onReconnect = () => {
    customer_changed!.onReconnect();
    resolve();
  };
  const listener = listenTo(connect, {
    product_changed: product_changed!,
    customer_changed: { ...customer_changed!, onReconnect },
  });
  const url = await app.listen({ port: 0 });
  await isListening;
  afterAll(async () => {
    await app.close();
    await listener.stop();
  });
  return { app, url };
}

const streams: AbortController[] = [];
afterEach(() => {
  for (const stream of streams.splice(0)) stream.abort();
});

/** Opens a stream as a browser does; `next` returns the topic of its next event, or undefined once it has ended. */
async function follow({ url }: Server, token: string) {
  const abort = new AbortController();
  streams.push(abort);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/live`, { headers, signal: abort.signal });
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  const waiting: string[] = [];
  const next = async (): Promise<string | undefined> => {
    while (waiting.length === 0) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      waiting.push(...[...value.matchAll(/^data: (.*)$/gm)].map(([, topic]) => topic!));
    }
    return waiting.shift();
  };
  return { response, next, abort };
}

async function customerWithOrder() {
  const me = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(shop.app, { lines: [await makeProduct(shop)], token: me.token });
  return { ...me, orderId: body.id as string };
}

test('a paid order on one server is published on another, to its customer alone', async () => {
  const me = await customerWithOrder();
  const other = await customerWithOrder();
  const mine = await follow(there, me.token);
  const theirs = await follow(there, other.token);
  expect(mine.response.headers.get('content-type')).toBe('text/event-stream');
  expect(mine.response.headers.get('content-encoding')).toBe(null);
  await transitionOrder(deps, me.orderId, { to: 'paid', actor: 'operator' });
  expect(await mine.next()).toBe('orders');
  await publish(deps.db, other.id, 'tickets');
  expect(await theirs.next()).toBe('tickets');
});

test('every page of a customer is notified, on every server, in the order of the changes', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const pages = [await follow(here, token), await follow(here, token), await follow(there, token)];
  await publish(deps.db, id, 'tickets');
  await publish(deps.db, id, 'profile');
  for (const page of pages) expect([await page.next(), await page.next()]).toEqual(['tickets', 'profile']);
});

test('a change that is rolled back is not published', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const page = await follow(here, token);
  const rolledBack = deps.db.transaction(async (tx) => {
    await publish(tx, id, 'tickets');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await publish(deps.db, id, 'orders');
  expect(await page.next()).toBe('orders');
});

test('a stream ends with the session, on every server; other sessions of the customer can reconnect', async () => {
  const me = await makeCustomer(shop);
  const [ended, open] = [await signIn(here.app, me), await signIn(here.app, me)];
  const page = await follow(there, ended);
  const headers = { authorization: `Bearer ${ended}` };
  await here.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(await page.next()).toBe(undefined);
  expect((await follow(there, ended)).response.status).toBe(401);
  expect((await follow(there, open)).response.status).toBe(200);
});

test('a stream ends with its access token', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  await pool.query(
    `UPDATE session_token t SET expires_at = now() + interval '300 milliseconds'
     FROM session s WHERE s.id = session_id AND customer_id = $1`,
    [id],
  );
  const page = await follow(here, token);
  expect(page.response.status).toBe(200);
  expect(await page.next()).toBe(undefined);
});

test('the eleventh stream of a customer is rejected until one is closed', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const pages = await Promise.all(Array.from({ length: 10 }, () => follow(here, token)));
  const { response } = await follow(here, token);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  pages[0]!.abort.abort();
  await expect.poll(async () => (await follow(here, token)).response.status).toBe(200);
});

test('a network has a limit of streams, whoever opens them', async () => {
  const hub = new LiveHub({ perAddress: 2 });
  const open = (customerId: string, address: string) => hub.open({ customerId, address, seconds: 60 });
  const first = open('a', '203.0.113.1');
  open('b', '203.0.113.1');
  expect(() => open('c', '203.0.113.1')).toThrow('too_many_requests');
  open('c', '203.0.113.2');
  first.destroy();
  await once(first, 'close');
  open('c', '203.0.113.1');
  expect(hub.size).toBe(3);
  hub.close();
});

test('a HEAD request leaves no stream open', async () => {
  const { token } = await makeSignedInCustomer(shop);
  for (let count = 0; count < 12; count++) {
    const { status } = await fetch(`${here.url}/api/live`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
  }
});

test('a closing server ends its streams without waiting for clients', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { app, channels } = await buildApp(deps);
  expect(Object.keys(channels)).toEqual([
    'product_changed',
    'delivery_zones_changed',
    'settings_changed',
    'content_changed',
    'home_page_changed',
    'customer_changed',
  ]);
  const url = await app.listen({ port: 0 });
  const page = await follow({ app, url }, token);
  await app.close();
  expect(await page.next()).toBe(undefined);
  expect((await get(here.app, '/healthz')).status).toBe(200);
});

test('after a reconnect every page is notified to load everything again', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const page = await follow(here, token);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`,
  );
  expect(await page.next()).toBe('everything');
});
