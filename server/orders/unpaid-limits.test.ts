import { expect, test } from 'vitest';
import { UNPAID_LIMITS } from '#domain/orders/order.ts';
import { runConcurrently, openTestApp, errorOf, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp({ RATE_LIMITS: 'on', DATABASE_POOL: '60' });
const { app, deps, pool } = shop;
let networks = 0;
let emails = 0;

const newNetwork = () => `10.${(networks += 1)}.1`;
const newEmail = () => `unpaid${(emails += 1)}@mail.test`;

function outcomes(responses: { status: number; body: { code?: string } }[]) {
  return countValues(responses.map((response) => response.body.code ?? response.status));
}

/** Rate limits of requests are another matter. */
const noCredits = () => pool.query('DELETE FROM rate_counter');

test('a guest can reserve a fifth of a title’s stock and learns how many copies that is', async () => {
  const title = await makeProduct(shop, { stock: 50 });
  const [email, ip] = [newEmail(), `${newNetwork()}.1`];
  const order = (qty: number) => placeOrder(app, { lines: [{ of: title, qty }], email, ip });
  const refused = await order(11);
  expect(errorOf(refused)).toEqual([409, 'too_many_unpaid_copies']);
  expect(refused.body.lines).toEqual([{ id: title.id, vid: title.vid, available: 10 }]);
  expect(refused.body.detail).toContain('We can’t reserve that many copies');
  expect((await order(10)).status).toBe(201);
  expect((await order(1)).body.lines).toEqual([{ id: title.id, vid: title.vid, available: 0 }]);
  await expectIntegrity(pool);
});

test('another email or another address of the same network does not raise the limit', async () => {
  const title = await makeProduct(shop, { stock: 50 });
  const network = newNetwork();
  const order = (ip: string) => placeOrder(app, { lines: [{ of: title, qty: 5 }], email: newEmail(), ip });
  const responses = [await order(`${network}.1`), await order(`${network}.1`), await order(`${network}.2`)];
  expect(outcomes(responses)).toEqual({ 201: 2, too_many_unpaid_copies: 1 });
  expect((await order(`${newNetwork()}.1`)).status).toBe(201);
});

test('the last copy can always be ordered', async () => {
  const title = await makeProduct(shop, { stock: 1 });
  expect((await placeOrder(app, { lines: [title], email: newEmail(), ip: `${newNetwork()}.1` })).status).toBe(201);
});

test('paid or cancelled orders do not count, and their origin is deleted', async () => {
  const title = await makeProduct(shop, { stock: 10 });
  const [email, ip] = [newEmail(), `${newNetwork()}.1`];
  const order = () => placeOrder(app, { lines: [{ of: title, qty: 2 }], email, ip });
  const { body: first } = await order();
  expect(errorOf(await order())).toEqual([409, 'too_many_unpaid_copies']);
  await transitionOrder(deps, first.id, { to: 'cancelled', actor: 'staff' });
  const { body: second } = await order();
  await transitionOrder(deps, second.id, { to: 'paid', actor: 'staff' });
  const one = await placeOrder(app, { lines: [title], email, ip });
  expect(one.status).toBe(201);
  await expectIntegrity(pool);
});

test('the limit also holds for concurrent orders of one guest', async () => {
  const title = await makeProduct(shop, { stock: 500 });
  const [email, ip] = [newEmail(), `${newNetwork()}.1`];
  const responses = await runConcurrently(UNPAID_LIMITS.buyer.orders * 2, 10, () =>
    placeOrder(app, { lines: [title], email, ip }),
  );
  expect(outcomes(responses)).toEqual({ 201: UNPAID_LIMITS.buyer.orders, too_many_unpaid_orders: 5 });
  await expectIntegrity(pool);
});

test('the limit also holds for concurrent guests of one network', async () => {
  await noCredits();
  const title = await makeProduct(shop, { stock: 50 });
  const network = newNetwork();
  const responses = await runConcurrently(30, 30, (index) =>
    placeOrder(app, { lines: [title], email: newEmail(), ip: `${network}.${index}` }),
  );
  expect(outcomes(responses)).toEqual({ 201: 10, too_many_unpaid_copies: 20 });
  await expectIntegrity(pool);
});

test('members are counted by account, not by network', async () => {
  const title = await makeProduct(shop, { stock: 50 });
  const ip = `${newNetwork()}.1`;
  const members = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const order = (token: string, qty: number) => placeOrder(app, { lines: [{ of: title, qty }], token, ip });
  expect((await order(members[0]!.token, 10)).status).toBe(201);
  expect(errorOf(await order(members[0]!.token, 1))).toEqual([409, 'too_many_unpaid_copies']);
  expect((await order(members[1]!.token, 8)).status).toBe(201);
});

test('one visitor can reserve only a small share of the whole shop', async () => {
  await noCredits();
  const titles = await Promise.all(Array.from({ length: 40 }, () => makeProduct(shop, { stock: 25 })));
  const ip = `${newNetwork()}.1`;
  const order = (qty: number) => placeOrder(app, { lines: titles.map((of) => ({ of, qty })), email: newEmail(), ip });
  const responses = [];
  for (const qty of [25, 5, 2, 2, 1, 1]) responses.push(await order(qty));
  expect(outcomes(responses)).toEqual({ 201: 3, too_many_unpaid_copies: 3 });
  const { rows } = await pool.query('SELECT sum(25 - stock)::int AS taken FROM variant WHERE id = ANY($1)', [
    titles.map(({ vid }) => vid),
  ]);
  expect(rows[0].taken).toBeLessThanOrEqual(UNPAID_LIMITS.address.copies);
});

test('a retry with the same key gets the same response at the limit', async () => {
  const title = await makeProduct(shop, { stock: 5 });
  const cart = { lines: [title], email: newEmail(), ip: `${newNetwork()}.1`, key: 'again' };
  const [first, again] = [await placeOrder(app, cart), await placeOrder(app, cart)];
  expect([first.status, again.body]).toEqual([201, first.body]);
});

test('a rejected order reserves no stock', async () => {
  const title = await makeProduct(shop, { stock: 50 });
  await placeOrder(app, { lines: [{ of: title, qty: 50 }], email: newEmail(), ip: `${newNetwork()}.1` });
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [title.vid]);
  expect(rows).toEqual([{ stock: 50 }]);
});
