import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayInMalaysia } from '#domain/dates.ts';
import { expectIntegrity } from '../../../tests/database.ts';
import { renderedEmailsTo } from '../../../tests/emails.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../../tests/factories.ts';
import { countValues, get, openTestApp, post, runConcurrently } from '../../../tests/test-app.ts';
import { toApiError } from '../../http/error-responses.ts';
import { anonymizeOrders } from '../../privacy/anonymize-customer.ts';
import { transitionRefund } from '../refunds/transition-refund.ts';
import { decideClaim, type ClaimDecision } from './decide-claim.ts';
import { openClaim, type NewClaim } from './open-claim.ts';
import { listClaims, requireClaim } from './queries.ts';

const shop = await openTestApp({ DATABASE_POOL: '40' });
const { app, deps, pool } = shop;

const PARCEL: NewClaim = { problem: 'parcel', items: [], wish: 'resend', isAddressRight: true, note: '' };

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => toApiError(error).code,
  );

/** A sent order of two copies at RM 40 each, whose promise has passed. */
async function lateOrder({ stock = 5, state = 'shipped' as 'shipped' | 'delivered' } = {}) {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock, listPrice: 4000, memberPrice: 4000 });
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state });
  await passPromise(order.id);
  const see = async () => (await get(app, `/api/orders/${order.id}`, me)).body;
  const stockNow = async () => {
    const { rows } = await pool.query<{ stock: number }>('SELECT stock FROM variant WHERE id = $1', [title.vid]);
    return rows[0]!.stock;
  };
  return { me, title, id: order.id as string, line: order.lines[0]!.id as string, see, stockNow };
}

function passPromise(orderId: string) {
  return pool.query(`UPDATE "order" SET delivery_promise = delivery_promise || '{"to": "2026-01-02"}' WHERE id = $1`, [
    orderId,
  ]);
}

async function decide(number: string, decision: Omit<ClaimDecision, 'actor'>) {
  const { id } = await requireClaim(deps.db, number);
  return decideClaim(deps, id, { actor: 'mei', ...decision });
}

const kindsTo = async (email: string) =>
  (await renderedEmailsTo(deps, email)).map(({ kind }) => kind).filter((kind) => kind.startsWith('claim'));

test('a lost parcel is sent again from the stock, with a new promise, and each step is told', async () => {
  const { me, id, see, stockNow } = await lateOrder({ stock: 8 });
  const number = await openClaim(deps, { orderId: id, claimed: { ...PARCEL, note: 'Nobody has it.' } });
  expect(number).toMatch(/^C-\d{4}$/);
  expect(await see()).toMatchObject({
    requests: ['return', 'withdraw'],
    claims: [{ number, status: 'open', lines: [{ qty: 2 }], note: 'Nobody has it.' }],
  });
  await decide(number, { to: 'resent', parcel: { carrier: 'Pos Laju', tracking: 'EN2MY' } });
  expect(await stockNow()).toBe(4);
  const { claims, timeline, shipments, expected, refunds } = await see();
  expect([claims[0].status, refunds, shipments.at(-1).tracking]).toEqual(['resent', [], 'EN2MY']);
  expect(timeline.slice(-2)).toMatchObject([{ status: 'claim_opened' }, { status: 'claim_resent' }]);
  expect(expected.to > dayInMalaysia(new Date().toISOString())).toBe(true);
  const { rows } = await pool.query(
    "SELECT quantity, actor FROM stock_movement WHERE order_id = $1 AND reason = 'resent'",
    [id],
  );
  expect(rows).toEqual([{ quantity: -2, actor: 'mei' }]);
  expect(await kindsTo(me.email)).toEqual(['claim_opened', 'claim_decided']);
  const [, decided] = (await renderedEmailsTo(deps, me.email)).filter(({ kind }) => kind.startsWith('claim'));
  for (const word of [number, 'EN2MY', 'Expected delivery']) expect(decided!.subject + decided!.text).toContain(word);
  expect(await outcome(openClaim(deps, { orderId: id, claimed: PARCEL }))).toBe('too_early');
  await passPromise(id);
  expect(await openClaim(deps, { orderId: id, claimed: PARCEL })).not.toBe(number);
  await expectIntegrity(pool);
});

