import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
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
  await shop.pool.query("UPDATE order_event SET at = at - interval '1 minute'");
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
