import { expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, orderPayload, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const one = await makeProduct(shop, { listPrice: 4000, memberPrice: 3550, stock: 500 });
const other = await makeProduct(shop, { listPrice: 1990, memberPrice: 1990, stock: 500 });

test('a guest pays the list price and the delivery', async () => {
  const { status, body } = await placeOrder(app, { lines: [{ of: one, qty: 2 }, other] });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    status: 'placed',
    total: 99.9,
    discount: 0,
    proDis: 0,
    shippingCost: 8,
    payable: 107.9,
  });
  expect(body.number).toMatch(/^BK-\d+$/);
  expect(body.payment).toMatchObject({
    method: 'bank_transfer',
    status: 'pending',
    instructions: { reference: body.number },
  });
});

test('a customer pays the member price', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [{ of: one, qty: 2 }, other], token });
  expect(body).toMatchObject({ total: 99.9, discount: 9, proDis: 0, shippingCost: 8, payable: 98.9 });
});

test('an order keeps its own copy of titles, prices and address', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { title: 'Before', listPrice: 5000, memberPrice: 4000 });
  const { body: placed } = await placeOrder(app, { lines: [title], token });
  await pool.query("UPDATE product SET title = 'After' WHERE id = $1", [title.id]);
  await pool.query('UPDATE variant SET list_price = 9900, member_price = 9900 WHERE id = $1', [title.vid]);
  const { body } = await get(app, `/api/orders/${placed.id}`, { token });
  expect(body).toMatchObject({ payable: 48, address: { zip: '50480', line2: null }, timeline: [{ status: 'placed' }] });
  expect(body.lines).toMatchObject([
    { title: 'Before', qty: 1, list_price: 50, unit_price: 40, proDis: 0, refundable_qty: 0 },
  ]);
});

test('an order’s total is the sum of its lines, coupon included', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const odd = await makeProduct(shop, { listPrice: 3333, memberPrice: 3000 });
  const coupon = await makeCoupon(shop, { value: 1000 });
  const { body } = await placeOrder(app, { lines: [{ of: odd, qty: 3 }, other], token, coupon });
  expect(body).toMatchObject({ total: 119.89, discount: 9.99, proDis: 11.99, shippingCost: 8, payable: 105.91 });
  await expectIntegrity(pool);
});

test('a coupon never exceeds a line’s price, and delivery is still charged', async () => {
  const coupon = await makeCoupon(shop, { valueType: 2, value: 9_999_00 });
  const { body } = await placeOrder(app, { lines: [{ of: one, qty: 2 }], coupon });
  expect(body).toMatchObject({ total: 80, proDis: 80, shippingCost: 8, payable: 8 });
});

test('a coupon for a subject discounts only its titles', async () => {
  const novel = await makeProduct(shop, { subjects: ['FBC'], listPrice: 3000 });
  const coupon = await makeCoupon(shop, { subject: 'FBC', covers: [novel.id], valueType: 2, value: 500 });
  const { status, body } = await placeOrder(app, { lines: [{ of: novel, qty: 2 }, one], coupon });
  expect(status).toBe(201);
  expect(body).toMatchObject({ total: 100, proDis: 10, payable: 98 });
});

test('lines of one variant are merged', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const lines = [{ of: one, qty: 2 }, other, { of: one, qty: 3 }];
  const { body: placed } = await placeOrder(app, { lines, token });
  const { body } = await get(app, `/api/orders/${placed.id}`, { token });
  expect(body.lines.map((line: { variant_id: number; qty: number }) => [line.variant_id, line.qty])).toEqual([
    [one.vid, 5],
    [other.vid, 1],
  ]);
});

test('merged lines may not exceed the stock', async () => {
  const scarce = await makeProduct(shop, { stock: 3 });
  const response = await placeOrder(app, {
    lines: [
      { of: scarce, qty: 2 },
      { of: scarce, qty: 2 },
    ],
  });
  expect(errorOf(response)).toEqual([409, 'out_of_stock']);
  expect(response.body.lines).toEqual([{ id: scarce.id, vid: scarce.vid, available: 3 }]);
});

test('a hundred lines of one variant are one line', async () => {
  const plenty = await makeProduct(shop, { stock: 100 });
  const { status } = await placeOrder(app, { lines: Array.from({ length: 100 }, () => plenty) });
  expect(status).toBe(201);
  const { rows } = await pool.query('SELECT stock FROM variant WHERE id = $1', [plenty.vid]);
  expect(rows).toEqual([{ stock: 0 }]);
});

test('unknown fields are dropped', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const payload = orderPayload({ lines: [one], token });
  const forged = {
    ...payload,
    payable: 0,
    discount: 40,
    status: 'paid',
    customerId: 'x',
    coupon: { value: 10_000, value_type: 1 },
    items: payload.items.map((item) => ({ ...item, price: 0, list_price: 0, variant: { price: 0 } })),
  };
  const { status, body } = await post(app, '/customer/order/set', forged, { token });
  expect(status).toBe(201);
  expect(body).toMatchObject({ status: 'placed', payable: 43.5 });
});
