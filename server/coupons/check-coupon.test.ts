import { describe, expect, test } from 'vitest';
import { openDoor, post, refusal } from '../../tests/door.ts';
import { makeCoupon, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';

const shop = await openDoor();
const { app } = shop;
const novel = await makeTitle(shop, {
  subjects: ['FBC'],
  editions: [{ listPrice: 3000 }, { listPrice: 6000, format: 'hardback' }],
});
const poems = await makeTitle(shop, { subjects: ['DC'], listPrice: 2500 });

type Line = { id: number; qty: number; vid?: number };

function check(code: unknown, pid: readonly Line[] = [{ id: novel.id, qty: 1 }], token?: string) {
  return post(app, '/customer/check-coupon', { code, pid }, { token });
}

test('a percentage on everything', async () => {
  const { code } = await makeCoupon(shop, { value: 1250 });
  const { status, body } = await check(code);
  expect([status, body]).toEqual([200, { prc: '*', coupon: { code, price_rule: { value: 12.5, value_type: 1 } } }]);
});

test('an amount per unit, on the titles of its shelf', async () => {
  const { code } = await makeCoupon(shop, { subject: 'FBC', valueType: 2, value: 550 });
  const { body } = await check(code, [
    { id: poems.id, qty: 1 },
    { id: novel.id, qty: 1 },
    { id: novel.id, qty: 2 },
  ]);
  expect(body).toEqual({ prc: [novel.id], coupon: { code, price_rule: { value: 5.5, value_type: 2 } } });
});

test('a coupon for a shelf covers the subjects below it', async () => {
  const { code } = await makeCoupon(shop, { subject: 'F' });
  const lines = [novel, poems].map(({ id }) => ({ id, qty: 1 }));
  expect((await check(code, lines)).body).toMatchObject({ prc: [novel.id] });
});

test('a code is found in any case, with spaces around it', async () => {
  const { code } = await makeCoupon(shop);
  expect((await check(` ${code.toLowerCase()}\t`)).body.coupon.code).toBe(code);
});

describe('the minimum is on the list total', () => {
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
    const { code } = await makeCoupon(shop, { minimumTotal: 6000 });
    expect((await check(code, lines)).status).toBe(status);
  });
});

describe('refusals', () => {
  test.each([
    [409, 'coupon_not_started', { startsAt: new Date('2099-01-01') }],
    [409, 'coupon_expired', { endsAt: new Date('2021-01-01') }],
    [409, 'coupon_used_up', { maxUses: 3, used: 3 }],
    [409, 'coupon_not_applicable', { subject: 'XQ' }],
    [409, 'coupon_minimum_not_met', { minimumTotal: 3001 }],
  ])('%i %s', async (status, code, terms) => {
    const coupon = await makeCoupon(shop, terms);
    expect(refusal(await check(coupon.code))).toEqual([status, code]);
  });

  test('404 coupon_unknown', async () => {
    expect(refusal(await check('NOSUCH'))).toEqual([404, 'coupon_unknown']);
  });

  test('409 coupon_not_applicable where none of the titles is there', async () => {
    const { code } = await makeCoupon(shop);
    expect(refusal(await check(code, [{ id: 2_000_000_000, qty: 1 }]))).toEqual([409, 'coupon_not_applicable']);
  });

  test('409 coupon_already_used, for customer and guest by the same address', async () => {
    const { token, email } = await makeSignedIn(shop);
    const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
    const spelled = ` ${email.toUpperCase()} `;
    expect((await placeOrder(app, { lines: [novel], coupon, email: spelled })).status).toBe(201);
    expect(refusal(await check(coupon.code, undefined, token))).toEqual([409, 'coupon_already_used']);
    const answers = [
      placeOrder(app, { lines: [poems], coupon, token }),
      placeOrder(app, { lines: [poems], coupon, email }),
    ];
    for (const answer of await Promise.all(answers)) expect(refusal(answer)).toEqual([409, 'coupon_already_used']);
    expect((await placeOrder(app, { lines: [novel], coupon, email: `plus+${email}` })).status).toBe(201);
  });
});

describe('odd codes are unknown or invalid, never a failure', () => {
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
