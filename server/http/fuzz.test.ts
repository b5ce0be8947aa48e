import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { makeCover, pngOfSize } from '../../tests/made-covers.ts';
import { openTestApp, post } from '../../tests/test-app.ts';
import {
  ADDRESS,
  makeCoupon,
  makeOrder,
  makeSignedInCustomer,
  makeProduct,
  orderPayload,
} from '../../tests/factories.ts';
import { adminBodies } from '../../tests/admin-bodies.ts';
import { QUERIES } from '../../tests/query-parameters.ts';

const shop = await openTestApp();
const { app } = shop;
const { token } = await makeSignedInCustomer(shop, { staffRole: 'owner' });
const title = await makeProduct(shop, { stock: 10_000 });
const coupon = await makeCoupon(shop);
const { body: address } = await post(app, '/customer/address/add', ADDRESS, { token });
const { body: ticket } = await post(app, '/customer/ticket/add', { subject: 'S', message: 'M' }, { token });
const { body: order } = await post(app, '/customer/order/set', orderPayload({ lines: [title], token }), { token });
const other = await makeSignedInCustomer(shop);
for (const buyer of [token, other.token]) await makeOrder(shop, { lines: [title], token: buyer });
const { body: review } = await post(
  app,
  '/api/reviews/save',
  { product_id: title.id, rating: 4, text: 'T', language: 'en', has_spoilers: false },
  { token: other.token },
);

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const assertion: Json = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
};

/** A valid body of each endpoint that has every nested field. */
const BODIES: Record<string, Json> = {
  '/customer/auth/login': { username: 'nobody', password: 'x', code: '123456' },
  '/api/auth/provider': { idToken: 'x.y.z', nonce: 'x', accessToken: 'x' },
  '/customer/auth/register': {
    displayName: 'A',
    email: 'a@mail.test',
    username: 'abc',
    password: 'x',
    confirmPassword: 'x',
    locale: 'de',
  },
  '/api/auth/activate': { token: 'x'.repeat(43) },
  '/api/auth/resend-activation': { email: 'nobody@mail.test' },
  '/api/auth/forgot-password': { email: 'nobody@mail.test' },
  '/api/auth/reset-password': { token: 'x'.repeat(43), password: 'x', confirmPassword: 'x' },
  '/api/auth/change-password': { currentPassword: 'x', password: 'long enough', confirmPassword: 'long enough' },
  '/api/auth/change-email': { email: 'new@mail.test' },
  '/api/auth/confirm-email': { token: 'x'.repeat(43) },
  '/api/auth/passkey': { response: assertion },
  ...adminBodies(title, ticket.id),
  '/api/security/proof': { passkey: assertion },
  '/api/security/totp/confirm': { code: '123456' },
  '/api/security/passkeys/add': {
    response: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      response: { clientDataJSON: 'e30', attestationObject: 'x', transports: ['internal'] },
    },
  },
  '/api/security/passkeys/rename': { id: title.id.toString(), name: 'Phone' },
  '/api/security/passkeys/remove': { id: title.id.toString() },
  '/api/auth/refresh-token': { accessToken: 'bk_x' },
  '/api/auth/sessions/revoke': { id: title.id.toString() },
  '/api/site/get-cart-detail': { ids: [{ qty: 1, pid: title.id, vid: title.vid }] },
  '/api/browser-reports': {
    area: 'customer',
    reports: [
      { type: 'vital', name: 'LCP', value: 900, page: 'my-orders' },
      { type: 'error', kind: 'error', message: 'M', stack: 'S', page: '' },
    ],
  },
  '/api/cart/saved': { add: [{ id: title.id, vid: title.vid, qty: 1 }], remove: [title.vid] },
  '/customer/check-coupon': { code: coupon.code, pid: [{ id: title.id, qty: 1, vid: title.vid }] },
  '/customer/order/set': {
    ...orderPayload({ lines: [title], token, coupon }),
    address: { ...ADDRESS, line2: 'Flat 3', country: 'MY' },
    gift_wrap: 5,
    gift_message: 'G',
    note: 'N',
    company: 'C',
    tax_number: 'T',
    payBy: 'card',
  },
  '/api/payments/start': { id: order.id, method: 'card' },
  '/api/orders/cancel': { id: order.id },
  '/api/orders/link': { id: order.id },
  '/customer/order/refund': { id: order.id, reason: 'late', note: 'N', items: [{ id: order.id, qty: 1 }] },
  '/customer/address/add': { ...ADDRESS, id: address.id, line2: 'Flat 3', country: 'MY' },
  '/customer/address/set-default': { id: address.id },
  '/api/address/remove': { id: address.id },
  '/api/wish-list/toggle': { objectID: String(title.id) },
  '/api/wish-list/add': { objectIDs: [String(title.id)] },
  '/api/wish-list/price-alert': { objectID: String(title.id), on: true },
  '/api/lists/save': { id: ticket.id, name: 'L', visibility: 'link', is_gift: true, renew: true },
  '/api/lists/remove': { id: ticket.id },
  '/api/lists/save-title': { id: ticket.id, product_id: title.id, note: 'N' },
  '/api/lists/remove-title': { id: ticket.id, product_id: title.id },
  '/api/lists/move-title': { product_id: title.id, from: ticket.id, to: ticket.id },
  '/api/alerts/add': { vid: title.vid, email: 'a@mail.test' },
  '/api/alerts/remove': { id: ticket.id },
  '/api/title-requests/add': { words: 'Emma', email: 'a@mail.test' },
  '/api/title-requests/remove': { id: ticket.id },
  '/customer/profile': {
    displayName: 'A',
    photoURL: 'https://a.test/',
    phone: '0123456789',
    locale: 'de',
    theme: 'dark',
    userRole: 'admin',
    reviewInvitations: false,
    starred: ['/dashboard'],
  },
  '/customer/ticket/add': {
    subject: 'S',
    message: 'M',
    category: 'book',
    order_id: order.id,
    product_id: title.id,
    page: '/contact',
  },
  '/customer/ticket/get': { id: ticket.id },
  '/customer/ticket/get-children': { id: ticket.id },
  '/api/ticket/close': { id: ticket.id },
  '/api/ticket/reopen': { id: ticket.id },
  '/api/reviews/save': { product_id: title.id, rating: 4, text: 'T', language: 'en', has_spoilers: true },
  '/api/reviews/remove': { id: review.id },
  '/api/reviews/vote': { id: review.id, helpful: true },
  '/api/reviews/report': { id: review.id, reason: 'spam', note: 'N' },
};

