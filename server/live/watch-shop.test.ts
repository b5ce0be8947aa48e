import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, expect, test } from 'vitest';
import { makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { LiveHub } from './live-events.ts';
import { ShopWatch } from './watch-shop.ts';

const shop = await openTestApp();
const hub = new LiveHub();
const watch = new ShopWatch(shop.deps.db, hub);
afterAll(() => {
  watch.close();
  hub.close();
});

/** The topics that a stream was sent since it was last asked. */
function openStream(customerId: string, follows: 'own' | 'shop') {
  const stream = hub.open({ customerId, address: '203.0.113.1', seconds: 60, follows });
  return () => topicsOf(stream);
}

function topicsOf(stream: Readable): string[] {
  return [...String(stream.read() ?? '').matchAll(/^data: (.*)$/gm)].map(([, topic]) => topic!);
}

/** Lets what the tests before wrote be older than the page that is opened next. */
async function letTimePass(): Promise<void> {
  for (const table of ['order_event', 'ticket_event', 'ticket_reply'])
    await shop.pool.query(`UPDATE ${table} SET at = at - interval '1 minute'`);
}

test('the back office hears of a guest’s order and of a ticket, once each; customers do not', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const staff = openStream('staff', 'shop');
  const reader = openStream(id, 'own');
  await watch.check();
  expect(staff()).toEqual([]);
  await placeOrder(shop.app, { lines: [await makeProduct(shop)] });
  await watch.check();
  await watch.check();
  expect(staff()).toEqual(['orders']);
  const payload = { subject: 'Where is it?', message: 'It was to come today.', category: 'order' };
  const headers = { authorization: `Bearer ${token}` };
  expect((await shop.app.inject({ method: 'POST', url: '/customer/ticket/add', headers, payload })).statusCode).toBe(
    200,
  );
  await watch.check();
  expect(staff()).toEqual(['tickets']);
  expect(reader()).toEqual([]);
});

test('a customer’s open pages hear of an order that they placed elsewhere, once', async () => {
  const [reader, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const [heard, heardByOther] = [openStream(reader.id, 'own'), openStream(other.id, 'own')];
  await watch.checkCustomers();
  await placeOrder(shop.app, { lines: [await makeProduct(shop)], token: reader.token });
  await watch.checkCustomers();
  await watch.checkCustomers();
  expect(heard()).toEqual(['orders']);
  expect(heardByOther()).toEqual([]);
});

test('they hear of one that was placed before the first check, but of none from before they were opened', async () => {
  const reader = await makeSignedInCustomer(shop);
  const place = async () => placeOrder(shop.app, { lines: [await makeProduct(shop)], token: reader.token });
  await place();
  await shop.pool.query(`UPDATE "order" SET placed_at = placed_at - interval '1 minute' WHERE customer_id = $1`, [
    reader.id,
  ]);
  const early = openStream(reader.id, 'own');
  const ofEarly = new ShopWatch(shop.deps.db, hub);
  await ofEarly.checkCustomers();
  ofEarly.close();
  expect(early()).toEqual([]);
  await place();
  const ofLate = new ShopWatch(shop.deps.db, hub);
  await ofLate.checkCustomers();
  await ofLate.checkCustomers();
  ofLate.close();
  expect(early()).toEqual(['orders']);
});

test('the back office hears of what happened before the first check, but of nothing from before its page was opened', async () => {
  const place = async () => placeOrder(shop.app, { lines: [await makeProduct(shop)] });
  await place();
  await letTimePass();
  const [early, late] = [new LiveHub(), new LiveHub()];
  const follow = (own: LiveHub) => own.open({ customerId: 's', address: '203.0.113.1', seconds: 60, follows: 'shop' });
  const [before, after] = [follow(early), follow(late)];
  const first = new ShopWatch(shop.deps.db, early);
  await first.check();
  expect(topicsOf(before)).toEqual([]);
  await place();
  const second = new ShopWatch(shop.deps.db, late);
  await second.check();
  await second.check();
  expect(topicsOf(after)).toEqual(['orders']);
  for (const opened of [first, second, early, late]) opened.close();
});

test('the back office hears of what is committed later than something newer, also where its page was opened in between', async () => {
  await placeOrder(shop.app, { lines: [await makeProduct(shop)] });
  const write = `INSERT INTO order_event (id, order_id, state, actor) SELECT $1, id, 'packing', 'system' FROM "order" LIMIT 1`;
  await letTimePass();
  const slow = await shop.pool.connect();
  await slow.query('BEGIN');
  await slow.query(write, [uuidv7()]);
  await shop.pool.query(write, [uuidv7()]);
  const own = new LiveHub();
  const late = own.open({ customerId: 's', address: '203.0.113.1', seconds: 60, follows: 'shop' });
  const [first, second] = [new ShopWatch(shop.deps.db, own), new ShopWatch(shop.deps.db, own)];
  await first.check();
  expect(topicsOf(late)).toEqual(['orders']);
  await slow.query('COMMIT');
  slow.release();
  await first.check();
  await first.check();
  expect(topicsOf(late)).toEqual(['orders']);
  await second.check();
  expect(topicsOf(late)).toEqual(['orders']);
  for (const opened of [first, second, own]) opened.close();
});

test('nothing is asked of the database while nobody follows', async () => {
  const queries: unknown[] = [];
  const db = { execute: (query: unknown) => queries.push(query) } as never;
  const lonely = new ShopWatch(db, new LiveHub());
  await lonely.check();
  await lonely.checkCustomers();
  lonely.close();
  expect(queries).toEqual([]);
});

test('the stream of a role that is taken away ends', async () => {
  const stream = hub.open({ customerId: 'former', address: '203.0.113.1', seconds: 60, follows: 'shop' });
  hub.channel.onMessage('former sessions');
  stream.resume();
  await Promise.race([new Promise((resolve) => stream.once('end', resolve)), setTimeout(5000)]);
  expect(stream.readableEnded).toBe(true);
});
