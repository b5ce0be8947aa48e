import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { orderLine, variant } from '../db/tables.ts';
import { announceMovedDates } from './moved-dates.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

const setEmbargo = (id: number, embargo: string | null) =>
  deps.db.update(variant).set({ embargo }).where(eq(variant.id, id));
const lettersTo = async (email: string) =>
  (await renderedEmailsTo(deps, email)).filter(({ kind }) => kind === 'date_moved');

/** A paid pre-order of a title that goes on sale on a day. */
async function preOrder(embargo: string, state: 'placed' | 'paid' = 'paid') {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 3 });
  await setEmbargo(title.vid, embargo);
  const order = await makeOrder(shop, { lines: [title], token: me.token, state });
  return { me, title, order };
}

test('a moved date is announced once, by several servers too, and cancelling refunds what was paid', async () => {
  const { me, title, order } = await preOrder('2099-01-15');
  expect(await announceMovedDates(deps)).toBe(0);
  const dateOf = async () => (await get(app, `/api/orders/${order.id}`, me)).body.lines[0].on_sale_from;
  expect(await dateOf()).toBe('2099-01-15');
  await setEmbargo(title.vid, '2099-03');
  const counts = await Promise.all(Array.from({ length: 6 }, () => announceMovedDates(deps)));
  expect(counts.reduce((sum, one) => sum + one)).toBe(1);
  expect(await announceMovedDates(deps)).toBe(0);
  expect(await dateOf()).toBe('2099-03');
  const [letter, ...more] = await lettersTo(me.email);
  expect(more).toEqual([]);
  expect(letter!.text).toContain(': March 2099 (so far: 15 January 2099).');
  expect(letter!.text).toContain('/customer/my-orders?order=BK-');
  expect((await post(app, '/api/orders/cancel', { id: order.id }, me)).body).toMatchObject({ status: 'cancelled' });
  const { rows } = await pool.query(`SELECT state, reason FROM refund WHERE order_id = $1`, [order.id]);
  expect(rows).toEqual([{ state: 'approved', reason: 'cancelled' }]);
  const stock = await pool.query('SELECT stock FROM variant WHERE id = $1', [title.vid]);
  expect(stock.rows).toEqual([{ stock: 3 }]);
  await expectIntegrity(pool);
});

test('each move is announced, and that a title is on sale early', async () => {
  const { me, title } = await preOrder('2099-01-15', 'placed');
  await setEmbargo(title.vid, '2098-12-01');
  expect(await announceMovedDates(deps)).toBe(1);
  await setEmbargo(title.vid, null);
  expect(await announceMovedDates(deps)).toBe(1);
  const [first, second] = await lettersTo(me.email);
  expect(first!.text).toContain('1 December 2098 (so far: 15 January 2099)');
  expect(second!.text).toContain('is on sale earlier than announced');
  expect(await announceMovedDates(deps)).toBe(0);
});

test('a date that has come is not announced, nor one of an order that is cancelled or was no pre-order', async () => {
  const passed = await preOrder('2099-01-15');
  await deps.db.update(orderLine).set({ onSaleFrom: '2020-01-15' }).where(eq(orderLine.variantId, passed.title.vid));
  await setEmbargo(passed.title.vid, null);
  const cancelled = await preOrder('2099-01-15');
  await transitionOrder(deps, cancelled.order.id, { to: 'cancelled', actor: 'customer' });
  await setEmbargo(cancelled.title.vid, '2099-03-15');
  const plain = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop);
  await makeOrder(shop, { lines: [title], token: plain.token, state: 'paid' });
  await setEmbargo(title.vid, '2099-03-15');
  expect(await announceMovedDates(deps)).toBe(0);
  for (const { email } of [passed.me, cancelled.me, plain]) expect(await lettersTo(email)).toEqual([]);
});

test('an email that cannot be written leaves the date to be announced', async () => {
  const { me, title } = await preOrder('2099-01-15');
  await setEmbargo(title.vid, '2099-02-15');
  const sendMail = async () => {
    throw new Error('gone');
  };
  await expect(announceMovedDates({ ...deps, jobs: { ...deps.jobs, sendMail } })).rejects.toThrow('gone');
  expect(await announceMovedDates(deps)).toBe(1);
  expect(await lettersTo(me.email)).toHaveLength(1);
});