const TEXTS = [
  '',
  ' ',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  "'; DROP TABLE customer; --",
  '%',
  '\\',
  '\u202Eabc',
  '📚',
  'x'.repeat(300),
  'x'.repeat(70_000),
];
const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 64, 1e13, 1e308, -(2 ** 31) - 1];
const OTHERS: Json[] = [null, true, [], [null], {}, { a: 1 }, [['a']], { id: { id: 'x' } }];
const ODD: Json[] = [...TEXTS, ...NUMBERS, ...OTHERS];

/** The same body many times over, each with one part of it odd. */
function* spoiled(body: Json): Generator<Json> {
  yield* ODD;
  if (typeof body !== 'object' || body === null) return;
  for (const [key, part] of Object.entries(body))
    for (const odd of spoiled(part)) yield Array.isArray(body) ? body.with(Number(key), odd) : { ...body, [key]: odd };
}

test('every endpoint with a body or a query is tested', () => {
  const calls = Object.values(ENDPOINTS) as Endpoint[];
  expect(Object.keys(BODIES).toSorted()).toEqual(
    calls
      .filter((call) => call.body)
      .map((call) => call.path)
      .toSorted(),
  );
  expect(Object.keys(QUERIES).toSorted()).toEqual(
    calls
      .filter((call) => call.query)
      .map((call) => call.path)
      .toSorted(),
  );
});

test.each(Object.entries(BODIES))('no malformed part of its body makes %s fail', async (path, body) => {
  const failed: string[] = [];
  for (const odd of spoiled(body)) {
    const { status } = await post(app, path, odd, { token });
    if (status >= 500) failed.push(`${status} ${JSON.stringify(odd).slice(0, 300)}`);
  }
  expect(failed).toEqual([]);
});

const PICTURES = (Object.values(ENDPOINTS) as Endpoint[]).filter((call) => call.upload);
const picture = await makeCover({ width: 300, height: 300 });

/** The picture with one part of it odd, and what is no picture. */
function* spoiledPictures(): Generator<Buffer> {
  for (const text of TEXTS) yield Buffer.from(text);
  for (const length of [1, 2, 20, 200, 2000, picture.length - 1]) yield picture.subarray(0, length);
  for (let at = 0; at < 700; at += 7) yield Buffer.from(picture.with(at, picture[at]! ^ 0xff));
  for (const [width, height] of [
    [0, 0],
    [1, 1],
    [1, 100_000],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ] as const)
    yield pngOfSize(width, height);
}

test.each(PICTURES)('no malformed picture makes $path fail', async ({ path: url }) => {
  const failed: number[] = [];
  for (const payload of spoiledPictures()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' };
    const { statusCode } = await app.inject({ method: 'POST', url, headers, payload });
    if (statusCode >= 500) failed.push(statusCode);
  }
  expect(PICTURES.length).toBeGreaterThan(0);
  expect(failed).toEqual([]);
});

test.each(Object.entries(QUERIES))('no malformed part of its query makes %s fail', async (path, names) => {
  const failed: string[] = [];
  for (const name of names)
    for (const odd of [...TEXTS.slice(0, -1), ...NUMBERS, 'NaN', 'Infinity', '0x10', '١', 'true']) {
      const query = `${name}=${encodeURIComponent(String(odd).toWellFormed())}`;
      const { statusCode } = await app.inject({
        url: `${path}?${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      if (statusCode >= 500) failed.push(`${statusCode} ${query}`);
    }
  expect(failed).toEqual([]);
});
