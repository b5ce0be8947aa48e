import { expect, test } from 'vitest';
import { runConcurrently, openTestApp, countValues } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';

const shop = await openTestApp({ DATABASE_POOL: '60' });
const { app, pool } = shop;
const AT_ONCE = 50;
const title = await makeProduct(shop, { stock: 5_000, listPrice: 4000 });

function outcomes(responses: { status: number; body: { code?: string } }[]) {
  return countValues(responses.map((response) => response.body.code ?? response.status));
}

test.each([1, 50])('%i of two hundred guests redeem a coupon with that many uses', async (maxUses) => {
  const coupon = await makeCoupon(shop, { maxUses });
  const email = (index: number) => `guest${index}.of${maxUses}@mail.test`;
  const responses = await runConcurrently(200, AT_ONCE, (index) =>
    placeOrder(app, { lines: [title], coupon, email: email(index) }),
  );
  expect(outcomes(responses)).toEqual({ 201: maxUses, coupon_used_up: 200 - maxUses });
  await expectIntegrity(pool);
});

test('a customer redeems a coupon once across concurrent orders', async () => {
  const { token } = await makeSignedInCustomer(shop);
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const responses = await runConcurrently(50, AT_ONCE, (index) =>
    placeOrder(app, { lines: [{ of: title, qty: index + 1 }], coupon, token }),
  );
  expect(outcomes(responses)).toEqual({ 201: 1, coupon_already_used: 49 });
  await expectIntegrity(pool);
});

test('a limit of a hundred holds when half the orders run out of stock', async () => {
  const scarce = await makeProduct(shop, { stock: 10 });
  const coupon = await makeCoupon(shop, { maxUses: 100 });
  const responses = await runConcurrently(60, AT_ONCE, (index) =>
    placeOrder(app, { lines: [index % 2 ? scarce : title], coupon, email: `half${index}@mail.test` }),
  );
  expect(outcomes(responses)).toEqual({ 201: 40, out_of_stock: 20 });
  await expectIntegrity(pool);
});

test('a coupon that ends between read and write is rejected', async () => {
  const coupon = await makeCoupon(shop);
  shop.deps.betweenReadAndWrite = async () => {
    delete shop.deps.betweenReadAndWrite;
    await pool.query("UPDATE coupon SET ends_at = now() - interval '1 minute' WHERE id = $1", [coupon.id]);
  };
  const response = await placeOrder(app, { lines: [title], coupon, email: 'between@mail.test' });
  expect([response.status, response.body.code]).toEqual([409, expect.stringMatching(/^coupon_/)]);
  await expectIntegrity(pool);
});

test('concurrent orders and cancellations keep the count correct', async () => {
  const coupon = await makeCoupon(shop, { maxUses: 20 });
  const people = await Promise.all(Array.from({ length: 20 }, () => makeSignedInCustomer(shop)));
  await runConcurrently(60, 30, async (index) => {
    const { token } = people[index % 20]!;
    const { body } = await placeOrder(app, { lines: [title], coupon, token });
    if (body.id && index % 2)
      await app.inject({
        method: 'POST',
        url: '/api/orders/cancel',
        headers: { authorization: `Bearer ${token}` },
        payload: { id: body.id },
      });
  });
  await expectIntegrity(pool);
});
