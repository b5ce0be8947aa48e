import { describe, expect, test } from 'vitest';
import { MAX_COVERED_PRODUCTS } from '#contract/checkout.ts';
import { openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeOrder, makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;
const novel = await makeProduct(shop, {
  subjects: ['FBC'],
  variants: [{ listPrice: 3000 }, { listPrice: 6000, format: 'hardback' }],
});
const poems = await makeProduct(shop, { subjects: ['DC'], listPrice: 2500 });

type Line = { id: number; qty: number; vid?: number };

function check(code: unknown, pid: readonly Line[] = [{ id: novel.id, qty: 1 }], token?: string) {
  return post(app, '/customer/check-coupon', { code, pid }, { token });
}

test('a percentage off everything', async () => {
  const { code } = await makeCoupon(shop, { value: 1250 });
  const { status, body } = await check(code);
  expect([status, body]).toEqual([200, { prc: '*', coupon: { code, price_rule: { value: 12.5, value_type: 1 } } }]);
});

test('a fixed amount per unit for a subject', async () => {
  const { code } = await makeCoupon(shop, { subject: 'FBC', valueType: 2, value: 550 });
  const { body } = await check(code, [
    { id: poems.id, qty: 1 },
    { id: novel.id, qty: 1 },
    { id: novel.id, qty: 2 },
  ]);
  expect(body).toEqual({ prc: [novel.id], coupon: { code, price_rule: { value: 5.5, value_type: 2 } } });
});

test('a coupon for a subject covers its child subjects', async () => {
  const { code } = await makeCoupon(shop, { subject: 'F' });
  const lines = [novel, poems].map(({ id }) => ({ id, qty: 1 }));
  expect((await check(code, lines)).body).toMatchObject({ prc: [novel.id] });
});

test('the response lists the covered products, in the cart or not', async () => {
  const [first, second] = [
    await makeProduct(shop, { subjects: ['NH'] }),
    await makeProduct(shop, { subjects: ['NHD'] }),
  ];
  const { code } = await makeCoupon(shop, { subject: 'NH' });
  expect((await check(code, [{ id: second.id, qty: 1 }])).body.prc).toEqual([first.id, second.id]);
});

test('a truncated product list contains those in the cart', async () => {
  const { id } = await makeProduct(shop, { subjects: ['QD'] });
  const asMany = [id, MAX_COVERED_PRODUCTS];
  await shop.pool.query(
    `INSERT INTO product OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(p, jsonb_build_object('id', 1000000 + n, 'work_key', n))).*
      FROM product p, generate_series(1, $2) AS n WHERE p.id = $1`,
    asMany,
  );
  await shop.pool.query(
    `INSERT INTO search_entry SELECT (jsonb_populate_record(e, jsonb_build_object('product_id', 1000000 + n))).*
      FROM search_entry e, generate_series(1, $2) AS n WHERE e.product_id = $1`,
    asMany,
  );
  const last = await makeProduct(shop, { subjects: ['QD'] });
  const { code } = await makeCoupon(shop, { subject: 'QD' });
  const { prc } = (await check(code, [{ id: last.id, qty: 1 }])).body;
  expect(prc).toHaveLength(MAX_COVERED_PRODUCTS);
  expect(prc).toContain(last.id);
});

test('the response contains the minimum', async () => {
  const { code } = await makeCoupon(shop, { minimumSubtotal: 2950 });
  expect((await check(code)).body.coupon).toMatchObject({ code, minimum: 29.5 });
});

test('a code is found in any case, with spaces around it', async () => {
  const { code } = await makeCoupon(shop);
  expect((await check(` ${code.toLowerCase()}\t`)).body.coupon.code).toBe(code);
});

describe('the minimum applies to the list total', () => {
  test.each([
    ['with a variant, of that variant', [{ id: novel.id, vid: novel.variants[1]!.id, qty: 1 }], 200],
    ['without one, of the cheapest format', [{ id: novel.id, qty: 1 }], 409],
    ['times the quantity', [{ id: novel.id, qty: 2 }], 200],
    [
      'over all lines',
      [
        { id: novel.id, qty: 1 },
        { id: poems.id, qty: 2 },
      ],
      200,
    ],
    [
      'whatever it covers',
      [
        { id: novel.id, qty: 1 },
        { id: poems.id, qty: 1 },
      ],
      409,
    ],
  ])('%s', async (_, lines, status) => {
    const { code } = await makeCoupon(shop, { minimumSubtotal: 6000 });
    expect((await check(code, lines)).status).toBe(status);
  });
});

describe('errors', () => {
  test.each([
    [409, 'coupon_not_started', { startsAt: new Date('2099-01-01') }],
    [409, 'coupon_expired', { endsAt: new Date('2021-01-01') }],
    [409, 'coupon_used_up', { maxUses: 3, used: 3 }],
    [409, 'coupon_not_applicable', { subject: 'XQ' }],
    [409, 'coupon_minimum_not_met', { minimumSubtotal: 3001 }],
  ])('%i %s', async (status, code, terms) => {
    const coupon = await makeCoupon(shop, terms);
    expect(errorOf(await check(coupon.code))).toEqual([status, code]);
  });

  test('404 coupon_unknown', async () => {
    expect(errorOf(await check('NOSUCH'))).toEqual([404, 'coupon_unknown']);
  });

  test('409 coupon_not_applicable if no title exists', async () => {
    const { code } = await makeCoupon(shop);
    expect(errorOf(await check(code, [{ id: 2_000_000_000, qty: 1 }]))).toEqual([409, 'coupon_not_applicable']);
  });

  test('409 coupon_already_used for a customer whose guest order with the same email is paid', async () => {
    const { token, email } = await makeSignedInCustomer(shop);
    const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
    const spelled = ` ${email.toUpperCase()} `;
    await makeOrder(shop, { lines: [novel], coupon, email: spelled, state: 'paid' });
    expect(errorOf(await check(coupon.code, undefined, token))).toEqual([409, 'coupon_already_used']);
    expect(errorOf(await placeOrder(app, { lines: [poems], coupon, token }))).toEqual([409, 'coupon_already_used']);
    expect(errorOf(await placeOrder(app, { lines: [poems], coupon, email }))).toEqual([409, 'coupon_used_up']);
    expect((await placeOrder(app, { lines: [novel], coupon, email: `plus+${email}` })).status).toBe(201);
  });
});

describe('malformed codes are unknown or invalid, never an internal error', () => {
  test.each([
    ['null bytes', 'A\0B'],
    ['SQL', "' OR 1=1; --"],
    ['emoji', '📚📚'],
    ['bidi marks', '\u202EABC\u202C'],
    ['a lone surrogate', '\ud800'],
    ['64 characters', 'x'.repeat(64)],
    ['65 characters', 'x'.repeat(65)],
    ['10 KB', 'x'.repeat(10_240)],
    ['nothing', ''],
    ['spaces', '   '],
    ['a list', ['A']],
    ['a number', 5],
  ])('%s', async (_, code) => {
    const { status } = await check(code);
    expect([404, 422]).toContain(status);
    const ordered = await placeOrder(app, { lines: [novel], changes: { disCode: code, total: 1 } });
    expect([404, 409, 422]).toContain(ordered.status);
  });
});
