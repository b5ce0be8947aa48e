import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { ERROR_CODES } from '#contract/error-codes.ts';
import { addressFields, requestRefundBody, type FormState } from '#contract/forms.ts';
import type { ItemsReview } from '#contract/order-request-views.ts';
import { localizedPath, orderReturnPath } from '#contract/pages.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { RequestedLine } from '#domain/orders/refund.ts';
import type { REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { changeAddress } from '../orders/change-address.ts';
import { cancelItems } from '../orders/refunds/cancel-items.ts';
import { quoteRequestedLines, requestRefund } from '../orders/refunds/create-refund.ts';
import { submitForm } from './guest-pages.ts';
import { onLinkedOrder } from './linked-order.ts';
import { redirectToOpenClaim, submitClaim } from './order-claims.ts';
import {
  chosenCopies,
  clientOf,
  formBody,
  redirectToOrder,
  sendRequestError,
  sendRequestPage,
  type LinkedRequest,
} from './order-request-frame.ts';
import type { PageHandler } from './storefront.ts';

/** Sends the page on which something is asked for. */
export const sendOrderRequestPage = (kind: OrderRequest): PageHandler =>
  onLinkedOrder(async (found) => {
    const linked = { ...found, kind };
    return redirectToOpenClaim(linked) ?? sendRequestPage(linked, {});
  });

/** Takes its form. */
export const submitOrderRequest = (kind: OrderRequest): PageHandler =>
  onLinkedOrder(async (found) => {
    const linked = { ...found, kind };
    const claimed = redirectToOpenClaim(linked);
    if (claimed) return claimed;
    if (!linked.order.requests.includes(kind)) return sendRequestPage(linked, {}, ERROR_CODES.too_late);
    try {
      return await SUBMIT[kind](linked);
    } catch (error) {
      return sendRequestError(linked, error);
    }
  });

const SUBMIT: Record<OrderRequest, (linked: LinkedRequest) => Promise<FastifyReply>> = {
  address: submitAddress,
  'cancel-items': (linked) => submitItems(linked, cancelChosen),
  return: (linked) => submitItems(linked, returnChosen),
  withdraw: (linked) => submitItems(linked, withdrawFromChosen),
  'not-arrived': submitClaim,
};

/** Left empty, the order keeps its phone number, which pages of a link do not show. */
const addressForm = z.extend(z.omit(addressFields, { country: true }), {
  phone: z.union([z.literal(''), addressFields.shape.phone]),
});

async function submitAddress(linked: LinkedRequest): Promise<FastifyReply> {
  const { context, request, reply, order } = linked;
  const rejected = await submitForm(context, { shape: addressForm, request, reply }, ({ phone, ...fields }) =>
    changeAddress(context.deps, order.id, { ...fields, ...(phone && { phone }) }),
  );
  if (!rejected) return redirectToOrder(linked);
  const { status, ...form } = rejected;
  return sendRequestPage(linked, { form }, status);
}

/** What a form of copies says; `amount` (RM) is what its page showed. */
type ChosenItems = { items: RequestedLine[]; reason: (typeof REFUND_REASONS)[number]; note: string; amount: number };
/** Does what was confirmed. Returns the number of a return, where there is one. */
type Confirm = (linked: LinkedRequest, chosen: ChosenItems) => Promise<string | undefined>;

/** Quotes the chosen copies, and does what was asked for once that is confirmed. */
async function submitItems(linked: LinkedRequest, confirm: Confirm): Promise<FastifyReply> {
  const { context, request, reply, token } = linked;
  await context.deps.consumeRateLimit('write', rateLimitSubject(request.ip));
  const body = formBody(request);
  const chosen = chosenItems(linked, body);
  if ('errors' in chosen) return sendRequestPage(linked, { form: chosen }, ERROR_CODES.invalid);
  const review = await reviewItems(linked, chosen);
  if (!body.has('confirm')) return sendRequestPage(linked, { review });
  try {
    const number = await confirm(linked, chosen);
    if (number === undefined) return redirectToOrder(linked);
    return redirectTo(reply, localizedPath(context.locale, orderReturnPath(token, number)));
  } catch (error) {
    return sendRequestError(linked, error, toApiError(error).code === 'refund_changed' ? { review } : {});
  }
}

async function cancelChosen({ context, order }: LinkedRequest, { items, amount }: ChosenItems) {
  await cancelItems(context.deps, order.id, { items, amount });
  return undefined;
}

async function returnChosen(linked: LinkedRequest, { amount, ...chosen }: ChosenItems) {
  const { context, request, order } = linked;
  const body = { id: order.id, ...chosen };
  const { number } = await requestRefund(context.deps, { body, amount, client: clientOf(request) });
  return number;
}

/** Before it is packed an order needs no decision; afterwards the books come back first. */
async function withdrawFromChosen(linked: LinkedRequest, { items, amount }: ChosenItems) {
  const { context, request, order } = linked;
  if (order.status === 'paid') {
    await cancelItems(context.deps, order.id, { items, amount, isWithdrawal: true });
    return undefined;
  }
  const body = { id: order.id, items, reason: 'changed_mind' as const };
  const { number } = await requestRefund(context.deps, {
    body,
    amount,
    isWithdrawal: true,
    client: clientOf(request),
  });
  return number;
}

const RETURN_FIELDS = z.pick(requestRefundBody, { reason: true, note: true });

/** The copies that a form names, by the line, and for a return its reason; or what is missing. */
function chosenItems({ kind, order }: LinkedRequest, body: URLSearchParams): ChosenItems | FormState {
  const items = chosenCopies(order, body);
  const typed = Object.fromEntries(body);
  const fields = RETURN_FIELDS.safeParse({
    reason: body.get('reason'),
    note: (body.get('note') ?? '').replaceAll('\r\n', '\n'),
  });
  const errors = {
    ...(items.length === 0 && { items: 'required' }),
    ...(kind === 'return' && !fields.success && { reason: 'required' }),
  };
  if (Object.keys(errors).length > 0) return { values: typed, errors };
  const { reason = 'changed_mind', note = '' } = fields.data ?? {};
  return { items, reason, note: note ?? '', amount: Number(body.get('amount')) };
}

async function reviewItems(
  { context, order }: LinkedRequest,
  { items, reason, note }: ChosenItems,
): Promise<ItemsReview> {
  const quote = await quoteRequestedLines(context.deps.db, { id: order.id, items });
  return {
    items,
    reason,
    note,
    merchandise: ringgitFromSen(quote.merchandiseTotal),
    withdrawn: ringgitFromSen(quote.withdrawnTotal),
    giftWrap: ringgitFromSen(quote.giftWrap),
    shipping: ringgitFromSen(quote.shipping),
    amount: ringgitFromSen(quote.amount),
  };
}
