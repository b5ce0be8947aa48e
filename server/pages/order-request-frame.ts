import type { FastifyRequest } from 'fastify';
import { ERROR_CODES } from '#contract/error-codes.ts';
import type { OrderRequestView } from '#contract/order-request-views.ts';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { guestOrderPath, localizedPath, orderRequestPath } from '#contract/pages.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { checkClaimable, claimableFrom } from '#domain/orders/claim.ts';
import type { OrderRequest } from '#domain/orders/order-request.ts';
import type { RequestedLine } from '#domain/orders/refund.ts';
import { throwApiError } from '../api-error.ts';
import { readCustomerOrderToken } from '../emails/links.ts';
import { toApiError } from '../http/error-responses.ts';
import { redirectTo } from '../http/headers.ts';
import { requireLinkedOrder } from '../orders/queries.ts';
import { errorMessage } from '../translations.ts';
import type { LinkedOrder } from './linked-order.ts';
import { sendUncached } from './storefront.ts';

/** A page of an order that something is asked for on. */
export type LinkedRequest = LinkedOrder & { kind: OrderRequest };

type ShownForm = Pick<OrderRequestView, 'form' | 'review' | 'claim'>;

/** Sends the page of a request with its form. */
export function sendRequestPage({ context, reply, kind, token, order }: LinkedRequest, shown: ShownForm, status = 200) {
  const { locale, deps } = context;
  const isGuest = readCustomerOrderToken(deps, token) === undefined;
  const opensOn = kind === 'not-arrived' ? claimsOpenOn(order) : undefined;
  const view: OrderRequestView = {
    page: 'orderRequest',
    request: kind,
    order,
    isGuest,
    ...shown,
    ...(opensOn !== undefined && { opensOn }),
  };
  return sendUncached(context, reply, { locale, view, path: orderRequestPath(token, kind), status });
}

/** The day from which a sent order that may still arrive can be claimed. */
function claimsOpenOn({ status: state, expected }: OrderWithTimeline): string | undefined {
  const expectedTo = expected?.to ?? null;
  const now = Date.now();
  const today = dayInMalaysia(new Date(now).toISOString());
  const reason = checkClaimable({ state, deliveredAt: null, expectedTo }, { now, today });
  return reason === 'too_early' ? claimableFrom(expectedTo) : undefined;
}

/** The page with why it was not possible, and with the order as it is now. */
export async function sendRequestError(linked: LinkedRequest, error: unknown, shown?: Omit<ShownForm, 'form'>) {
  const { code, details } = toApiError(error);
  if (code === 'internal') throw error;
  const { context, request, reply, token } = linked;
  if (details.retryAfter !== undefined) void reply.header('Retry-After', details.retryAfter);
  const values = formValues(request);
  const form = { values, errors: {}, error: errorMessage(context.locale, code, details.retryAfter) };
  const order = await requireLinkedOrder(context.deps, token);
  return sendRequestPage({ ...linked, order }, { form, ...shown }, ERROR_CODES[code]);
}

export function redirectToOrder({ context, reply, token }: LinkedRequest) {
  return redirectTo(reply, localizedPath(context.locale, guestOrderPath(token)));
}

export function clientOf({ ip, headers }: FastifyRequest) {
  return { ip, userAgent: headers['user-agent'] ?? '' };
}

/** What was typed, so that a page that comes back keeps it. */
export function formValues({ body }: FastifyRequest): Record<string, string> {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : {};
}

export function formBody({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : throwApiError('unsupported_media_type');
}

/** The copies of each line that a form names. */
export function chosenCopies({ lines }: OrderWithTimeline, body: URLSearchParams): RequestedLine[] {
  return lines
    .map(({ id }) => ({ id, qty: Number(body.get(`qty-${id}`) ?? 0) }))
    .filter(({ qty }) => Number.isSafeInteger(qty) && qty > 0);
}