test('missing copies are refunded at once by the ledger, and nothing comes back into stock', async () => {
  const { me, id, line, see, stockNow } = await lateOrder({ state: 'delivered' });
  const claimed: NewClaim = { ...PARCEL, problem: 'missing', items: [{ id: line, qty: 1 }], wish: 'refund' };
  const number = await openClaim(deps, { orderId: id, claimed });
  await decide(number, { to: 'refunded' });
  const { refunds, timeline, claims, lines } = await see();
  expect(refunds).toMatchObject([{ status: 'approved', reason: 'lost', amount: 40, lines: [{ qty: 1 }] }]);
  expect(refunds[0].return).toBeUndefined();
  expect([claims[0].status, lines[0].refundable_qty, await stockNow()]).toEqual(['refunded', 1, 3]);
  expect(timeline.at(-1)).toMatchObject({ status: 'refund_approved', amount: 40 });
  expect(await kindsTo(me.email)).toEqual(['claim_opened', 'claim_decided']);
  await transitionRefund(deps, refunds[0].id, { to: 'paid_out', actor: 'mei', channel: 'transfer' });
  await expectIntegrity(pool);
});

test('a lost parcel refunds everything with its delivery, damaged copies stay where they are', async () => {
  const whole = await lateOrder();
  await decide(await openClaim(deps, { orderId: whole.id, claimed: PARCEL }), { to: 'refunded' });
  const { refunds, payable } = await whole.see();
  expect([refunds[0].amount, await whole.stockNow()]).toEqual([payable, 3]);
  const torn = await lateOrder();
  const claimed: NewClaim = { ...PARCEL, problem: 'damaged', items: [{ id: torn.line, qty: 2 }] };
  await decide(await openClaim(deps, { orderId: torn.id, claimed }), { to: 'refunded' });
  expect((await torn.see()).refunds).toMatchObject([{ reason: 'damaged' }]);
  expect(await torn.stockNow()).toBe(3);
  await expectIntegrity(pool);
});

test('of twenty who send one claim each gets the same, once; of twenty decisions one counts', async () => {
  const { me, id, see, stockNow } = await lateOrder({ stock: 30 });
  const numbers = await runConcurrently(20, 20, () => openClaim(deps, { orderId: id, claimed: PARCEL }));
  expect(new Set(numbers).size).toBe(1);
  expect((await see()).claims).toHaveLength(1);
  expect(await kindsTo(me.email)).toEqual(['claim_opened']);
  const decisions = ['resent', 'refunded', 'declined', 'arrived'] as const;
  const outcomes = await runConcurrently(20, 20, (index) =>
    outcome(decide(numbers[0]!, { to: decisions[index % 4]! })),
  );
  expect(countValues(outcomes)).toEqual({ done: 1, too_late: 19 });
  const { claims, refunds } = await see();
  expect(refunds).toHaveLength(claims[0].status === 'refunded' ? 1 : 0);
  expect(await stockNow()).toBe(claims[0].status === 'resent' ? 26 : 28);
  await expectIntegrity(pool);
});

test('of two claims for the last copies one is sent again', async () => {
  const first = await lateOrder({ stock: 6 });
  const order = await makeOrder(shop, {
    lines: [{ of: first.title, qty: 2 }],
    token: first.me.token,
    state: 'delivered',
  });
  await passPromise(order.id);
  const numbers = await Promise.all(
    [first.id, order.id].map((orderId) => openClaim(deps, { orderId, claimed: PARCEL })),
  );
  await pool.query(`WITH moved AS (INSERT INTO stock_movement (variant_id, quantity, reason, actor) VALUES (${first.title.vid}, 1, 'received', 'test'))
    UPDATE variant SET stock = stock + 1 WHERE id = ${first.title.vid}`);
  const outcomes = await Promise.all(numbers.map((number) => outcome(decide(number, { to: 'resent' }))));
  expect(countValues(outcomes)).toEqual({ done: 1, out_of_stock: 1 });
  expect(await first.stockNow()).toBe(1);
  await expectIntegrity(pool);
});

