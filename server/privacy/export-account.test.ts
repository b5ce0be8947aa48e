import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import {
  ADDRESS,
  makeCoupon,
  makeCustomer,
  makeSignedInCustomer,
  makeProduct,
  placeOrder,
  signIn,
} from '../../tests/factories.ts';
import { sendPendingEmails } from '../../tests/emails.ts';
import { auditEventsOf } from '../../tests/database.ts';
import * as tables from '../db/tables.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { exportRow } from './export-orders.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const title = await makeProduct(shop, { title: 'The Open Window', listPrice: 4000, memberPrice: 3600 });
const coupon = await makeCoupon(shop);
const me = await makeCustomer(shop, { email: 'siti@mail.test', displayName: 'Siti' });
const token = await signIn(app, me);

/** A life in the shop, with something of every kind. */
const { body: address } = await post(app, '/customer/address/add', ADDRESS, { token });
await post(app, '/api/wish-list/toggle', { objectID: String(title.id) }, { token });
await post(app, '/api/cart/saved', { add: [{ id: title.id, vid: title.vid, qty: 2 }] }, { token });
const { body: order } = await placeOrder(app, { lines: [title], token, coupon });
await placeOrder(app, { lines: [title], email: me.email });
await transitionOrder(deps, order.id, { to: 'paid', actor: 'staff' });
const opened = { subject: 'A question', message: 'Where is my book?', category: 'order', order_id: order.id };
const { body: ticket } = await post(app, '/customer/ticket/add', opened, { token });
await post(app, '/customer/ticket/add', { parent: ticket.id, message: 'And when?' }, { token });
await post(app, '/api/auth/forgot-password', { email: me.email });
await pool.query("INSERT INTO identity VALUES ('https://id.test', 'subject-1', $1, 'siti@id.test')", [me.id]);
await pool.query(
  `INSERT INTO refund (id, order_id, customer_id, reason, note, merchandise_total, shipping, amount)
   VALUES (gen_random_uuid(), $1, $2, 'damaged', 'Torn', 1000, 0, 1000)`,
  [order.id, me.id],
);
await pool.query("INSERT INTO bank_statement (id, name, actor) VALUES ($1, '', 'Amir')", [order.id]);
await pool.query(
  `INSERT INTO bank_statement_line (id, statement_id, hash, repetition, day, amount, text, payer, state, order_id, actor, decided_at)
   VALUES ($1, $1, '', 0, '2026-11-24', 1250, 'Books', 'SITI', 'booked', $1, 'Amir', now())`,
  [order.id],
);
await pool.query(
  "INSERT INTO order_note (id, order_id, author, text) VALUES (gen_random_uuid(), $1, 'Amir Hassan', 'Calls every day')",
  [order.id],
);
for (const [author, text] of [
  ['Amir Hassan', 'Was friendly'],
  ['other@mail.test', 'I wrote this from work'],
])
  await pool.query('INSERT INTO ticket_note (id, ticket_id, author, text) VALUES ($1, $2, $3, $4)', [
    uuidv7(),
    ticket.id,
    author,
    text,
  ]);
await pool.query('UPDATE ticket SET assignee_id = $1 WHERE id = $1 OR id = $2', [me.id, ticket.id]);
const exported = await get(app, '/api/account/export', { token });
const { body } = exported;

test('the file is a download and not cacheable', () => {
  expect([exported.status, exported.headers['content-disposition'], exported.headers['cache-control']]).toEqual([
    200,
    'attachment; filename="my-account.json"',
    'no-store',
  ]);
});

