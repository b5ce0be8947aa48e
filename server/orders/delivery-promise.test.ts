import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { promiseDelivery } from '#domain/delivery-promise.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { order, variant } from '../db/tables.ts';
import { orderEmailData, findOrderWithLines } from '../emails/order-email-data.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp();
const { app, deps } = shop;
const { db } = deps;
const [peninsula] = DEFAULT_ZONES as [(typeof DEFAULT_ZONES)[number]];

/** What is promised now; a test that runs across a cut-off may see the next one. */
const promisedNow = () => promiseDelivery(peninsula, { now: new Date().toISOString() })!;

async function makeOrder() {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
  const read = async () => (await get(app, `/api/orders/${body.id}`, { token })).body;
  return { placed: body, read };
}

test('an order says when it arrives and until when that holds, in its response, on its page and in its email', async () => {
  const before = promisedNow();
  const { placed, read } = await makeOrder();
  const after = promisedNow();
  const { from, to, orderBy } = [before, after].find((one) => one.from === placed.expected.from)!;
  expect(placed.expected).toEqual({ from, to, pay_by: orderBy });
  expect((await read()).expected).toEqual(placed.expected);
  const stored = (await findOrderWithLines(db, placed.id))!;
  expect(orderEmailData(deps, stored, 'en').expected).toMatch(/^Arrives .* if your payment reaches us by /);
  expect(orderEmailData(deps, { ...stored, state: 'paid' }, 'en').expected).toMatch(/^Expected delivery: /);
  expect(orderEmailData(deps, { ...stored, state: 'cancelled' }, 'en').expected).toBeUndefined();
});

test('a payment after the cut-off moves the dates on, one in time does not', async () => {
  const { placed } = await makeOrder();
  const late = await makeOrder();
  const past = { dispatchOn: '2026-01-05', from: '2026-01-06', to: '2026-01-07', orderBy: '2026-01-05T07:00:00.000Z' };
  const ahead = { dispatchOn: '2999-01-07', from: '2999-01-08', to: '2999-01-09' };
  await db.update(order).set({ deliveryPromise: ahead }).where(eq(order.id, placed.id));
  await db.update(order).set({ deliveryPromise: past }).where(eq(order.id, late.placed.id));
  await transitionOrder(deps, placed.id, { to: 'paid', actor: 'staff' });
  const row = await transitionOrder(deps, late.placed.id, { to: 'paid', actor: 'staff' });
  expect((await findOrderWithLines(db, placed.id))!.deliveryPromise).toEqual(ahead);
  expect(row.deliveryPromise!.from > past.to).toBe(true);
  expect((await late.read()).expected.from).toBe(row.deliveryPromise!.from);
});

test('the day of dispatch decides at last', async () => {
  const { placed, read } = await makeOrder();
  await db
    .update(order)
    .set({ deliveryPromise: { dispatchOn: '2999-01-07', from: '2999-01-08', to: '2999-01-09' } })
    .where(eq(order.id, placed.id));
  for (const to of ['paid', 'packed', 'shipped'] as const)
    await transitionOrder(deps, placed.id, { to, actor: 'staff', parcel: { carrier: 'Pos Laju', tracking: 'X' } });
  const { expected } = await read();
  expect(expected.from < '2999').toBe(true);
  expect(expected).not.toHaveProperty('pay_by');
});

test('a book under embargo is promised after it, whenever it is paid', async () => {
  const title = await makeProduct(shop);
  await db.update(variant).set({ embargo: '2999-01' }).where(eq(variant.id, title.vid));
  const { body } = await placeOrder(app, { lines: [title, await makeProduct(shop)] });
  expect(body.expected).toEqual({ from: '2999-02-04', to: '2999-02-05' });
});

test('an older order promises nothing', async () => {
  const { placed, read } = await makeOrder();
  await db.update(order).set({ deliveryPromise: null }).where(eq(order.id, placed.id));
  expect((await read()).expected).toBeNull();
  await transitionOrder(deps, placed.id, { to: 'paid', actor: 'staff' });
  expect((await read()).expected).toBeNull();
});
