import { expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn, makeTitle, orderPayload, placeOrder } from '../../tests/factories.ts';
import { openPayingShop } from '../../tests/payment-provider/paying-shop.ts';

const shop = await openPayingShop();
const { app, title, place, start } = shop;

test('the ways of paying are told, and asked for by name', async () => {
  expect((await get(app, '/api/payments/methods')).body).toEqual({ methods: ['fpx', 'card', 'bank_transfer'] });
  expect(refusal(await place('cash'))).toEqual([422, 'invalid']);
  expect((await place()).body.payment).toMatchObject({
    method: 'bank_transfer',
    instructions: { bank: expect.any(String) },
  });
});

test('FPX takes no more than RM 30,000 at once, a card does', async () => {
  const dear = { lines: [{ of: title, qty: 900 }] };
  expect(refusal(await place('fpx', dear))).toEqual([409, 'method_unavailable']);
  const { body } = await place('card', dear);
  expect(body.payment.online).toEqual(['card']);
  expect(refusal(await start(body.id, 'fpx'))).toEqual([409, 'method_unavailable']);
});

test("another customer's order is not found", async () => {
  const { id } = (await place('card')).body;
  const { token: stranger } = await makeSignedIn(shop);
  const asked = await post(app, '/api/payments/start', { id, method: 'card' }, { token: stranger });
  expect(refusal(asked)).toEqual([404, 'not_found']);
});
test('a shop without a provider takes transfers only', async () => {
  const plain = await openDoor();
  const { token: own } = await makeSignedIn(plain);
  const book = await makeTitle(plain);
  const payload = { ...orderPayload({ lines: [book], token: own }), payBy: 'card' };
  expect((await get(plain.app, '/api/payments/methods')).body).toEqual({ methods: ['bank_transfer'] });
  expect(refusal(await post(plain.app, '/customer/order/set', payload, { token: own }))).toEqual([
    409,
    'method_unavailable',
  ]);
  expect(refusal(await post(plain.app, '/api/payments/stripe/events', {}))).toEqual([404, 'not_found']);
  const { id } = (await placeOrder(plain.app, { lines: [book], token: own })).body;
  const asked = await post(plain.app, '/api/payments/start', { id, method: 'card' }, { token: own });
  expect(refusal(asked)).toEqual([409, 'method_unavailable']);
});
