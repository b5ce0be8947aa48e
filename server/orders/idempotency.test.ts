import { describe, expect, test } from 'vitest';
import { runConcurrently, openTestApp, errorOf, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeProduct(shop, { stock: 500 });

async function stockOf(vid: number): Promise<number> {
  return (await pool.query('SELECT stock FROM variant WHERE id = $1', [vid])).rows[0].stock;
}

test('the same key with the same payload returns the first response', async () => {
  const cart = { lines: [title], key: 'same-payload' };
  const first = await placeOrder(app, cart);
  const again = await placeOrder(app, cart);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body).toEqual(first.body);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test('the same key with another payload is rejected', async () => {
  await placeOrder(app, { lines: [title], key: 'other-payload' });
  const response = await placeOrder(app, { lines: [{ of: title, qty: 2 }], key: 'other-payload' });
  expect(errorOf(response)).toEqual([422, 'idempotency_mismatch']);
});

test('a key belongs to its customer, or to its guest’s address', async () => {
  const [one, other] = [await makeSignedInCustomer(shop), await makeSignedInCustomer(shop)];
  const buyers = [{ token: one.token }, { token: other.token }, { email: 'one@mail.test' }, { email: 'two@mail.test' }];
  const responses = await Promise.all(
    buyers.map((buyer) => placeOrder(app, { lines: [title], key: 'shared', ...buyer })),
  );
  expect(new Set(responses.map((response) => response.body.id)).size).toBe(4);
});

test('a guest is the same however the address is spelled', async () => {
  for (const email of ['Case@Mail.test', 'Case@Mail.test', ' case@mail.test '])
    await placeOrder(app, { lines: [title], key: 'case', email });
  const { rows } = await pool.query('SELECT id FROM "order" WHERE email = \'case@mail.test\'');
  expect(rows).toHaveLength(1);
});

test('an error is not stored: the same key may retry', async () => {
  const scarce = await makeProduct(shop, { stock: 0 });
  const cart = { lines: [scarce], key: 'second-try' };
  expect(errorOf(await placeOrder(app, cart))).toEqual([409, 'out_of_stock']);
  await pool.query('UPDATE variant SET stock = 1 WHERE id = $1', [scarce.vid]);
  await pool.query(
    `INSERT INTO stock_movement (variant_id, quantity, reason, actor) VALUES ($1, 1, 'received', 'test')`,
    [scarce.vid],
  );
  expect((await placeOrder(app, cart)).status).toBe(201);
});

test('twenty concurrent identical requests place one order', async () => {
  const single = await makeProduct(shop, { stock: 20 });
  const responses = await runConcurrently(20, 20, () =>
    placeOrder(app, { lines: [single], key: 'double-click', email: 'twenty@mail.test' }),
  );
  expect(countValues(responses.map((response) => response.status))).toEqual({ 201: 20 });
  expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  expect(responses.filter((response) => response.headers['idempotent-replayed'] === 'true')).toHaveLength(19);
  expect(await stockOf(single.vid)).toBe(19);
  const { rows } = await pool.query("SELECT kind FROM email_message WHERE recipient = 'twenty@mail.test'");
  expect(rows).toEqual([{ kind: 'order_placed' }]);
  await expectIntegrity(pool);
});

test('twenty concurrent requests with one key and two payloads place one order', async () => {
  const key = 'two-payloads';
  const responses = await runConcurrently(20, 20, (index) =>
    placeOrder(app, { lines: [{ of: title, qty: 1 + (index % 2) }], key }),
  );
  expect(countValues(responses.map((response) => response.status))).toEqual({ 201: 10, 422: 10 });
  expect(new Set(responses.flatMap((response) => response.body.id ?? [])).size).toBe(1);
});

describe('without a key', () => {
  test('the same payload of the same guest within ten seconds is a retry', async () => {
    const cart = { lines: [title], key: null, email: 'keyless@mail.test' };
    const [first, again] = [await placeOrder(app, cart), await placeOrder(app, cart)];
    expect(again.body).toEqual(first.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('ten concurrent requests place one order', async () => {
    const cart = { lines: [title], key: null, email: 'keyless-crowd@mail.test' };
    const responses = await runConcurrently(10, 10, () => placeOrder(app, cart));
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  });

  test('later it is another order', async () => {
    const cart = { lines: [title], key: null, email: 'later@mail.test' };
    const first = await placeOrder(app, cart);
    await pool.query(
      "UPDATE idempotency SET created_at = now() - interval '11 seconds' WHERE scope = 'guest:later@mail.test'",
    );
    const second = await placeOrder(app, cart);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });
});

test('a key is valid for a day', async () => {
  const cart = { lines: [title], key: 'a-day', email: 'day@mail.test' };
  const age = (hours: number) =>
    pool.query("UPDATE idempotency SET created_at = now() - make_interval(hours => $1) WHERE key LIKE '%a-day'", [
      hours,
    ]);
  const first = await placeOrder(app, cart);
  await age(23);
  expect((await placeOrder(app, cart)).body.id).toBe(first.body.id);
  await age(25);
  expect((await placeOrder(app, cart)).body.id).not.toBe(first.body.id);
});

test.each(['', ' ', 'x'.repeat(129), 'a b', 'tab\there', 'ключ'])('the key %j is rejected', async (key) => {
  expect(errorOf(await placeOrder(app, { lines: [title], key }))).toEqual([422, 'invalid']);
});

test('a key of 128 characters is valid', async () => {
  expect((await placeOrder(app, { lines: [title], key: '!'.repeat(128) })).status).toBe(201);
});
