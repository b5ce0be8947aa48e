import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, toTestResponse, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCoupon, makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity, waitUntilBlocked } from '../../tests/database.ts';
import { orderTokenTo, emailsTo } from '../../tests/emails.ts';
import type { Deps } from '../context.ts';
import { toApiError } from '../http/error-responses.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool, deps } = shop;

async function placed(stock = 10, qty = 2) {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock });
  const coupon = await makeCoupon(shop, { maxUses: 1, maxUsesPerCustomer: 1 });
  const { body } = await placeOrder(app, { lines: [{ of: title, qty }], token: me.token, coupon });
  const cancel = () => post(app, '/api/orders/cancel', { id: body.id }, { token: me.token });
  return { id: body.id as string, me, title, coupon, cancel };
}

async function stockOf(vid: number): Promise<number> {
  return (await pool.query('SELECT stock FROM variant WHERE id = $1', [vid])).rows[0].stock;
}

async function ledgerOf(id: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT kind FROM ledger_entry WHERE order_id = $1 ORDER BY id', [id]);
  return rows.map((row) => row.kind);
}

describe('a guest cancels through the link', () => {
  async function guestOrder() {
    const email = 'by.link@mail.test';
    const title = await makeProduct(shop, { stock: 3 });
    const { body } = await placeOrder(app, { lines: [title], email });
    return { id: body.id as string, title, token: await orderTokenTo(deps, email) };
  }

  const cancelBy = (token: string) =>
    app.inject({ method: 'POST', url: `/api/guest-orders/${token}/cancel` }).then(toTestResponse);

  test('an unpaid order, once', async () => {
    const { id, title, token } = await guestOrder();
    const responses = [await cancelBy(token), await cancelBy(token)];
    expect(responses.map(({ status }) => status)).toEqual([200, 409]);
    expect(responses[0]!.body).toEqual({ id, status: 'cancelled' });
    expect(await stockOf(title.vid)).toBe(3);
    await expectIntegrity(pool);
  });

  test('not a packed one, and only with its own link', async () => {
    const { id, token } = await guestOrder();
    expect(errorOf(await cancelBy(`${token}x`))).toEqual([404, 'not_found']);
    for (const to of ['paid', 'packed'] as const) await transitionOrder(deps, id, { to, actor: 'staff' });
    expect(errorOf(await cancelBy(token))).toEqual([409, 'too_late']);
  });
});

describe('cancelling', () => {
  test('releases stock and coupon and emails the customer', async () => {
    const { id, me, title, coupon, cancel } = await placed();
    const { status, body } = await cancel();
    expect([status, body]).toEqual([200, { id, status: 'cancelled' }]);
    expect(await stockOf(title.vid)).toBe(10);
    expect(await ledgerOf(id)).toEqual(['charge', 'reversal']);
    expect((await emailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['order_placed', 'order_moved']);
    expect((await placeOrder(app, { lines: [title], token: me.token, coupon })).status).toBe(201);
    await expectIntegrity(pool);
  });

  test('appears in the order and its timeline', async () => {
    const { id, me, cancel } = await placed();
    await cancel();
    const { body } = await get(app, `/api/orders/${id}`, { token: me.token });
    expect(body).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
    expect(body.timeline.map((move: { status: string }) => move.status)).toEqual(['placed', 'cancelled']);
  });

  test('a paid order refunds the payment', async () => {
    const { id, cancel } = await placed();
    await transitionOrder(deps, id, { to: 'paid', actor: 'staff' });
    expect((await cancel()).status).toBe(200);
    expect(await ledgerOf(id)).toEqual(['charge', 'payment', 'refund']);
    await expectIntegrity(pool);
  });

  test.each(['packed', 'shipped', 'delivered'] as const)('is too late once an order is %s', async (last) => {
    const { id, cancel } = await placed();
    const moves = ['paid', 'packed', 'shipped', 'delivered'] as const;
    for (const to of moves.slice(0, moves.indexOf(last) + 1)) await transitionOrder(deps, id, { to, actor: 'staff' });
    expect(errorOf(await cancel())).toEqual([409, 'too_late']);
  });

  test('makes a sold-out title available again', async () => {
    const { title, cancel } = await placed(2, 2);
    const available = async () => (await get(app, `/api/site/products/${title.id}`)).body.available;
    expect(await available()).toBe(false);
    await cancel();
    expect(await available()).toBe(true);
  });
});

describe('races', () => {
  test('twenty concurrent cancellations release everything once', async () => {
    const { title, cancel } = await placed();
    const responses = await runConcurrently(20, 20, cancel);
    expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 409: 19 });
    expect(await stockOf(title.vid)).toBe(10);
    await expectIntegrity(pool);
  });

  test('one of concurrent cancelling and packing wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, cancel } = await placed();
      await transitionOrder(deps, id, { to: 'paid', actor: 'staff' });
      const pack = transitionOrder(deps, id, { to: 'packed', actor: 'staff' }).then(
        () => 200,
        (error: unknown) => toApiError(error).code,
      );
      const outcomes = [(await cancel()).status, await pack].join(' ');
      expect(['200 too_late', '409 200']).toContain(outcomes);
    }
    await expectIntegrity(pool);
  });

  test('an order that is paid while it is cancelled is refunded', async () => {
    const { id, cancel } = await placed();
    let cancelled: ReturnType<typeof cancel> | undefined;
    await deps.db.transaction(async (tx) => {
      await transitionOrder({ ...deps, db: tx as unknown as Deps['db'] }, id, { to: 'paid', actor: 'staff' });
      cancelled = cancel();
      await waitUntilBlocked(pool);
    });
    expect((await cancelled!).status).toBe(200);
    expect(await ledgerOf(id)).toEqual(['charge', 'payment', 'refund']);
  });
});
