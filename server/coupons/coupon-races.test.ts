import { expect, test } from 'vitest';
import { crowd, openDoor, tally } from '../../tests/door.ts';
import { makeCoupon, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';

const shop = await openDoor({ DATABASE_POOL: '60' });
const { app, pool } = shop;
const AT_ONCE = 50;
const title = await makeTitle(shop, { stock: 5_000, listPrice: 4000 });

function outcomes(answers: { status: number; body: { code?: string } }[]) {
  return tally(answers.map((answer) => answer.body.code ?? answer.status));
}

test.each([1, 50])('of two hundred guests %i redeem a coupon of so many uses', async (maxUses) => {
  const coupon = await makeCoupon(shop, { maxUses });
  const email = (index: number) => `guest${index}.of${maxUses}@mail.test`;
  const answers = await crowd(200, AT_ONCE, (index) =>
    placeOrder(app, { lines: [title], coupon, email: email(index) }),
  );
  expect(outcomes(answers)).toEqual({ 201: maxUses, coupon_used_up: 200 - maxUses });
  await expectSound(pool);
});

test('a customer redeems a coupon once, however different the orders', async () => {
  const { token } = await makeSignedIn(shop);
  const coupon = await makeCoupon(shop, { maxUsesPerCustomer: 1 });
  const answers = await crowd(50, AT_ONCE, (index) =>
    placeOrder(app, { lines: [{ of: title, qty: index + 1 }], coupon, token }),
  );
  expect(outcomes(answers)).toEqual({ 201: 1, coupon_already_used: 49 });
  await expectSound(pool);
});

test('a limit of a hundred is kept where half the orders are refused for stock', async () => {
  const scarce = await makeTitle(shop, { stock: 10 });
  const coupon = await makeCoupon(shop, { maxUses: 100 });
  const answers = await crowd(60, AT_ONCE, (index) =>
    placeOrder(app, { lines: [index % 2 ? scarce : title], coupon, email: `half${index}@mail.test` }),
  );
  expect(outcomes(answers)).toEqual({ 201: 40, out_of_stock: 20 });
  await expectSound(pool);
});

test('a coupon that ends between the reading and the writing is refused', async () => {
  const coupon = await makeCoupon(shop);
  shop.deps.betweenReadAndWrite = async () => {
    delete shop.deps.betweenReadAndWrite;
    await pool.query("UPDATE coupon SET ends_at = now() - interval '1 minute' WHERE id = $1", [coupon.id]);
  };
  const answer = await placeOrder(app, { lines: [title], coupon, email: 'between@mail.test' });
  expect([answer.status, answer.body.code]).toEqual([409, expect.stringMatching(/^coupon_/)]);
  await expectSound(pool);
});

test('orders and cancellations at once leave the count right', async () => {
  const coupon = await makeCoupon(shop, { maxUses: 20 });
  const people = await Promise.all(Array.from({ length: 20 }, () => makeSignedIn(shop)));
  await crowd(60, 30, async (index) => {
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
  await expectSound(pool);
});
