import type { FastifyBaseLogger } from 'fastify';
import { guestOrderPath, localizedPath } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps, Principal } from '../context.ts';
import { ResponseWith } from '../http/headers.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { customerOrderToken, orderPath } from '../emails/links.ts';
import { startPayment } from '../payments/checkout.ts';
import { throwApiError } from '../api-error.ts';
import type { PlacedOrder, StoredResponse } from './create-order.ts';
import { placeOrder } from './place-order.ts';
import { listOrders } from './list-orders.ts';
import { requireLinkedOrder, requireOrder } from './queries.ts';
import { requestRefund } from './refunds/create-refund.ts';
import { cancelGuestOrder, transitionOrder } from './transition-order.ts';

type Names =
  | 'placeOrder'
  | 'listOrders'
  | 'getOrder'
  | 'getGuestOrder'
  | 'cancelGuestOrder'
  | 'cancelOrder'
  | 'linkOrder'
  | 'requestRefund';

export function orderHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, preparedDb, config } = deps;
  return {
    placeOrder: async ({ body, principal, locale, header, log, client }) => {
      const idempotencyKey = parseIdempotencyKey(header('idempotency-key'));
      const request = { payload: body, buyer: principal, idempotencyKey, locale, client };
      const { response, isReplay } = await placeOrder(deps, request);
      const placed = await withPaymentPage(deps, { response, buyer: principal, locale, log });
      return new ResponseWith(placed, { headers: isReplay ? { 'Idempotent-Replayed': 'true' } : {} });
    },
    listOrders: ({ query, principal }) => listOrders(deps, { customerId: principal.customerId, ...query }),
    getOrder: ({ params, principal }) =>
      requireOrder(preparedDb, config, { id: params.id, customerId: principal.customerId }),
    getGuestOrder: ({ params }) => requireLinkedOrder(deps, params.token),
    cancelGuestOrder: ({ params }) => cancelGuestOrder(deps, params.token),
    cancelOrder: async ({ body, principal }) => {
      const own = await requireOrder(db, config, { id: body.id, customerId: principal.customerId });
      const { id, state: status } = await transitionOrder(deps, own.id, { to: 'cancelled', actor: 'customer' });
      return { id, status };
    },
    linkOrder: async ({ body, principal, locale }) => {
      const { id } = await requireOrder(db, config, { id: body.id, customerId: principal.customerId });
      return { page: localizedPath(locale, guestOrderPath(customerOrderToken(deps, id))) };
    },
    requestRefund: ({ body, principal, client }) =>
      requestRefund(deps, { customerId: principal.customerId, body, client }),
  };
}

type OrderResponse = {
  response: StoredResponse;
  buyer: Principal | undefined;
  locale: Locale;
  log: FastifyBaseLogger;
};

/** Adds the order's page and, if it can be created now, the provider's checkout page; it can be paid later, too. */
async function withPaymentPage(deps: Deps, { response, buyer, locale, log }: OrderResponse): Promise<PlacedOrder> {
  const { id, number, payment } = response;
  const page = orderPath(deps, { id, number, locale, customerId: buyer?.customerId ?? null });
  if (payment.method === 'bank_transfer') return { ...response, page };
  try {
    const redirect = await startPayment(deps, { orderId: id, method: payment.method });
    return { ...response, page, payment: { ...payment, redirect } };
  } catch (error) {
    log.warn({ err: error }, 'an order was placed without a checkout page');
    return { ...response, page };
  }
}

/** 1 to 128 visible ASCII characters, or none. */
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,128}$/.test(header)) return header;
  return throwApiError('invalid');
}
