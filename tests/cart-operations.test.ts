import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CouponCheck } from '#contract/checkout.ts';
import type { CartProduct } from '#contract/products.ts';
import { limitToStock } from '#domain/pricing/cart-changes.ts';
import { mergeLines, type CartLine } from '#domain/pricing/cart.ts';
import { checkCouponCoversCart } from '#domain/pricing/coupon.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { DEFAULT_ZONES } from '#domain/shipping.ts';
import { quoteOf, couponTermsOf } from '../web/cart/quote.ts';
import { openTestApp, post, type TestResponse } from './test-app.ts';
import {
  ADDRESS,
  makeCoupon,
  makeSignedInCustomer,
  makeProduct,
  type MadeCoupon,
  type MadeProduct,
} from './factories.ts';

const shop = await openTestApp({ DATABASE_POOL: '20' });
const { app, pool } = shop;

const classics = await Promise.all(
  [3000, 4990].map((listPrice) => makeProduct(shop, { listPrice, subjects: ['FBC'] })),
);
const others = await Promise.all([2500, 12_345].map((listPrice) => makeProduct(shop, { listPrice, subjects: ['DC'] })));
const titles = [...classics, ...others];
const coupons = await Promise.all([
  makeCoupon(shop, { subject: 'FBC', valueType: 2, value: 500 }),
  makeCoupon(shop, { value: 1250, minimumSubtotal: 80_00 }),
  makeCoupon(shop, { subject: 'DC', value: 3333, minimumSubtotal: 60_00 }),
]);

/** What a browser keeps, and what it knows from the server. */
type Model = {
  lines: CartLine[];
  code: string | undefined;
  answer: CouponCheck | undefined;
  products: Map<number, CartProduct>;
  token: string | undefined;
  ip: string;
};

let visitors = 0;

function start(token: string | undefined): Model {
  visitors += 1;
  const ip = `10.1.${Math.trunc(visitors / 250)}.${visitors % 250}`;
  return { lines: [], code: undefined, answer: undefined, products: new Map(), token, ip };
}

function send(model: Model, path: string, body: unknown): Promise<TestResponse> {
  return post(app, path, body, { token: model.token, ip: model.ip });
}

/** What the page loads when it opens, and after an error: products, with quantities reduced to the stock. */
async function read(model: Model): Promise<void> {
  const ids = model.lines.map(({ id, vid, qty }) => ({ pid: id, vid, qty }));
  const { body } = await send(model, '/api/site/get-cart-detail', { ids });
  model.products = new Map(body.products.map((product: CartProduct) => [product.vid, product]));
  const stockOf = (vid: number) => model.products.get(vid)?.variants.find(({ id }) => id === vid)?.stock;
  model.lines = limitToStock(model.lines, stockOf).lines.filter(({ vid }) => (stockOf(vid) ?? 0) > 0);
}

async function checkCoupon(model: Model): Promise<void> {
  if (!model.code || model.lines.length === 0) return;
  const pid = model.lines.map(({ id, vid, qty }) => ({ id, vid, qty }));
  const { status, body } = await send(model, '/customer/check-coupon', { code: model.code, pid });
  model.answer = status === 200 ? body : undefined;
  if (status === 404 || ['coupon_expired', 'coupon_used_up'].includes(body.code)) model.code = undefined;
}

/** The coupon if it applies to the current cart, by the terms returned for an earlier cart. */
function applied(model: Model): CouponCheck | undefined {
  if (!model.answer) return undefined;
  const { lines, subtotal } = quoteOf({ ...model, zones: DEFAULT_ZONES, isMember: model.token !== undefined });
  const refusal = checkCouponCoversCart(couponTermsOf(model.answer), {
    productIds: lines.map(({ productId }) => productId),
    total: subtotal,
  });
  return refusal ? undefined : model.answer;
}

async function place(model: Model): Promise<TestResponse> {
  const coupon = applied(model);
  const quote = quoteOf(
    { ...model, zones: DEFAULT_ZONES, isMember: model.token !== undefined },
    { coupon, postalCode: ADDRESS.zip },
  );
  const email = { email: `model${visitors}@mail.test` };
  return send(model, '/customer/order/set', {
    items: model.lines,
    total: ringgitFromSen(quote.subtotal),
    proDis: ringgitFromSen(quote.couponDiscount),
    shippingCost: ringgitFromSen(quote.shipping),
    disCode: coupon?.coupon.code ?? null,
    address: model.token ? ADDRESS : { ...ADDRESS, ...email },
  });
}

type Step =
  | { do: 'add' | 'remove' | 'set'; title: MadeProduct; qty: number }
  | { do: 'coupon'; coupon: MadeCoupon }
  | { do: 'remove coupon' };

const title = fc.constantFrom(...titles);
const qty = fc.integer({ min: 1, max: 4 });
/** Mostly titles come and coupons are tried: that is where figures differ. */
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), title, qty }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('coupon' as const), coupon: fc.constantFrom(...coupons) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('remove' as const, 'set' as const), title, qty }) },
  { weight: 1, arbitrary: fc.constant({ do: 'remove coupon' as const }) },
);

async function take(model: Model, one: Step): Promise<void> {
  if (one.do === 'add')
    model.lines = mergeLines([...model.lines, { id: one.title.id, vid: one.title.vid, qty: one.qty }]);
  else if (one.do === 'remove') model.lines = model.lines.filter(({ vid }) => vid !== one.title.vid);
  else if (one.do === 'set')
    model.lines = model.lines.map((line) => (line.vid === one.title.vid ? { ...line, qty: one.qty } : line));
  else if (one.do === 'remove coupon') [model.code, model.answer] = [undefined, undefined];
  else if (one.do === 'coupon') {
    model.code = one.coupon.code;
    await checkCoupon(model);
  }
}

async function restock(): Promise<void> {
  await pool.query('UPDATE variant SET stock = 1000 WHERE id = ANY($1)', [titles.map(({ vid }) => vid)]);
}

test('after any cart changes the order is placed with the amounts shown', async () => {
  await restock();
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 12 }),
    fc.boolean(),
    async (steps, isMember) => {
      const model = start(isMember ? (await makeSignedInCustomer(shop)).token : undefined);
      for (const one of steps) await take(model, one);
      if (model.lines.length === 0) return;
      await read(model);
      const { status, body } = await place(model);
      expect([status, body.code]).toEqual([201, undefined]);
    },
  );
  await fc.assert(property, { numRuns: 150 });
});

test('after any changes in the shop the order is placed once the new amounts are shown', async () => {
  const change = fc.constantFrom('price', 'stock', 'coupon' as const);
  const changes = fc.array(fc.record({ what: change, title }), { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), changes, async (steps, news) => {
    await restock();
    await pool.query('UPDATE coupon SET ends_at = NULL');
    const model = start(undefined);
    for (const one of steps) await take(model, one);
    await read(model);
    for (const { what, title: of } of news) {
      if (what === 'price')
        await pool.query('UPDATE variant SET list_price = list_price + 100 WHERE id = $1', [of.vid]);
      else if (what === 'stock') await pool.query('UPDATE variant SET stock = 1 WHERE id = $1', [of.vid]);
      else await pool.query("UPDATE coupon SET ends_at = now() - interval '1 minute'");
    }
    if (model.lines.length === 0) return;
    const codes: (string | number)[] = [];
    for (let press = 1; press <= 4; press += 1) {
      const { status, body } = await place(model);
      codes.push(body.code ?? status);
      if (status === 201) break;
      await read(model);
      await checkCoupon(model);
    }
    expect(codes.at(-1)).toBe(201);
  });
  await fc.assert(property, { numRuns: 40 });
});
