import { expect, test } from 'vitest';
import { orderPrices } from '#contract/amounts.ts';
import type { Order } from '#contract/orders.ts';
import { sumAdjustments } from '#domain/pricing/price-breakdown.ts';
import { senFromRinggit } from '#domain/money.ts';
import { get, openTestApp } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { orderTokenTo, renderedEmailsTo } from '../../tests/emails.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;

test('an order stores every amount with its reason, the same in every response', async () => {
  const { token, email } = await makeSignedInCustomer(shop);
  const coupon = await makeCoupon(shop);
  const { body: placed } = await placeOrder(app, { lines: [{ of: await makeProduct(shop), qty: 2 }], token, coupon });
  const { body: order } = await get(app, `/api/orders/${placed.id}`, { token });
  expect(order.explanation).toEqual({
    lines: [
      {
        vid: order.lines[0].variant_id,
        reasons: [
          { code: 'list_price', amount: 80, each: 40, qty: 2 },
          { code: 'member_price', amount: -8, each: 4, qty: 2 },
          { code: 'coupon_percent', amount: -8, coupon: coupon.code, percent: 10, qty: 2 },
        ],
      },
    ],
    delivery: { code: 'delivery_cost', amount: 8, from: 10_000, to: 86_900, threshold: 131, missing: 67 },
  });
  const { priceBreakdown } = orderPrices(order as Order);
  const goods = priceBreakdown!.lines.reduce((sum, line) => sum + sumAdjustments(line.reasons), 0);
  expect(goods + priceBreakdown!.delivery.amount).toBe(senFromRinggit(order.payable));
  expect((await get(app, '/customer/order', { token })).body[0].explanation).toEqual(order.explanation);

  const [confirmation = ''] = (await renderedEmailsTo(deps, email)).map(({ text }) => text);
  expect(confirmation).toContain('– Member price: RM 4.00 less per copy\u00a0×\u00a02: −RM 8.00');
  expect(confirmation).toContain(`– Coupon ${coupon.code}: 10% of the list price\u00a0×\u00a02: −RM 8.00`);
  expect(confirmation).toContain('Postal codes 10000 to 86900: RM 8.00, free from RM 131.00.');
  expect(confirmation).toContain('Total: RM 72.00');
});

test('the status email has timeline, parcel and totals', async () => {
  const { token, email } = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
  const parcel = { carrier: 'Pos Laju', tracking: 'EN1MY' };
  for (const to of ['paid', 'packed'] as const) await transitionOrder(deps, body.id, { to, actor: 'operator' });
  await transitionOrder(deps, body.id, { to: 'shipped', actor: 'operator', parcel });
  const news = (await renderedEmailsTo(deps, email)).at(-1)!.text;
  expect(news).toMatch(/Placed: \d+ \w+ \d{4}.*\nPaid: .*\nPacked: .*\nOn its way: /);
  expect(news).toContain('Parcel: Pos Laju EN1MY');
  expect(news).toContain('Total: RM 44.00');
});

test('a guest’s order has a price breakdown at list prices', async () => {
  await placeOrder(app, { lines: [await makeProduct(shop, { listPrice: 14_000 })], email: 'plain@mail.test' });
  const { body } = await get(app, `/api/guest-orders/${await orderTokenTo(deps, 'plain@mail.test')}`);
  expect(body.explanation.lines[0].reasons).toEqual([{ code: 'list_price', amount: 140, each: 140, qty: 1 }]);
  expect(body.explanation.delivery).toMatchObject({ code: 'delivery_free', amount: 0 });
});

test('an order from before price breakdowns has only its totals', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [await makeProduct(shop)], token });
  await pool.query('UPDATE "order" SET price_breakdown = NULL WHERE id = $1', [body.id]);
  const { body: order } = await get(app, `/api/orders/${body.id}`, { token });
  expect([order.explanation, order.total, order.payable]).toEqual([null, 40, 44]);
});
