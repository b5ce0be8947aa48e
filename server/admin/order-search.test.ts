import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { get, openTestApp } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const lily = await makeProduct(shop, { title: 'The Lily of the Valley', isbn: '9786299906841', stock: 1000 });
const rose = await makeProduct(shop, { title: 'The Rose', stock: 1000 });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });

/** More than are looked up one by one. */
const MANY = 1005;

async function find(query: Record<string, string>) {
  const { body } = await get(app, `/api/admin/orders?${new URLSearchParams(query)}`, amir);
  return { next: body.next, numbers: body.rows.map((row: { number: string }) => row.number) };
}

/** Copies of an order, newer than all before: their names and states are as given. */
async function copyOrder(number: string, copies: { count: number; name: string; state: string }): Promise<void> {
  await pool.query(
    `WITH copy AS (
       INSERT INTO "order" (id, number, email, locale, state, subtotal, member_discount, coupon_discount, shipping, total, payment_method,
         address, payment_due_at)
       SELECT uuidv7(interval '1 minute'), 'BK-' || nextval('order_number'), email, locale, $4, subtotal, member_discount, coupon_discount,
         shipping, total, payment_method, jsonb_set(address, '{name}', to_jsonb($3::text)), payment_due_at
       FROM "order", generate_series(1, $2) WHERE number = $1 RETURNING id)
     INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, isbn, cover, qty, list_price, unit_price,
       coupon_discount)
     SELECT uuidv7(), copy.id, position, product_id, variant_id, title, language, format, isbn, cover, qty, list_price, unit_price,
       l.coupon_discount FROM copy, order_line l JOIN "order" o ON o.id = l.order_id WHERE o.number = $1`,
    [number, copies.count, copies.name, copies.state],
  );
}

test('orders are found by all words of a title, however they are written, beside names that begin so', async () => {
  const ofLily = await makeOrder(shop, { lines: [lily] });
  const ofRose = await makeOrder(shop, { lines: [rose] });
  await copyOrder(ofRose.number, { count: 1, name: 'Lily Tan', state: 'paid' });
  const { numbers } = await find({ q: 'LILY' });
  expect([numbers.length, numbers[1]]).toEqual([2, ofLily.number]);
  expect((await find({ q: 'valley lily' })).numbers).toEqual([ofLily.number]);
  expect((await find({ q: 'lily rose' })).numbers).toEqual([]);
  expect((await find({ q: 'lily', status: 'cancelled' })).numbers).toEqual([]);
  const ofDream = await makeOrder(shop, { lines: [await makeProduct(shop, { title: '紅樓夢', stock: 1 })] });
  expect((await find({ q: '楼梦' })).numbers).toEqual([ofDream.number]);
});

test('of a name, title or ISBN that more orders have, the newest are found, page by page, and those of a state', async () => {
  const old = await makeOrder(shop, { lines: [lily], state: 'paid' });
  await copyOrder(old.number, { count: 1, name: 'Zainab Early', state: 'packed' });
  await copyOrder(old.number, { count: MANY, name: 'Zainab Late', state: 'paid' });
  await copyOrder(old.number, { count: 1, name: 'Zainab Newest', state: 'paid' });
  for (const q of ['zainab', 'valley', '9786299906841']) {
    const [first, packed] = [await find({ q, limit: '3' }), await find({ q, limit: '3', status: 'packed' })];
    const second = await find({ q, limit: '3', before: first.next });
    expect([q, first.numbers.length, new Set([...first.numbers, ...second.numbers]).size]).toEqual([q, 3, 6]);
    expect([q, packed.numbers.length, packed.next]).toEqual([q, 1, null]);
  }
  expect((await find({ q: 'zainab late', status: 'packed' })).numbers).toEqual([]);
});

test('signs that mean something to LIKE stand for themselves, whether few or many have such a name', async () => {
  const { number } = await makeOrder(shop, { lines: [rose], state: 'paid' });
  await copyOrder(number, { count: 1, name: 'Zoë 50% Öz\\', state: 'paid' });
  await copyOrder(number, { count: 1, name: 'Zoë 501', state: 'paid' });
  expect((await find({ q: 'zoë 50' })).numbers).toHaveLength(2);
  for (const q of ['ZOË 50%', 'zoë 50% öz\\']) expect([q, (await find({ q })).numbers.length]).toEqual([q, 1]);
  for (const q of ['zoë 50_', 'zoë%']) expect([q, (await find({ q })).numbers]).toEqual([q, []]);
  await copyOrder(number, { count: MANY, name: 'Quinn_%', state: 'paid' });
  expect((await find({ q: 'quinn_%', limit: '3' })).numbers).toHaveLength(3);
  expect((await find({ q: 'quinn__' })).numbers).toEqual([]);
});
