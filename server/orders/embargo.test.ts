import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { variant } from '../db/tables.ts';
import { transitionOrder } from './transition-order.ts';
import { transitionRefund } from './refunds/transition-refund.ts';

const shop = await openTestApp();
const { app, deps } = shop;

/** A paid order of a title without and one with this embargo. */
async function paidOrder(embargo: string) {
  const me = await makeSignedInCustomer(shop);
  const [free, held] = [await makeProduct(shop), await makeProduct(shop)];
  await setEmbargo(held.vid, embargo);
  const order = await makeOrder(shop, { lines: [free, held], token: me.token, state: 'paid' });
  return { me, order, held };
}

const setEmbargo = (id: number, embargo: string | null) =>
  deps.db.update(variant).set({ embargo }).where(eq(variant.id, id));
const move = (id: string, to: 'packed' | 'shipped' | 'cancelled') => transitionOrder(deps, id, { to, actor: 'staff' });

test.each(['2099-01-01', '2099-01', '2099'])('before %s an order is neither packed nor shipped', async (embargo) => {
  const { order, held } = await paidOrder(embargo);
  await expect(move(order.id, 'packed')).rejects.toMatchObject({ code: 'embargoed' });
  await setEmbargo(held.vid, '2020-01-01');
  expect(await move(order.id, 'packed')).toMatchObject({ state: 'packed' });
  await setEmbargo(held.vid, embargo);
  await expect(move(order.id, 'shipped')).rejects.toMatchObject({ code: 'embargoed' });
  await setEmbargo(held.vid, null);
  expect(await move(order.id, 'shipped')).toMatchObject({ state: 'shipped' });
});

test('an order with a title under embargo can be cancelled, and dispatched once that title is refunded', async () => {
  const cancelled = await paidOrder('2099-01-01');
  expect(await move(cancelled.order.id, 'cancelled')).toMatchObject({ state: 'cancelled' });
  const { me, order } = await paidOrder('2099-01-01');
  const items = [{ id: order.lines[1]!.id, qty: 1 }];
  const { body } = await post(app, '/customer/order/refund', { id: order.id, reason: 'changed_mind', items }, me);
  await expect(move(order.id, 'packed')).rejects.toMatchObject({ code: 'embargoed' });
  await transitionRefund(deps, body.id, { to: 'approved', actor: 'staff' });
  expect(await move(order.id, 'packed')).toMatchObject({ state: 'packed' });
});

test('the order and its emails say from when a title is dispatched, until it is', async () => {
  const { me, order, held } = await paidOrder('2099-10');
  const lines = async () => (await get(app, `/api/orders/${order.id}`, me)).body.lines;
  expect((await lines()).map((line: { on_sale_from?: string }) => line.on_sale_from)).toEqual([undefined, '2099-10']);
  const texts = async () => (await renderedEmailsTo(deps, me.email)).map(({ text }) => text);
  expect(await texts()).toEqual([
    expect.stringContaining('– Pre-order: dispatched from October 2099'),
    expect.stringContaining('– Pre-order: dispatched from October 2099'),
  ]);
  await setEmbargo(held.vid, null);
  await move(order.id, 'packed');
  await move(order.id, 'shipped');
  await setEmbargo(held.vid, '2099-10');
  expect((await lines())[1]).not.toHaveProperty('on_sale_from');
  expect((await texts()).join()).not.toContain('Pre-order');
});

test('the cart says from when a title is dispatched', async () => {
  const { held } = await paidOrder('2099-10');
  const ids = [{ pid: held.id, vid: held.vid, qty: 1 }];
  const { body } = await post(app, '/api/site/get-cart-detail', { ids });
  expect(body.products[0].variants).toMatchObject([{ id: held.vid, on_sale_from: '2099-10' }]);
  await setEmbargo(held.vid, '2020-10');
  expect((await post(app, '/api/site/get-cart-detail', { ids })).body.products[0].variants[0]).not.toHaveProperty(
    'on_sale_from',
  );
});