test('what is returned meanwhile is refunded once', async () => {
  const { me, id, line, see } = await lateOrder({ state: 'delivered' });
  const number = await openClaim(deps, { orderId: id, claimed: PARCEL });
  const ask = { id, reason: 'late', items: [{ id: line, qty: 1 }] };
  expect((await post(app, '/customer/order/refund', ask, me)).status).toBe(201);
  for (const to of ['refunded', 'resent'] as const)
    expect(await outcome(decide(number, { to }))).toBe('not_refundable');
  expect(await see()).toMatchObject({ claims: [{ status: 'open' }], refunds: [{ status: 'requested' }] });
  await decide(number, { to: 'declined', note: 'You sent one back.' });
  expect((await see()).claims).toMatchObject([{ status: 'declined', shop_note: 'You sent one back.' }]);
  await expectIntegrity(pool);
});

test('too early, too late, too much, foreign or sold out, a claim changes nothing', async () => {
  const { id, line, see, stockNow } = await lateOrder({ stock: 2 });
  const other = await lateOrder();
  const open = (claimed: Partial<NewClaim>, orderId = id) =>
    outcome(openClaim(deps, { orderId, claimed: { ...PARCEL, ...claimed } }));
  expect(await stockNow()).toBe(0);
  expect(await open({ wish: 'resend' })).toBe('out_of_stock');
  const missing = { problem: 'missing', wish: 'refund' } as const;
  expect(await open({ ...missing, items: [{ id: line, qty: 3 }] })).toBe('not_refundable');
  expect(await open({ ...missing, items: [] })).toBe('not_refundable');
  expect(await open({ ...missing, items: [{ id: other.line, qty: 1 }] })).toBe('not_found');
  const sent = await makeOrder(shop, { lines: [other.title], token: other.me.token, state: 'shipped' });
  expect(await open({ wish: 'refund' }, sent.id)).toBe('too_early');
  const paid = await makeOrder(shop, { lines: [other.title], token: other.me.token, state: 'paid' });
  expect(await open({ wish: 'refund' }, paid.id)).toBe('too_late');
  expect((await see()).claims).toEqual([]);
});

test('the staff finds claims by state and number; a deleted account keeps no words of them', async () => {
  const { me, id } = await lateOrder({ state: 'delivered' });
  const number = await openClaim(deps, { orderId: id, claimed: { ...PARCEL, note: 'Ask Siti next door.' } });
  const [newest] = await listClaims(deps.db, { limit: 1, state: 'open' });
  expect(newest).toMatchObject({ number, problem: 'parcel', wish: 'resend', email: me.email });
  expect(await requireClaim(deps.db, number.toLowerCase())).toMatchObject({ note: 'Ask Siti next door.' });
  const exported = (await get(app, '/api/account/export', me)).body;
  expect(JSON.stringify(exported)).toContain('Ask Siti next door.');
  const erase = () => anonymizeOrders(deps.db, me.id, `${me.id}@deleted.invalid`);
  await pool.query('UPDATE email_message SET sent_at = now()');
  await erase();
  expect((await requireClaim(deps.db, number)).note).not.toBeNull();
  await decide(number, { to: 'declined', note: 'Siti has it.' });
  await pool.query('UPDATE email_message SET sent_at = now()');
  await erase();
  const { note, moves } = await requireClaim(deps.db, number);
  expect([note, moves.at(-1)!.note]).toEqual([null, null]);
});

test('how often one order is claimed is limited', async () => {
  const limited = await openTestApp({ RATE_LIMITS: 'on' });
  const orderId = randomUUID();
  const outcomes: string[] = [];
  for (let tries = 0; tries < 6; tries += 1)
    outcomes.push(await outcome(openClaim(limited.deps, { orderId, claimed: PARCEL })));
  expect(countValues(outcomes)).toEqual({ not_found: 5, too_many_requests: 1 });
});
