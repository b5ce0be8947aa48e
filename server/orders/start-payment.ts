import { eq } from 'drizzle-orm';
import { canPayBy, type OnlineMethod } from '#domain/payment.ts';
import { order } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { orderLink } from '../mails/order-link.ts';
import { ProviderFailed, type PaymentPage, type PaymentProvider, type ToPay } from '../outside/payment-provider.ts';
import { claimAttempt, giveUpPage, keepPage, type Attempt } from '../payments/attempts.ts';
import { Refusal, refuse, required } from '../refuse.ts';

type Order = typeof order.$inferSelect;

/**
 * The address of the provider's page on which an order can be paid: of one way of paying the same while it is open, of
 * another one the last that was asked for. The order stands before the provider hears of it. Refuses `not_found`,
 * `too_late` (paid or cancelled), `method_unavailable` and `payment_unreachable`.
 */
export async function startPayment(
  deps: Deps,
  { orderId, method }: { orderId: string; method: OnlineMethod },
): Promise<string> {
  const payments = deps.payments ?? refuse('method_unavailable');
  const { attempt, row } = await deps.db.transaction(async (tx) => {
    const [held] = await tx.select().from(order).where(eq(order.id, orderId)).for('update');
    const { state, payable: amount } = required(held);
    if (state !== 'placed') refuse('too_late');
    if (!canPayBy(method, amount)) refuse('method_unavailable');
    return { attempt: await claimAttempt(tx, deps, { orderId, method, amount }), row: held! };
  });
  if (attempt.url) return attempt.url;
  const page = await openPage(deps, payments, toPay(deps, attempt, row));
  if (!(await keepPage(deps.db, attempt.id, page))) return refuseOvertaken(deps, orderId);
  return page.url;
}

function toPay(deps: Deps, { id: attemptId, method, amount, endsAt }: Attempt, row: Order): ToPay {
  const { id: orderId, number, email, locale } = row;
  const unpaid = orderLink(deps, row);
  const paid = new URL(unpaid);
  paid.searchParams.set('payment', 'done');
  return { attemptId, orderId, number, method, amount, email, locale, endsAt, backTo: { paid: paid.href, unpaid } };
}

async function openPage({ db }: Deps, payments: PaymentProvider, asked: ToPay): Promise<PaymentPage> {
  try {
    return await payments.openPage(asked);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    await giveUpPage(db, asked.attemptId);
    throw unreachable(error);
  }
}

/** Nobody was told of the page: while it was being made the order moved on, or was to be paid in another way. */
async function refuseOvertaken({ db }: Deps, orderId: string): Promise<never> {
  const [now] = await db.select({ state: order.state }).from(order).where(eq(order.id, orderId));
  throw now?.state === 'placed' ? unreachable('Another page was asked for meanwhile.') : new Refusal('too_late');
}

function unreachable(cause: unknown): Refusal {
  return new Refusal('payment_unreachable', { retryAfter: 30 }, cause);
}
