import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const title = await makeProduct(shop, { stock: 1000 });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });
const devi = await makeSignedInCustomer(shop, { staffRole: 'support', displayName: 'Devi' });
const suki = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Suki' });

async function requestedRefund() {
  const buyer = await makeSignedInCustomer(shop);
  const { id, lines } = await makeOrder(shop, { lines: [title], token: buyer.token, state: 'delivered' });
  const items = [{ id: lines[0]!.id, qty: 1 }];
  const { body } = await post(app, '/customer/order/refund', { id, reason: 'damaged', items }, buyer);
  return { id: body.id as string, buyer };
}

async function openTicket() {
  const reader = await makeSignedInCustomer(shop);
  const { body } = await post(app, '/customer/ticket/add', { subject: 'Dune', message: 'When?' }, reader);
  const { body: ticket } = await post(app, '/customer/ticket/get', { id: body.id }, reader);
  return { id: body.id as string, number: ticket.number as string, reader };
}

const auditOf = async (about: string) =>
  (
    await pool.query(
      "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE event = 'staff' AND details->>'about' = $1 ORDER BY at, position",
      [about],
    )
  ).rows.map(({ actor, verb }) => `${actor}: ${verb}`);

test('a refund is decided once, by name, and support only reads it', async () => {
  const { id, buyer } = await requestedRefund();
  const { body: list } = await get(app, '/api/admin/refunds?status=requested', devi);
  expect(list.rows.map((row: { id: string }) => row.id)).toContain(id);
  expect(errorOf(await post(app, '/api/admin/refunds/decide', { id, to: 'approved' }, devi))).toEqual([
    404,
    'not_found',
  ]);
  const both = await Promise.all([
    post(app, '/api/admin/refunds/decide', { id, to: 'approved' }, amir),
    post(app, '/api/admin/refunds/decide', { id, to: 'declined', note: 'Read already.' }, suki),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const winner = both[0].status === 204 ? 'Amir: refund approve' : 'Suki: refund decline';
  expect(await auditOf(id)).toEqual([winner]);
  const { body } = await get(app, `/api/admin/refunds/${id}`, devi);
  expect(body.moves.at(-1).actor).toBe(winner.split(':')[0]);
  expect(body.lines).toMatchObject([{ qty: 1 }]);
  expect((await get(app, '/customer/order', buyer)).text).not.toContain('Amir');
});

test('money is sent with a fresh proof of identity only, and once', async () => {
  const { id } = await requestedRefund();
  expect(errorOf(await post(app, '/api/admin/refunds/pay-out', { id }, amir))).toEqual([409, 'too_late']);
  await post(app, '/api/admin/refunds/decide', { id, to: 'approved' }, amir);
  await pool.query("UPDATE session SET proven_at = now() - interval '1 day' WHERE customer_id = $1", [suki.id]);
  expect(errorOf(await post(app, '/api/admin/refunds/pay-out', { id }, suki))).toEqual([403, 'proof_required']);
  const twice = await Promise.all([1, 2].map(() => post(app, '/api/admin/refunds/pay-out', { id }, amir)));
  expect(twice.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(await auditOf(id)).toEqual(['Amir: refund approve', 'Amir: refund pay-out']);
  const missing = '01900000-0000-7000-8000-000000000000';
  expect(errorOf(await post(app, '/api/admin/refunds/pay-out', { id: missing }, amir))).toEqual([404, 'not_found']);
});

test('of two answers at once the customer gets one, and the second person is told', async () => {
  const { id, number, reader } = await openTicket();
  const { body } = await get(app, `/api/admin/tickets/${number}`, devi);
  expect(body).toMatchObject({ subject: 'Dune', is_guest: false, messages: [{ message: 'When?' }] });
  const replies = body.messages.length;
  const both = await Promise.all([
    post(app, '/api/admin/tickets/answer', { number, replies, message: 'Tomorrow.' }, devi),
    post(app, '/api/admin/tickets/answer', { number, replies, message: 'On Friday.' }, amir),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const { body: messages } = await post(app, '/customer/ticket/get-children', { id }, reader);
  expect(messages).toHaveLength(2);
  const winner = both[0].status === 204 ? 'Devi' : 'Amir';
  expect(messages[1]).toMatchObject({ author: 'staff', name: winner });
  expect(await auditOf(number)).toEqual([`${winner}: ticket reply`]);
});

test('a ticket is closed by whoever answers tickets', async () => {
  const { number } = await openTicket();
  expect((await post(app, '/api/admin/tickets/close', { number }, devi)).status).toBe(204);
  const { body } = await get(app, `/api/admin/tickets?status=closed`, devi);
  expect(body.rows.map((row: { number: string }) => row.number)).toContain(number);
  expect(errorOf(await post(app, '/api/admin/tickets/close', { number: 'T-999999' }, devi))).toEqual([
    404,
    'not_found',
  ]);
});

test('a payment at the provider that matches no order is settled once, with a note', async () => {
  await pool.query(
    "INSERT INTO payment_event (id, outcome, checkout_session_id, amount) VALUES ('evt_stray', 'unmatched', 'cs_1', 1250)",
  );
  const list = async () => (await get(app, '/api/admin/payments/unmatched', amir)).body.rows;
  expect(await list()).toMatchObject([{ id: 'evt_stray', state: 'unfit', amount: 12.5, order: null }]);
  const settle = () => post(app, '/api/admin/payments/settle', { id: 'evt_stray', note: 'Refunded there.' }, amir);
  expect((await settle()).status).toBe(204);
  expect(errorOf(await settle())).toEqual([404, 'not_found']);
  expect(await list()).toEqual([]);
});

test('copies are refunded without a request, once, and restocked only where they come back', async () => {
  const book = await makeProduct(shop, { stock: 10, listPrice: 4000, memberPrice: 4000 });
  const { number, lines } = await makeOrder(shop, { lines: [{ of: book, qty: 3 }] });
  const refund = (qty: number, reason: string, who = amir) =>
    post(app, '/api/admin/orders/refund', { number, items: [{ id: lines[0]!.id, qty }], reason }, who);
  expect(errorOf(await refund(1, 'lost', devi))).toEqual([404, 'not_found']);
  const both = await Promise.all([refund(2, 'lost'), refund(2, 'lost', suki)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { id } = both.find(({ status }) => status === 200)!.body;
  const { body } = await get(app, `/api/admin/refunds/${id}`, devi);
  expect(body).toMatchObject({ order: number, status: 'approved', amount: 80, reason: 'lost', lines: [{ qty: 2 }] });
  const stock = async () => (await pool.query('SELECT stock FROM variant WHERE id = $1', [book.vid])).rows[0].stock;
  expect(await stock()).toBe(7);
  expect((await refund(1, 'wrong_item')).status).toBe(200);
  expect(await stock()).toBe(8);
  expect(errorOf(await refund(1, 'lost'))).toEqual([409, 'not_refundable']);
  expect(await auditOf(number)).toHaveLength(2);
  await expectIntegrity(pool);
});
