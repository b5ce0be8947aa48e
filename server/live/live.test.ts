import { afterAll, afterEach, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { listenTo } from '../db/listen.ts';
import { moveOrder } from '../orders/move-order.ts';
import { get, openDoor } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn, makeTitle, placeOrder, signIn } from '../../tests/factories.ts';
import { tellCustomer } from './tell-customer.ts';

/* Two servers on one database, both listening: what one does, readers of the other see. */
const shop = await openDoor();
const { deps, pool } = shop;
// A pool hides its password from whoever copies its options.
const connect = { ...pool.options, password: pool.options.password! };
const here = await openServer();
const there = await openServer();

type Server = Awaited<ReturnType<typeof openServer>>;

async function openServer() {
  const { app, channels } = await buildApp(deps);
  const { resolve, promise: isHearing } = Promise.withResolvers<void>();
  const { title_changed, customer_told } = channels;
  const onGap = () => {
    customer_told!.onGap();
    resolve();
  };
  const listener = listenTo(connect, { title_changed: title_changed!, customer_told: { ...customer_told!, onGap } });
  const url = await app.listen({ port: 0 });
  await isHearing;
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

/** Opens a stream as a browser does; `next` is what its next event says, or nothing once it has ended. */
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

async function placed() {
  const me = await makeSignedIn(shop);
  const { body } = await placeOrder(shop.app, { lines: [await makeTitle(shop)], token: me.token });
  return { ...me, orderId: body.id as string };
}

test('an order that is paid on one server is heard of on another, by its customer alone', async () => {
  const me = await placed();
  const other = await placed();
  const mine = await follow(there, me.token);
  const theirs = await follow(there, other.token);
  expect(mine.response.headers.get('content-type')).toBe('text/event-stream');
  expect(mine.response.headers.get('content-encoding')).toBe(null);
  await moveOrder(deps, me.orderId, { to: 'paid', actor: 'operator' });
  expect(await mine.next()).toBe('orders');
  await tellCustomer(deps.db, other.id, 'tickets');
  expect(await theirs.next()).toBe('tickets');
});

test('every page of a customer hears it, on every server, in the order of the changes', async () => {
  const { id, token } = await makeSignedIn(shop);
  const pages = [await follow(here, token), await follow(here, token), await follow(there, token)];
  await tellCustomer(deps.db, id, 'tickets');
  await tellCustomer(deps.db, id, 'profile');
  for (const page of pages) expect([await page.next(), await page.next()]).toEqual(['tickets', 'profile']);
});

test('what is rolled back is not told', async () => {
  const { id, token } = await makeSignedIn(shop);
  const page = await follow(here, token);
  const rolledBack = deps.db.transaction(async (tx) => {
    await tellCustomer(tx, id, 'tickets');
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await tellCustomer(deps.db, id, 'orders');
  expect(await page.next()).toBe('orders');
});

test('a stream ends with the session, on every server; another session of the customer comes back', async () => {
  const me = await makeCustomer(shop);
  const [ended, kept] = [await signIn(here.app, me), await signIn(here.app, me)];
  const page = await follow(there, ended);
  const headers = { authorization: `Bearer ${ended}` };
  await here.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(await page.next()).toBe(undefined);
  expect((await follow(there, ended)).response.status).toBe(401);
  expect((await follow(there, kept)).response.status).toBe(200);
});

test('a stream ends with its access token', async () => {
  const { id, token } = await makeSignedIn(shop);
  await pool.query(
    `UPDATE session_token t SET expires_at = now() + interval '300 milliseconds'
     FROM session s WHERE s.id = session_id AND customer_id = $1`,
    [id],
  );
  const page = await follow(here, token);
  expect(page.response.status).toBe(200);
  expect(await page.next()).toBe(undefined);
});

test('the eleventh stream of a customer is refused, until one is closed', async () => {
  const { token } = await makeSignedIn(shop);
  const pages = await Promise.all(Array.from({ length: 10 }, () => follow(here, token)));
  const { response } = await follow(here, token);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '60']);
  pages[0]!.abort.abort();
  await expect.poll(async () => (await follow(here, token)).response.status).toBe(200);
});

test('asking for the head of a stream leaves none open', async () => {
  const { token } = await makeSignedIn(shop);
  for (let count = 0; count < 12; count++) {
    const { status } = await fetch(`${here.url}/api/live`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
  }
});

test('a closing server ends its streams and waits for none', async () => {
  const { token } = await makeSignedIn(shop);
  const { app, channels } = await buildApp(deps);
  expect(Object.keys(channels)).toEqual(['title_changed', 'customer_told']);
  const url = await app.listen({ port: 0 });
  const page = await follow({ app, url }, token);
  await app.close();
  expect(await page.next()).toBe(undefined);
  expect((await get(here.app, '/healthz')).status).toBe(200);
});

test('after a break in listening every page is told to read everything again', async () => {
  const { token } = await makeSignedIn(shop);
  const page = await follow(here, token);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND query LIKE 'LISTEN%'`,
  );
  expect(await page.next()).toBe('everything');
});
