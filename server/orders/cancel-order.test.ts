import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCoupon, makeSignedIn, makeTitle, placeOrder } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { untilBlocked } from '../../tests/locks.ts';
import { mailsTo } from '../../tests/mails.ts';
import type { Deps } from '../deps.ts';
import { asRefusal } from '../http/errors.ts';
import { moveOrder } from './move-order.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool, deps } = shop;

async function placed(stock = 10, qty = 2) {
  const me = await makeSignedIn(shop);
  const title = await makeTitle(shop, { stock });
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

describe('cancelling', () => {
  test('gives the copies and the coupon back, and tells the customer', async () => {
    const { id, me, title, coupon, cancel } = await placed();
    const { status, body } = await cancel();
    expect([status, body]).toEqual([200, { id, status: 'cancelled' }]);
    expect(await stockOf(title.vid)).toBe(10);
    expect(await ledgerOf(id)).toEqual(['charge', 'reversal']);
    expect((await mailsTo(pool, me.email)).map((mail) => mail.kind)).toEqual(['order_placed', 'order_moved']);
    expect((await placeOrder(app, { lines: [title], token: me.token, coupon })).status).toBe(201);
    await expectSound(pool);
  });

  test('is told by the order and its timeline', async () => {
    const { id, me, cancel } = await placed();
    await cancel();
    const { body } = await get(app, `/api/orders/${id}`, { token: me.token });
    expect(body).toMatchObject({ status: 'cancelled', payment: { status: 'cancelled' } });
    expect(body.timeline.map((move: { status: string }) => move.status)).toEqual(['placed', 'cancelled']);
  });

  test('of a paid order owes the money back', async () => {
    const { id, cancel } = await placed();
    await moveOrder(deps, id, { to: 'paid', actor: 'staff' });
    expect((await cancel()).status).toBe(200);
    expect(await ledgerOf(id)).toEqual(['charge', 'payment', 'refund']);
    await expectSound(pool);
  });

  test.each(['packed', 'shipped', 'delivered'] as const)('is too late once an order is %s', async (last) => {
    const { id, cancel } = await placed();
    const moves = ['paid', 'packed', 'shipped', 'delivered'] as const;
    for (const to of moves.slice(0, moves.indexOf(last) + 1)) await moveOrder(deps, id, { to, actor: 'staff' });
    expect(refusal(await cancel())).toEqual([409, 'too_late']);
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
  test('twenty cancellations at once give everything back once', async () => {
    const { title, cancel } = await placed();
    const answers = await crowd(20, 20, cancel);
    expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 19 });
    expect(await stockOf(title.vid)).toBe(10);
    await expectSound(pool);
  });

  test('of cancelling and packing at once one wins', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, cancel } = await placed();
      await moveOrder(deps, id, { to: 'paid', actor: 'staff' });
      const pack = moveOrder(deps, id, { to: 'packed', actor: 'staff' }).then(
        () => 200,
        (error: unknown) => asRefusal(error).code,
      );
      const outcomes = [(await cancel()).status, await pack].join(' ');
      expect(['200 too_late', '409 200']).toContain(outcomes);
    }
    await expectSound(pool);
  });

  test('an order that is paid while it is cancelled owes the money back', async () => {
    const { id, cancel } = await placed();
    let cancelled: ReturnType<typeof cancel> | undefined;
    await deps.db.transaction(async (tx) => {
      await moveOrder({ ...deps, db: tx as unknown as Deps['db'] }, id, { to: 'paid', actor: 'staff' });
      cancelled = cancel();
      await untilBlocked(pool);
    });
    expect((await cancelled!).status).toBe(200);
    expect(await ledgerOf(id)).toEqual(['charge', 'payment', 'refund']);
  });
});
