import { eq } from 'drizzle-orm';
import {
  canPayBy,
  type OnlineMethod,
  ONLINE_METHODS,
  PAYMENT_METHODS,
  type PaymentMethod,
  paymentQr,
} from '#domain/orders/payment.ts';
import { order } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { orderUrl } from '../emails/links.ts';
import {
  PaymentProviderError,
  type CheckoutSession,
  type PaymentProvider,
  type CheckoutRequest,
} from '../integrations/payment-provider.ts';
import { findOrCreateAttempt, abandonAttempt, saveCheckoutSession, type PaymentAttempt } from './attempts.ts';
import { ApiError, throwApiError, requireFound } from '../api-error.ts';
import type { Order } from '#contract/orders.ts';
import type { Config } from '../config.ts';

type OrderRow = typeof order.$inferSelect;

/**
 * The URL of the provider's checkout page for an order. Requests with the same method share a page while it is open; a
 * request with another method replaces it. The attempt is committed before the provider is asked. Throws `not_found`,
 * `too_late` (paid, cancelled, or past its deadline), `method_unavailable` and `payment_unreachable`.
 */
export async function startPayment(
  deps: Deps,
  { orderId, method }: { orderId: string; method: OnlineMethod },
): Promise<string> {
  const payments = deps.payments ?? throwApiError('method_unavailable');
  const { attempt, row } = await deps.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(order).where(eq(order.id, orderId)).for('no key update');
    const { state, total: amount, paymentDueAt: dueAt } = requireFound(locked);
    if (state !== 'placed' || !dueAt) throwApiError('too_late');
    if (!canPayBy(method, amount)) throwApiError('method_unavailable');
    return { attempt: await findOrCreateAttempt(tx, deps, { orderId, method, amount, dueAt }), row: locked! };
  });
  if (attempt.checkoutUrl) return attempt.checkoutUrl;
  const session = await createCheckoutSession(deps, payments, checkoutSessionRequest(deps, attempt, row));
  if (!(await saveCheckoutSession(deps.db, attempt.id, session))) return rejectSuperseded(deps, orderId);
  return session.url;
}

function checkoutSessionRequest(
  deps: Deps,
  { id: attemptId, method, amount, expiresAt }: PaymentAttempt,
  row: OrderRow,
): CheckoutRequest {
  const { id: orderId, number, email, locale } = row;
  const unpaid = orderUrl(deps, row);
  const paid = new URL(unpaid);
  paid.searchParams.set('payment', 'done');
  return {
    attemptId,
    orderId,
    number,
    method,
    amount,
    email,
    locale,
    expiresAt,
    returnUrls: { paid: paid.href, unpaid },
  };
}

async function createCheckoutSession(
  { db }: Deps,
  payments: PaymentProvider,
  request: CheckoutRequest,
): Promise<CheckoutSession> {
  try {
    return await payments.createCheckoutSession(request);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    await abandonAttempt(db, request.attemptId);
    throw unreachable(error);
  }
}

/** While the session was being created the order was paid or cancelled, or another method was chosen. */
async function rejectSuperseded({ db }: Deps, orderId: string): Promise<never> {
  const [row] = await db.select({ state: order.state }).from(order).where(eq(order.id, orderId));
  throw row?.state === 'placed'
    ? unreachable('Another checkout session was requested meanwhile.')
    : new ApiError('too_late');
}

function unreachable(cause: unknown): ApiError {
  return new ApiError('payment_unreachable', { retryAfter: 30 }, cause);
}

/** The payment methods that the settings allow. */
export function availablePaymentMethods({
  stripeSecretKey,
}: Pick<Config, 'stripeSecretKey'>): readonly PaymentMethod[] {
  return stripeSecretKey ? PAYMENT_METHODS : ['bank_transfer'];
}

type UnpaidOrder = { method: PaymentMethod; number: string; payable: number; dueAt: Date };

/** How an unpaid order (`payable` in sen) can be paid; a bank transfer is always possible. */
export function pendingPayment(config: Config, { method, number, payable, dueAt }: UnpaidOrder): Order['payment'] {
  const allowed = availablePaymentMethods(config);
  const online = ONLINE_METHODS.filter((one) => allowed.includes(one) && canPayBy(one, payable));
  return {
    method,
    status: 'pending',
    due_at: dueAt.toISOString(),
    online,
    instructions: { ...bankTransferInstructions(config, number), ...qrOf(config, { number, payable }) },
  };
}

/** The content of the order's QR code for banking apps, where the shop has one. */
function qrOf({ duitnowQr }: Config, { number, payable }: Pick<UnpaidOrder, 'number' | 'payable'>): { qr?: string } {
  return duitnowQr && payable > 0 ? { qr: paymentQr(duitnowQr, { amount: payable, reference: number }) } : {};
}

/** The account to transfer to, and the payment reference. */
export type BankTransfer = { bank: string; account_name: string; account_number: string; reference: string };

export function bankTransferInstructions(config: Config, orderNumber: string): BankTransfer {
  return {
    bank: config.bankName,
    account_name: config.shopName,
    account_number: config.bankAccount,
    reference: orderNumber,
  };
}
