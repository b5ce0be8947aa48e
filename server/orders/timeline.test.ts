import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { ticket, variant } from '../db/tables.ts';
import { guestOrderToken } from '../emails/links.ts';
import { answerTicket } from '../tickets/conversation.ts';
import { announceMovedDates } from './moved-dates.ts';
import { transitionRefund } from './refunds/transition-refund.ts';
import { transitionOrder } from './transition-order.ts';

const shop = await openTestApp();
const { app, deps } = shop;

test('an order has one timeline of its states, moved dates, refunds, messages and answers', async () => {
  const me = await makeSignedInCustomer(shop);
  const title = await makeProduct(shop, { stock: 3, listPrice: 4000, memberPrice: 4000 });
  const setEmbargo = (embargo: string | null) =>
    deps.db.update(variant).set({ embargo }).where(eq(variant.id, title.vid));
  await setEmbargo('2099-01-15');
  const order = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: me.token, state: 'paid' });
  for (const embargo of ['2099-03', null]) {
    await setEmbargo(embargo);
    await announceMovedDates(deps);
  }
  const question = { subject: 'When?', message: 'When does it come?', order_id: order.id };
  const { id } = (await post(app, '/customer/ticket/add', question, me)).body;
  const [asked] = await deps.db.select().from(ticket).where(eq(ticket.id, id));
  await answerTicket(deps, { number: asked!.number, actor: 'mei', message: 'Soon.' });
  const items = [{ id: order.lines[0]!.id, qty: 1 }];
  const { body: refund } = await post(app, '/customer/order/refund', { id: order.id, reason: 'other', items }, me);
  await transitionRefund(deps, refund.id, { to: 'declined', actor: 'mei', note: 'Sorry.' });
  await transitionOrder(deps, order.id, { to: 'packed', actor: 'mei' });
  const { timeline } = (await get(app, `/api/orders/${order.id}`, me)).body;
  expect(timeline).toMatchObject([
    { status: 'placed' },
    { status: 'paid' },
    { status: 'date_moved', title: order.lines[0]!.title, date: '2099-03' },
    { status: 'date_moved', title: order.lines[0]!.title },
    { status: 'ticket_opened' },
    { status: 'ticket_answered' },
    { status: 'refund_requested', amount: refund.amount },
    { status: 'refund_declined', amount: refund.amount },
    { status: 'packed' },
  ]);
});

test('a guest sees the timeline of their own order alone', async () => {
  const title = await makeProduct(shop, { stock: 3 });
  const { body } = await placeOrder(app, { lines: [title], email: 'one@mail.test' });
  await makeOrder(shop, { lines: [title], email: 'two@mail.test', state: 'delivered' });
  const { timeline } = (await get(app, `/api/guest-orders/${guestOrderToken(deps, body.id)}`)).body;
  expect(timeline.map(({ status }: { status: string }) => status)).toEqual(['placed']);
});
