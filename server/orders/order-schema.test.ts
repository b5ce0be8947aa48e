import { describe, expect, test } from 'vitest';
import { openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeProduct, orderPayload, placeOrder } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;
const title = await makeProduct(shop, { stock: 1_000 });

function paths(response: { body: { errors?: { path: string }[] } }): string[] {
  return response.body.errors?.map((error) => error.path) ?? [];
}

describe('a quantity is a whole number from 1 to 999, not coerced', () => {
  test.each([-1, 0, 1.5, 1000, 1e9, '1', true, null, [], [1], {}, '', 'NaN'])('%j', async (qty) => {
    const item = { id: title.id, vid: title.vid, qty };
    const ordered = await placeOrder(app, { lines: [title], changes: { items: [item] } });
    expect(errorOf(ordered)).toEqual([422, 'invalid']);
    expect(paths(ordered)).toEqual(['items.0.qty']);
    const checked = await post(app, '/customer/check-coupon', { code: 'ANY', pid: [item] });
    expect([errorOf(checked), paths(checked)]).toEqual([[422, 'invalid'], ['pid.0.qty']]);
    const shown = await post(app, '/api/site/get-cart-detail', { ids: [{ pid: title.id, vid: title.vid, qty }] });
    expect([errorOf(shown), paths(shown)]).toEqual([[422, 'invalid'], ['ids.0.qty']]);
  });
});

describe('the amounts are in RM', () => {
  test.each([
    ['total', undefined],
    ['total', '40'],
    ['total', -40],
    ['total', 40.001],
    ['total', null],
    ['proDis', undefined],
    ['proDis', -1],
    ['proDis', '0'],
    ['shippingCost', undefined],
    ['shippingCost', -2],
    ['shippingCost', '8'],
  ])('%s %j', async (path, value) => {
    const response = await placeOrder(app, { lines: [title], changes: { [path]: value } });
    expect([errorOf(response), paths(response)]).toEqual([[422, 'invalid'], [path]]);
  });
});

describe('an address line that cannot be stored is rejected', () => {
  test.each(['A\0B', '\ud800', 'A\nB', 'x'.repeat(121)])('%j', async (line2) => {
    const { address, ...payload } = orderPayload({ lines: [title] });
    const response = await post(app, '/customer/order/set', { ...payload, address: { ...address, line2 } });
    expect([errorOf(response), paths(response)]).toEqual([[422, 'invalid'], ['address.line2']]);
  });
});

test.each([0, 101, 10_000])('%i lines are rejected', async (count) => {
  const items = Array.from({ length: count }, () => ({ id: 1, vid: 1, qty: 1 }));
  const response = await placeOrder(app, { lines: [title], changes: { items } });
  expect([errorOf(response), paths(response)]).toEqual([[422, 'invalid'], ['items']]);
});

test('the merged quantity of a variant has the same limit', async () => {
  const item = { id: title.id, vid: title.vid, qty: 500 };
  const response = await placeOrder(app, { lines: [title], changes: { items: [item, item] } });
  expect(response.status).toBe(422);
});

describe('a postal code is five digits in one of the two zones', () => {
  test.each([
    ['9999', undefined],
    ['10000', 8],
    ['86900', 8],
    ['86901', undefined],
    ['87000', 27],
    ['98859', 27],
    ['98860', undefined],
    ['1e4', undefined],
    ['010000', undefined],
    ['', undefined],
    ['00000', undefined],
    ['-50480', undefined],
    [50480, 8],
    [9999, undefined],
    [50480.5, undefined],
    [null, undefined],
    [['50480'], undefined],
  ])('%j', async (zip, shippingCost) => {
    const { address, ...payload } = orderPayload({ lines: [title], zip: '50480' });
    const cost = shippingCost ?? 8;
    const response = await post(app, '/customer/order/set', {
      ...payload,
      shippingCost: cost,
      address: { ...address, zip },
    });
    if (shippingCost !== undefined) expect([response.status, response.body.shippingCost]).toEqual([201, shippingCost]);
    else expect([errorOf(response), paths(response)]).toEqual([[422, 'invalid'], ['address.zip']]);
  });

  test('the message is the one of the specification', async () => {
    const response = await placeOrder(app, { lines: [title], zip: '86901' });
    expect(response.body.errors).toEqual([{ path: 'address.zip', message: 'Postal Code Invalid' }]);
  });
});

describe('delivery is free from RM 131 and from RM 701', () => {
  test.each([
    ['50480', 130, 8],
    ['50480', 130.99, 8],
    ['50480', 131, 0],
    ['93350', 130.99, 27],
    ['93350', 131, 27],
    ['93350', 700, 27],
    ['93350', 700.99, 27],
    ['93350', 701, 0],
  ])('to %s with %d delivery costs %d', async (zip, amount, cost) => {
    const priced = await makeProduct(shop, { listPrice: Math.round(amount * 100) });
    const { status, body } = await placeOrder(app, { lines: [priced], zip });
    expect([status, body.shippingCost]).toEqual([201, cost]);
  });
});
