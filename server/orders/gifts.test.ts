import { expect, test } from 'vitest';
import { orderTokenTo } from '../../tests/emails.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { readPdf } from '../../tests/read-pdf.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { renderPackingSlip } from '../receipts/packing-slip.ts';
import { listParcels } from './parcels.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp({ GIFT_WRAP_PRICE: '650' });
const { app, pool, deps } = shop;
const title = await makeProduct(shop, { title: 'Emma', listPrice: 4000, memberPrice: 3600, stock: 500 });
const GIFT = { gift_wrap: 6.5, gift_message: 'For you,\nwith love' };
const RECEIPT = { company: 'Buku Sdn Bhd', tax_number: 'C 1234567890' };

async function openOrder(changes: Record<string, unknown>, qty = 1) {
  const { id, token } = await makeSignedInCustomer(shop);
  const { status, body } = await placeOrder(app, { lines: [{ of: title, qty }], token, changes });
  return { customerId: id, token, status, body };
}

const wordsOf = (pdf: Uint8Array) => readPdf(Buffer.from(pdf)).pages.flat();

test('the price of gift wrap is part of the total, the ledger and the receipt', async () => {
  const { token, status, body } = await openOrder({ ...GIFT, ...RECEIPT });
  expect([status, body.gift_wrap, body.payable]).toEqual([201, 6.5, 50.5]);
  const { body: order } = await get(app, `/api/orders/${body.id}`, { token });
  expect(order).toMatchObject({ ...GIFT, ...RECEIPT, note: null, shippingCost: 8, payable: 50.5 });
  const { body: ledger } = await get(app, '/customer/transaction', { token });
  expect(ledger.rows).toMatchObject([{ kind: 'charge', amount: 50.5 }]);
  const receipt = await app.inject({
    url: `/api/orders/${body.id}/receipt`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(wordsOf(receipt.rawPayload)).toEqual(
    expect.arrayContaining(['Gift wrap', 'RM 6.50', 'RM 50.50', 'Buku Sdn Bhd', 'Tax number: C 1234567890']),
  );
  await expectIntegrity(pool);
});

test.each([
  ['another price', { gift_wrap: 5 }, 6.5],
  ['no price', { gift_wrap: 0 }, undefined],
])('gift wrap for %s', async (_, changes, expected) => {
  const { status, body } = await openOrder(changes);
  expect([status, body.cart?.gift_wrap]).toEqual(expected === undefined ? [201, undefined] : [409, expected]);
});

test('the checkout learns the price', async () => {
  expect((await get(app, '/api/payments/methods')).body.gift_wrap).toBe(6.5);
});

test('all refunds of a wrapped order are what was paid, the wrap with the last copy', async () => {
  const { token, body } = await openOrder(GIFT, 2);
  await transitionOrder(deps, body.id, { to: 'paid', actor: 'operator' });
  const { body: order } = await get(app, `/api/orders/${body.id}`, { token });
  const item = { id: order.lines[0].id, qty: 1 };
  const refund = () => post(app, '/customer/order/refund', { id: body.id, reason: 'late', items: [item] }, { token });
  const [first, last] = [await refund(), await refund()];
  expect(first.body.amount + last.body.amount).toBe(body.payable);
  const { body: after } = await get(app, `/api/orders/${body.id}`, { token });
  expect(after.refunds.map((one: { gift_wrap: number }) => one.gift_wrap)).toEqual([0, 6.5]);
  expect(errorOf(await refund())).toEqual([409, 'not_refundable']);
  await expectIntegrity(pool);
});

test('a paid order that is cancelled refunds its gift wrap, too', async () => {
  const { token, body } = await openOrder(GIFT);
  await transitionOrder(deps, body.id, { to: 'paid', actor: 'operator' });
  await post(app, '/api/orders/cancel', { id: body.id }, { token });
  const { body: order } = await get(app, `/api/orders/${body.id}`, { token });
  expect(order.refunds).toMatchObject([{ amount: body.payable, gift_wrap: 6.5 }]);
  await expectIntegrity(pool);
});

test('the packing slip has the books, the address and the message, and nothing of prices, notes and companies', async () => {
  const { body } = await openOrder({ ...GIFT, ...RECEIPT, note: 'Ring twice' }, 2);
  const [parcel] = await listParcels(deps.db, [body.number]);
  const words = wordsOf(await renderPackingSlip(parcel!, { locale: 'en', shop: 'Halaman' }));
  expect(words).toEqual(
    expect.arrayContaining(['Packing slip', 'Gift-wrapped', 'For you,', 'with love', 'Emma', '2', 'Siti binti Ali']),
  );
  expect(words.join(' ')).not.toMatch(/RM|\d\.\d\d|Ring twice|Buku Sdn Bhd|C 123/);
});

test('the packing slip of an order without a gift says nothing of one', async () => {
  const { body } = await openOrder({});
  const [parcel] = await listParcels(deps.db, [body.number]);
  const words = wordsOf(await renderPackingSlip(parcel!, { locale: 'en', shop: 'Halaman' }));
  expect(words.join(' ')).not.toMatch(/gift/i);
});

test('what a guest wrote is on the order’s page, and in no email: anybody may enter any address', async () => {
  const email = 'gift@mail.test';
  await placeOrder(app, { lines: [title], email, changes: { ...GIFT, note: 'Ring twice' } });
  const token = await orderTokenTo(deps, email);
  expect((await get(app, `/api/guest-orders/${token}`)).body).toMatchObject({ ...GIFT, note: 'Ring twice' });
  const { rows } = await pool.query('SELECT data::text FROM email_message WHERE recipient = $1', [email]);
  expect(rows.map((row) => row.data).join()).not.toMatch(/with love|Ring twice/);
});

test.each([
  ['a message that is too long', { gift_message: 'x'.repeat(301) }],
  ['a note that is too long', { note: 'x'.repeat(501) }],
  ['a company of two lines', { company: 'A\nB' }],
  ['a tax number that is too long', { tax_number: '1'.repeat(31) }],
  ['gift wrap below zero', { gift_wrap: -1 }],
])('%s is refused', async (_, changes) => {
  expect(errorOf(await placeOrder(app, { lines: [title], changes }))).toEqual([422, 'invalid']);
});

test('an order without extras has none, and empty texts are none', async () => {
  const { token, body } = await openOrder({ gift_message: '', note: ' ', company: null });
  expect((await get(app, `/api/orders/${body.id}`, { token })).body).toMatchObject({
    gift_wrap: 0,
    gift_message: null,
    note: null,
    company: null,
    tax_number: null,
  });
});

test('a deleted account leaves nothing that its customer wrote beside an order', async () => {
  const { token, id, password } = await makeSignedInCustomer(shop);
  await makeOrder(shop, { lines: [title], token, changes: { ...GIFT, ...RECEIPT, note: 'Ring twice' } });
  const { body: file } = await get(app, '/api/account/export', { token });
  expect(file.orders).toMatchObject([{ ...GIFT, ...RECEIPT, note: 'Ring twice' }]);
  await pool.query('UPDATE email_message SET sent_at = now() WHERE sent_at IS NULL');
  await post(app, '/api/account/delete', { password }, { token });
  const { rows } = await pool.query(
    'SELECT gift_wrap, gift_message, note, company, tax_number FROM "order" WHERE customer_id = $1',
    [id],
  );
  expect(rows).toEqual([{ gift_wrap: 650, gift_message: null, note: null, company: null, tax_number: null }]);
});
