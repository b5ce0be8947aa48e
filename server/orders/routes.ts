import type { FastifyBaseLogger } from 'fastify';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Handlers } from '../http/bind.ts';
import { orderPath } from '../mails/order-link.ts';
import { Forged, type PaymentProvider } from '../outside/payment-provider.ts';
import { methodsOf } from '../payments/pending-payment.ts';
import { Refusal, refuse, required } from '../refuse.ts';
import { hashSecret } from '../secrets.ts';
import { moveOrder } from './move-order.ts';
import { placeOrder, type KeptAnswer, type PlacedOrder } from './place-order.ts';
import { listOrders, requireGuestOrder, requireOrder } from './queries.ts';
import { startPayment } from './start-payment.ts';
import { takePaymentEvent } from './take-payment-event.ts';

type Names =
  | 'listPaymentMethods'
  | 'placeOrder'
  | 'startPayment'
  | 'takePaymentEvent'
  | 'listOrders'
  | 'getOrder'
  | 'getGuestOrder'
  | 'cancelOrder';

export function orderHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, config } = deps;
  return {
    listPaymentMethods: async () => ({ methods: [...methodsOf(config)] }),
    placeOrder: async ({ body, caller, locale, header, reply, from }) => {
      const idempotencyKey = parseKey(header('idempotency-key'));
      const call = { payload: body, buyer: caller, idempotencyKey, locale, from };
      const { answer, isReplay } = await placeOrder(deps, call);
      if (isReplay) void reply.header('Idempotent-Replayed', 'true');
      return withPages(deps, { answer, buyer: caller, locale, log: reply.log });
    },
    startPayment: async ({ body, caller }) => {
      const { id } = await requireOrder(db, config, { id: body.id, customerId: caller.customerId });
      return { redirect: await startPayment(deps, { orderId: id, method: body.method }) };
    },
    takePaymentEvent: async ({ body, header, reply }) => {
      const event = readEvent(required(deps.payments), body, header('stripe-signature'));
      const outcome = event && (await takePaymentEvent(deps, event));
      if (outcome === 'unfit') reply.log.error({ event }, 'a payment fits no order');
      return { received: true };
    },
    listOrders: ({ query, caller }) => listOrders(db, config, { customerId: caller.customerId, ...query }),
    getOrder: ({ params, caller }) => requireOrder(db, config, { id: params.id, customerId: caller.customerId }),
    getGuestOrder: ({ params }) => requireGuestOrder(db, config, hashSecret(params.token)),
    cancelOrder: async ({ body, caller }) => {
      const own = await requireOrder(db, config, { id: body.id, customerId: caller.customerId });
      const moved = await moveOrder(deps, own.id, { to: 'cancelled', actor: 'customer' });
      return { id: moved.id, status: moved.state };
    },
  };
}

type Placed = { answer: KeptAnswer; buyer: Caller | undefined; locale: Locale; log: FastifyBaseLogger };

/** The order stands, whether or not the payment provider's page can be had now: it can be paid later, too. */
async function withPages(deps: Deps, { answer, buyer, locale, log }: Placed): Promise<PlacedOrder> {
  const { id, number, payment } = answer;
  const page = orderPath(deps, { id, number, locale, customerId: buyer?.customerId ?? null });
  if (payment.method === 'bank_transfer') return { ...answer, page };
  try {
    const redirect = await startPayment(deps, { orderId: id, method: payment.method });
    return { ...answer, page, payment: { ...payment, redirect } };
  } catch (error) {
    log.warn({ err: error }, 'an order stands without a page to pay it on');
    return { ...answer, page };
  }
}

function readEvent(payments: PaymentProvider, body: Uint8Array, signature: string | undefined) {
  try {
    return payments.readEvent(body, signature);
  } catch (error) {
    throw error instanceof Forged ? new Refusal('signature_invalid', {}, error) : error;
  }
}

/** 1 to 128 visible characters, or none. */
function parseKey(header: string | undefined): string | undefined {
  if (header === undefined || /^[\x21-\x7e]{1,128}$/.test(header)) return header;
  return refuse('invalid');
}
