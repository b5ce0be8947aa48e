import { describe, expect, test } from 'vitest';
import { openTestApp, post, errorOf } from '../../tests/test-app.ts';
import {
  ADDRESS,
  makeCoupon,
  makeSignedInCustomer,
  makeProduct,
  orderPayload,
  placeOrder,
} from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const title = await makeProduct(shop, { listPrice: 4000, memberPrice: 3500 });
const shelved = await makeProduct(shop, { stock: 3 });
const hidden = await makeProduct(shop);
await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [hidden.id]);
const ebook = await makeProduct(shop, { format: 'ebook' });

async function countOrders(): Promise<number> {
  return (await pool.query('SELECT count(*)::int AS n FROM "order"')).rows[0].n;
}

describe('wrong amounts are rejected with the server’s, and nothing is written', () => {
  test.each([
    ['a lower total', { total: 39.99 }],
    ['a higher total', { total: 40.01 }],
    ['no total at all', { total: 0 }],
    ['an invented reduction', { proDis: 10 }],
    ['no delivery cost', { shippingCost: 0 }],
    ['a dearer delivery', { shippingCost: 27 }],
    ['unavailable delivery', { shippingCost: -1 }],
  ])('%s', async (_, changes) => {
    const before = await countOrders();
    const response = await placeOrder(app, { lines: [title], changes });
    expect(errorOf(response)).toEqual([409, 'price_changed']);
    expect(response.body.cart).toEqual({
      total: 40,
      discount: 0,
      proDis: 0,
      shippingCost: 8,
      gift_wrap: 0,
      payable: 48,
    });
    expect(await countOrders()).toBe(before);
  });
});

test('a rejected customer gets amounts at member prices', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [title], token, changes: { total: 1 } });
  expect(body.cart).toEqual({ total: 40, discount: 5, proDis: 0, shippingCost: 8, gift_wrap: 0, payable: 43 });
});

test('an outdated price is rejected', async () => {
  const moving = await makeProduct(shop, { listPrice: 2000 });
  await pool.query('UPDATE variant SET list_price = 2500 WHERE id = $1', [moving.vid]);
  expect(errorOf(await placeOrder(app, { lines: [moving] }))).toEqual([409, 'price_changed']);
});

test('a coupon that changed since it was checked is rejected', async () => {
  const coupon = await makeCoupon(shop, { value: 5000 });
  await pool.query('UPDATE coupon SET value = 1000 WHERE id = $1', [coupon.id]);
  expect(errorOf(await placeOrder(app, { lines: [title], coupon }))).toEqual([409, 'price_changed']);
});

test('delivery is priced by the order’s address', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const east = { ...ADDRESS, zip: '93350' };
  const { body: saved } = await post(app, '/customer/address/add', east, { token });
  const response = await placeOrder(app, { lines: [title], token, address: { id: saved.id } });
  expect(errorOf(response)).toEqual([409, 'price_changed']);
  expect(response.body.cart.shippingCost).toBe(27);
  expect((await placeOrder(app, { lines: [title], token, address: { id: saved.id }, zip: '93350' })).status).toBe(201);
});

describe('an unavailable variant is out of stock, with its line', () => {
  test.each([
    ['more than there is', { id: shelved.id, vid: shelved.vid, qty: 4 }, 3],
    ['an unknown variant', { vid: 2_000_000_000 }, 0],
    ['a variant of another title', { vid: ebook.vid }, 0],
    ['an unlisted title', { id: hidden.id, vid: hidden.vid }, 0],
    ['a digital format', { id: ebook.id, vid: ebook.vid }, 0],
  ])('%s', async (_, changed, available) => {
    const item = Object.assign({ id: title.id, vid: title.vid, qty: 1 }, changed);
    const response = await placeOrder(app, { lines: [title], changes: { items: [item] } });
    expect(errorOf(response)).toEqual([409, 'out_of_stock']);
    expect(response.body.lines).toEqual([{ id: item.id, vid: item.vid, available }]);
  });
});

test('all unavailable lines are named', async () => {
  const scarce = await makeProduct(shop, { stock: 1 });
  const response = await placeOrder(app, { lines: [title, { of: scarce, qty: 2 }, hidden] });
  expect(response.body.lines).toEqual([
    { id: scarce.id, vid: scarce.vid, available: 1 },
    { id: hidden.id, vid: hidden.vid, available: 0 },
  ]);
});

describe('an invalid coupon is rejected, never ignored', () => {
  const later = new Date('2099-01-01T00:00:00Z');
  const earlier = new Date('2020-02-01T00:00:00Z');
  test.each([
    ['coupon_not_started', { startsAt: later }, 409],
    ['coupon_expired', { endsAt: earlier }, 409],
    ['coupon_used_up', { maxUses: 0 }, 409],
    ['coupon_used_up', { maxUsesPerCustomer: 0 }, 409],
    ['coupon_not_applicable', { subject: 'XQ' }, 409],
    ['coupon_minimum_not_met', { minimumSubtotal: 4001 }, 409],
  ])('%s', async (code, terms, status) => {
    const coupon = await makeCoupon(shop, terms);
    const before = await countOrders();
    expect(errorOf(await placeOrder(app, { lines: [title], coupon }))).toEqual([status, code]);
    expect(await countOrders()).toBe(before);
  });

  test('coupon_unknown', async () => {
    const response = await placeOrder(app, { lines: [title], changes: { disCode: 'NOSUCH' } });
    expect(errorOf(response)).toEqual([404, 'coupon_unknown']);
  });
});

test('a coupon is found in any case, and an empty code is none', async () => {
  const coupon = await makeCoupon(shop);
  const spelled = { disCode: `  ${coupon.code.toLowerCase()} ` };
  expect((await placeOrder(app, { lines: [title], coupon, changes: spelled })).status).toBe(201);
  for (const disCode of ['', null, undefined])
    expect((await placeOrder(app, { lines: [title], changes: { disCode } })).body).toMatchObject({ proDis: 0 });
});

test('a saved address outside the delivery zones is rejected', async () => {
  const { id, token } = await makeSignedInCustomer(shop);
  const { body } = await post(app, '/customer/address/add', ADDRESS, { token });
  await pool.query("UPDATE address SET zip = '09999' WHERE customer_id = $1", [id]);
  const response = await placeOrder(app, { lines: [title], token, address: { id: body.id } });
  expect(errorOf(response)).toEqual([422, 'postal_code_invalid']);
});

test('a guest order requires an email address', async () => {
  const payload = orderPayload({ lines: [title], address: ADDRESS });
  const response = await post(app, '/customer/order/set', payload);
  expect(errorOf(response)).toEqual([422, 'invalid']);
  expect(response.body.errors).toEqual([{ path: 'address.email', message: 'This field is required.' }]);
});

test('the integrity checks pass after all errors', async () => {
  await expectIntegrity(pool);
});