test('the export is complete, with amounts in RM', () => {
  expect(body.exported_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(body).toMatchObject({
    shop: 'Halaman',
    profile: { uid: me.id, email: me.email, username: me.username, displayName: 'Siti' },
    identities: [{ issuer: 'https://id.test', subject: 'subject-1', email: 'siti@id.test' }],
    addresses: [{ id: address.id, line1: ADDRESS.line1, is_default: true }],
    orders: [
      { number: order.number, total: 40, payable: order.payable, state: 'paid', address: { name: ADDRESS.name } },
      { email: me.email, state: 'placed', total: 40 },
    ],
    transactions: [
      { order: order.number, kind: 'charge', amount: order.payable },
      { kind: 'charge', amount: 48 },
      { order: order.number, kind: 'payment', amount: -order.payable },
    ],
    refunds: [{ order: order.number, reason: 'damaged', note: 'Torn', amount: 10 }],
    tickets: [{ subject: 'A question', replies: [{ message: 'Where is my book?' }, { message: 'And when?' }] }],
    wish_list: [{ title: 'The Open Window', price_then: 36 }],
    saved_for_later: [{ title: 'The Open Window', qty: 2 }],
    coupon_uses: [{ code: coupon.code, used: 1 }],
    mailed_links: [{ purpose: 'reset', email: me.email }],
  });
  expect(body.orders[0].transfers).toEqual([
    { day: '2026-11-24', amount: 12.5, text: 'Books', payer: 'SITI', booked_amount: 0, returned_at: null },
  ]);
  expect(body.orders[0].lines).toMatchObject([{ title: 'The Open Window', qty: 1, list_price: 40, unit_price: 36 }]);
  expect(body.orders[0].explanation.lines[0].reasons[0]).toMatchObject({ code: 'list_price', amount: 40 });
  expect(body.orders[0].moves.map((move: { state: string }) => move.state)).toEqual(['placed', 'paid']);
});

test('notes of the staff about orders and tickets are in it, without the names of whoever wrote them', () => {
  const at = expect.any(String);
  expect(body.orders[0].notes).toEqual([{ by: 'staff', text: 'Calls every day', at }]);
  expect(body.tickets[0].notes).toEqual([
    { by: 'staff', text: 'Was friendly', at },
    { by: 'email', text: 'I wrote this from work', at },
  ]);
  const notes = JSON.stringify([body.orders[0].notes, body.tickets[0]]);
  for (const name of ['Amir Hassan', 'other@mail.test', 'assignee']) expect(notes).not.toContain(name);
});

test('the terms of an order and the revoked discounts of a refund are in RM', () => {
  const terms = { couponMinimum: 5000, deliveryCost: 800, deliveryFreeFrom: 10_000, revokedDiscount: 350 };
  expect(exportRow(terms)).toEqual({
    coupon_minimum: 50,
    delivery_cost: 8,
    delivery_free_from: 100,
    withdrawn: 3.5,
  });
  expect(body.orders[0]).toMatchObject({ coupon_minimum: 0, delivery_cost: 8, delivery_free_from: 131 });
});

/** Columns of numbers that are no amounts; every other one of an exported table has to be in RM. */
const COUNTS = new Set(['position', 'qty', 'awaited', 'restocked', 'productId', 'variantId', 'refundDeclines']);

test('every amount of an order, a refund and the ledger is in RM', () => {
  const { order: orders, orderLine, ledgerEntry, refund, refundLine, paymentAttempt } = tables;
  const numeric = [orders, orderLine, ledgerEntry, refund, refundLine, paymentAttempt]
    .flatMap((table) => Object.entries(getTableColumns(table)))
    .filter(([name, { dataType }]) => dataType.startsWith('number') && !COUNTS.has(name));
  const inSen = numeric.filter(([name]) => Object.values(exportRow({ [name]: 1234 }))[0] !== 12.34);
  expect(inSen.map(([name]) => name)).toEqual([]);
});

test('an amount in the audit trail is in RM too', () => {
  expect(exportRow({ details: { order: 'BK-1', amount: 6190 } })).toEqual({ facts: { order: 'BK-1', amount: 61.9 } });
});

test('emails are listed by subject and date, sessions and audit entries by time and place', () => {
  expect(body.mails.map((mail: { subject: string }) => mail.subject)).toContain('Reset your Halaman password');
  expect(body.sessions).toMatchObject([{ ip: '127.0.0.1', user_agent: 'lightMyRequest' }]);
  expect(body.activity.map((entry: { event: string }) => entry.event)).toEqual([
    'signed_in',
    'order_placed',
    'reset_asked',
    'data_exported',
  ]);
});

test('the export contains no hash, no secret and no other customer', async () => {
  const { rows } = await pool.query("SELECT data ->> 'link' AS link FROM email_message WHERE kind = 'reset'");
  const secret = rows[0].link.split('=')[1];
  expect(exported.text).not.toMatch(new RegExp(`argon2|password_?hash|token|cookie|Buffer|${secret}`, 'i'));
  expect(body.orders).toHaveLength(2);
});

test('the export is recorded in the audit trail', async () => {
  expect((await auditEventsOf(pool, me.id)).at(-1)).toBe('data_exported');
});

test('another customer’s export does not contain it', async () => {
  const other = await makeCustomer(shop);
  const { text, body: theirs } = await get(app, '/api/account/export', { token: await signIn(app, other) });
  expect(text).not.toMatch(/siti@|Open Window|BK-/);
  expect(theirs).toMatchObject({ orders: [], transactions: [], refunds: [], tickets: [], wish_list: [] });
});

test('an anonymized email about an order is listed without content', async () => {
  const first = await makeSignedInCustomer(shop, { email: 'handed.on@mail.test' });
  await placeOrder(app, { lines: [title], token: first.token });
  await sendPendingEmails(deps);
  await pool.query("UPDATE customer SET email = 'moved.on@mail.test' WHERE id = $1", [first.id]);
  const later = await makeSignedInCustomer(shop, { email: first.email });
  await post(app, '/api/account/delete', {}, { token: later.token });
  const { status, body: theirs } = await get(app, '/api/account/export', { token: first.token });
  expect(status).toBe(200);
  expect(theirs.mails).toMatchObject([{ subject: '', sent_at: expect.any(String) }]);
});

/** Tables that tell of a customer, by the name of their part; the others stand below these, or tell of nobody. */
const EXPORTED: Record<string, string> = {
  customer: 'profile',
  identity: 'identities',
  passkey: 'passkeys',
  totp: 'second_step',
  recovery_code: 'recovery_codes',
  address: 'addresses',
  order: 'orders',
  ledger_entry: 'transactions',
  refund: 'refunds',
  ticket: 'tickets',
  wishlist_item: 'wish_list',
  saved_line: 'saved_for_later',
  named_list: 'named_lists',
  availability_alert: 'alerts',
  review: 'reviews',
  review_vote: 'review_votes',
  review_report: 'review_reports',
  title_request: 'title_requests',
  session: 'sessions',
  known_device: 'devices',
  email_token: 'mailed_links',
  staff_invitation: 'staff_invitations',
};

test('a table that is keyed to customers is exported', () => {
  const keyed = Object.values(tables as Record<string, unknown>)
    .filter((table): table is PgTable => is(table, PgTable))
    .filter((table) => 'customerId' in getTableColumns(table))
    .map(getTableName);
  expect([...keyed, 'customer'].toSorted()).toEqual(Object.keys(EXPORTED).toSorted());
  for (const part of Object.values(EXPORTED)) expect(body).toHaveProperty(part);
});
