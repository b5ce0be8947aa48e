import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { ERROR_CODES, type ErrorCode } from '#contract/error-codes.ts';
import { addressFields } from '#contract/forms.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import {
  CUSTOMER_AREA,
  guestOrderPath,
  localizedPath,
  orderRequestPath,
  type FormState,
  type ItemsReview,
  type OrderRequestView,
} from '#contract/pages.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { RequestedLine } from '#domain/orders/refund.ts';
import { throwApiError } from '../api-error.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { rateLimitSubject } from '../limits.ts';
import { changeAddress } from '../orders/change-address.ts';
import { requireLinkedOrder } from '../orders/queries.ts';
import { cancelItems } from '../orders/refunds/cancel-items.ts';
import { quoteRequestedLines } from '../orders/refunds/create-refund.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { errorMessage } from '../translations.ts';
import { findLinkedOrder, submitForm } from './guest-pages.ts';
import { sendUncached, type LocalizedContext, type PageHandler } from './storefront.ts';

/** An order by its link, with the request that reads or sends one of its forms. */
type LinkedRequest = {
  context: LocalizedContext;
  request: FastifyRequest;
  reply: FastifyReply;
  kind: OrderRequest;
  token: string;
  order: OrderWithTimeline;
};

/** Sends the page on which something is asked for. */
export const sendOrderRequestPage = (kind: OrderRequest): PageHandler =>
  onLinkedOrder(kind, (linked) => sendRequestPage(linked, {}));

/** Takes its form. */
export const submitOrderRequest = (kind: OrderRequest): PageHandler =>
  onLinkedOrder(kind, async (linked) => {
    if (!linked.order.requests.includes(kind)) return sendRequestPage(linked, {}, ERROR_CODES.too_late);
    try {
      return await SUBMIT[kind](linked);
    } catch (error) {
      return sendRequestError(linked, error);
    }
  });

const SUBMIT: Record<OrderRequest, (linked: LinkedRequest) => Promise<FastifyReply>> = {
  address: submitAddress,
  'cancel-items': submitItems,
};

/** Finds the order of a link. A customer whose link has ended is sent to their orders, where they open another. */
function onLinkedOrder(kind: OrderRequest, handle: (linked: LinkedRequest) => Promise<FastifyReply>): PageHandler {
  return async (context, request, reply) => {
    const { token } = request.params as { token: string };
    void reply.header('Referrer-Policy', 'same-origin');
    const found = await findLinkedOrder(context, token);
    if (found === 'link_expired') return redirectTo(reply, `${CUSTOMER_AREA}/my-orders`);
    const { locale } = context;
    if (!found) return sendUncached(context, reply, { locale, view: { page: 'not_found' }, path: '/', status: 404 });
    return handle({ context, request, reply, kind, token, order: found });
  };
}

function sendRequestPage(
  { context, reply, kind, token, order }: LinkedRequest,
  shown: Pick<OrderRequestView, 'form' | 'review'>,
  status = 200,
) {
  const { locale, deps } = context;
  const isGuest = readCustomerOrderToken(deps, token) === undefined;
  const view: OrderRequestView = { page: 'orderRequest', request: kind, order, isGuest, ...shown };
  return sendUncached(context, reply, { locale, view, path: orderRequestPath(token, kind), status });
}

/** The page with why it was not possible, and with the order as it is now. */
async function sendRequestError(linked: LinkedRequest, error: unknown, review?: ItemsReview) {
  const { code, details } = toApiError(error);
  if (code === 'internal') throw error;
  const { context, request, reply, token } = linked;
  if (details.retryAfter !== undefined) void reply.header('Retry-After', details.retryAfter);
  const values = formValues(request);
  const form = { values, errors: {}, error: errorMessage(context.locale, code, details.retryAfter) };
  const order = await requireLinkedOrder(context.deps, token);
  return sendRequestPage({ ...linked, order }, { form, ...(review && { review }) }, ERROR_CODES[code]);
}

function redirectToOrder({ context, reply, token }: LinkedRequest) {
  return redirectTo(reply, localizedPath(context.locale, guestOrderPath(token)));
}

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

/** Quotes the chosen copies, and cancels them once that is confirmed. */
async function submitItems(linked: LinkedRequest): Promise<FastifyReply> {
  const { context, request, order } = linked;
  await context.deps.consumeRateLimit('write', rateLimitSubject(request.ip));
  const body = formBody(request);
  const items = chosenItems(body, order);
  if (items.length === 0) return sendRequestPage(linked, { form: nothingChosen() }, ERROR_CODES.invalid);
  const review = await reviewItems(linked, items);
  if (!body.has('confirm')) return sendRequestPage(linked, { review });
  try {
    await cancelItems(context.deps, order.id, { items, amount: Number(body.get('amount')) });
  } catch (error) {
    return sendRequestError(linked, error, hasCode(error, 'refund_changed') ? review : undefined);
  }
  return redirectToOrder(linked);
}

/** What was typed, so that a page that comes back keeps it. */
function formValues({ body }: FastifyRequest): Record<string, string> {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : {};
}

function formBody({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : throwApiError('unsupported_media_type');
}

/** The copies that a form names, by the line: a number that is none counts as none. */
function chosenItems(body: URLSearchParams, { lines }: OrderWithTimeline): RequestedLine[] {
  return lines
    .map(({ id }) => ({ id, qty: Number(body.get(`qty-${id}`) ?? 0) }))
    .filter(({ qty }) => Number.isSafeInteger(qty) && qty > 0);
}

function nothingChosen(): FormState {
  return { values: {}, errors: { items: 'required' } };
}

async function reviewItems({ context, order }: LinkedRequest, items: RequestedLine[]): Promise<ItemsReview> {
  const quote = await quoteRequestedLines(context.deps.db, { id: order.id, items });
  return {
    items,
    merchandise: ringgitFromSen(quote.merchandiseTotal),
    withdrawn: ringgitFromSen(quote.withdrawnTotal),
    shipping: ringgitFromSen(quote.shipping),
    amount: ringgitFromSen(quote.amount),
  };
}

function hasCode(error: unknown, code: ErrorCode): boolean {
  return toApiError(error).code === code;
}
