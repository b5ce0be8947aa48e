import { expect, test } from 'vitest';
import { get, openTestApp, post, countValues } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { openDatabase, openPool } from '../db/connection.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { recordPayment } from './webhook.ts';
import { enforceDeadlines } from './payment-deadlines.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool, deps } = shop;
const HOUR = 3_600_000;

function onError(error: Error): never {
  throw error;
}

const enforce = () => enforceDeadlines(deps, onError);

async function placed({ stock = 10, qty = 2, maxUses = 1 } = {}) {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock });
  const coupon = await makeCoupon(shop, { maxUses, maxUsesPerCustomer: 1 });
  const { body } = await placeOrder(app, { lines: [{ of: title, qty }], token: me.token, coupon });
  return { id: body.id as string, body, me, title, coupon };
}

/** Lets so many hours of an order's time pass. */
async function later(id: string, hours: number): Promise<void> {
  await pool.query(
    `UPDATE "order" SET payment_due_at = payment_due_at - make_interval(hours => $2),
      payment_reminder_at = payment_reminder_at - make_interval(hours => $2) WHERE id = $1`,
    [id, hours],
  );
}

async function stockOf(vid: number): Promise<number> {
  return (await pool.query('SELECT stock FROM variant WHERE id = $1', [vid])).rows[0].stock;
}

async function ledgerOf(id: string): Promise<[string, number][]> {
  const { rows } = await pool.query('SELECT kind, amount FROM ledger_entry WHERE order_id = $1 ORDER BY position', [
    id,
  ]);
  return rows.map(({ kind, amount }) => [kind, amount]);
}

async function kindsOf(email: string): Promise<string[]> {
  return (await renderedEmailsTo(deps, email)).map(({ kind }) => kind);
}

test('response, order and email show the payment deadline', async () => {
  const { id, body, me } = await placed();
  const dueAt = body.payment.due_at as string;
  const { rows } = await pool.query('SELECT placed_at, payment_reminder_at AS reminder FROM "order" WHERE id = $1', [
    id,
  ]);
  expect(Date.parse(dueAt) - rows[0].placed_at).toBe(7 * 24 * HOUR);
  expect(rows[0].reminder - rows[0].placed_at).toBe(3.5 * 24 * HOUR);
  const { body: order } = await get(app, `/api/orders/${id}`, { token: me.token });
  expect(order.payment).toMatchObject({ status: 'pending', due_at: dueAt });
  const [letter] = await renderedEmailsTo(deps, me.email);
  expect(letter!.text).toMatch(/Please pay by \d+ \w+ \d{4} at \d+:\d\d [ap]m \(Malaysia time\)/);
});

test('an unpaid order gets one reminder halfway to its deadline', async () => {
  const { id, me } = await placed();
  const paid = await placed();
  await transitionOrder(deps, paid.id, { to: 'paid', actor: 'staff' });
  await later(id, 3 * 24);
  expect(await enforce()).toEqual({ reminded: 0, cancelled: 0 });
  for (const one of [id, paid.id]) await later(one, 24);
  expect(await enforce()).toEqual({ reminded: 1, cancelled: 0 });
  expect(await enforce()).toEqual({ reminded: 0, cancelled: 0 });
  expect(await kindsOf(me.email)).toEqual(['order_placed', 'payment_reminder']);
  const reminder = (await renderedEmailsTo(deps, me.email)).at(-1)!;
  expect(reminder.text).toContain('Please pay by');
  expect(reminder.text).toContain('Reference: BK-');
});

test('an order past its deadline is cancelled, its stock and coupon released and the customer emailed', async () => {
  const { id, me, title, coupon } = await placed();
  await later(id, 7 * 24);
  expect(await enforce()).toMatchObject({ cancelled: 1 });
  expect(await enforce()).toMatchObject({ cancelled: 0 });
  expect(await stockOf(title.vid)).toBe(10);
  expect((await ledgerOf(id)).map(([kind]) => kind)).toEqual(['charge', 'reversal']);
  expect((await renderedEmailsTo(deps, me.email)).at(-1)!.text).toContain('We didn’t receive your payment in time');
  expect((await placeOrder(app, { lines: [title], token: me.token, coupon })).status).toBe(201);
  await expectIntegrity(pool);
});

test('several servers cancel each order once', async () => {
  const title = await makeProduct(shop, { stock: 100 });
  const ids: string[] = [];
  for (let n = 0; n < 20; n += 1)
    ids.push((await placeOrder(app, { lines: [title], email: `due${n}@mail.test` })).body.id);
  for (const id of ids) await later(id, 7 * 24);
  const others = await Promise.all([1, 2, 3].map(async () => openPool(shop.connect, { size: 2, onError })));
  const done = await Promise.all(
    others.map((other) => enforceDeadlines({ ...deps, db: openDatabase(other) }, onError)),
  );
  for (const other of others) await other.end();
  expect(done.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(20);
  const { rows } = await pool.query(`SELECT kind FROM email_message WHERE order_id = ANY($1)`, [ids]);
  expect(countValues(rows.map(({ kind }) => kind))).toMatchObject({ order_placed: 20, order_moved: 20 });
  expect(await stockOf(title.vid)).toBe(100);
  await expectIntegrity(pool);
});

test('a payment concurrent with the deadline pays or revives the order', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { id, title } = await placed();
    await later(id, 7 * 24);
    const [outcome] = await Promise.all([recordPayment(deps, id, 'operator'), enforce()]);
    expect(['paid', 'reinstated']).toContain(outcome);
    expect(await stockOf(title.vid)).toBe(8);
  }
  await expectIntegrity(pool);
});

test('a failing order does not block the others', async () => {
  const [bad, good] = [await placed(), await placed()];
  for (const { id } of [bad, good]) await later(id, 7 * 24);
  await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
    CREATE TRIGGER failing BEFORE UPDATE ON "order" FOR EACH ROW WHEN (NEW.id = '${bad.id}') EXECUTE FUNCTION fail()`);
  const told: string[] = [];
  expect(await enforceDeadlines(deps, ({ message }) => told.push(message))).toMatchObject({ cancelled: 1 });
  expect(told.some((message) => message.includes(bad.id))).toBe(true);
  await pool.query('DROP TRIGGER failing ON "order"');
  expect(await enforce()).toMatchObject({ cancelled: 1 });
});

test('a late payment does not revive an order that the customer cancelled', async () => {
  const { id, me } = await placed();
  await post(app, '/api/orders/cancel', { id }, { token: me.token });
  expect(await recordPayment(deps, id, 'operator')).toBe('refunded');
  await expectIntegrity(pool);
});
