import { expect, test } from 'vitest';
import { paymentQr } from '#domain/orders/payment.ts';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct, orderPayload, placeOrder } from '../../tests/factories.ts';
import { openPayingShop } from '../../tests/fakes/paying-shop.ts';

const shop = await openPayingShop();
const { app, title, place, start } = shop;

test('payment methods are listed and chosen by name', async () => {
  expect((await get(app, '/api/payments/methods')).body).toEqual({
    methods: ['fpx', 'card', 'bank_transfer'],
    gift_wrap: 5,
  });
  expect(errorOf(await place('cash'))).toEqual([422, 'invalid']);
  expect((await place()).body.payment).toMatchObject({
    method: 'bank_transfer',
    instructions: { bank: expect.any(String) },
  });
});

test('FPX is limited to RM 30,000, cards are not', async () => {
  const dear = { lines: [{ of: title, qty: 900 }] };
  expect(errorOf(await place('fpx', dear))).toEqual([409, 'method_unavailable']);
  const { body } = await place('card', dear);
  expect(body.payment.online).toEqual(['card']);
  expect(errorOf(await start(body.id, 'fpx'))).toEqual([409, 'method_unavailable']);
});

test("another customer's order is not found", async () => {
  const { id } = (await place('card')).body;
  const { token: stranger } = await makeSignedInCustomer(shop);
  const asked = await post(app, '/api/payments/start', { id, method: 'card' }, { token: stranger });
  expect(errorOf(asked)).toEqual([404, 'not_found']);
});
test('a DuitNow QR code has the amount and the order number', async () => {
  const merchant =
    '00020101021126440014A00000061500010106500001021212345678901252045942' +
    '53034585802MY5907HALAMAN6012KUALA LUMPUR62110207SHOP 016304C8C7';
  const own = await openTestApp({ DUITNOW_QR: merchant });
  const { token } = await makeSignedInCustomer(own);
  const { body } = await placeOrder(own.app, { lines: [await makeProduct(own)], token });
  const qr = paymentQr(merchant, { amount: Math.round(body.payable * 100), reference: body.number });
  expect(body.payment.instructions.qr).toBe(qr);
  expect((await get(own.app, `/api/orders/${body.id}`, { token })).body.payment.instructions.qr).toBe(qr);
});

test('a shop without a provider offers bank transfer only', async () => {
  const plain = await openTestApp();
  const { token: own } = await makeSignedInCustomer(plain);
  const book = await makeProduct(plain);
  const payload = { ...orderPayload({ lines: [book], token: own }), payBy: 'card' };
  expect((await get(plain.app, '/api/payments/methods')).body).toEqual({ methods: ['bank_transfer'], gift_wrap: 5 });
  expect(errorOf(await post(plain.app, '/customer/order/set', payload, { token: own }))).toEqual([
    409,
    'method_unavailable',
  ]);
  expect(errorOf(await post(plain.app, '/api/payments/stripe/events', {}))).toEqual([404, 'not_found']);
  const { id } = (await placeOrder(plain.app, { lines: [book], token: own })).body;
  const asked = await post(plain.app, '/api/payments/start', { id, method: 'card' }, { token: own });
  expect(errorOf(asked)).toEqual([409, 'method_unavailable']);
});
