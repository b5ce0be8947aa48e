import * as z from 'zod/mini';
import { ONLINE_METHODS, PAYMENT_METHODS } from '#domain/payment.ts';
import { endpoint } from './endpoint.ts';
import { opaqueId } from './shapes.ts';

export const paymentMethod = z.enum(PAYMENT_METHODS);
export const onlineMethod = z.enum(ONLINE_METHODS);

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/api/payments/methods',
  summary: 'The ways to pay in this shop, in the order in which they are offered.',
  tag: 'Checkout',
  access: 'guest',
  limit: 'none',
  answer: z.object({ methods: z.array(paymentMethod) }),
  answers: 200,
  refusals: [],
});

export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payments/start',
  summary: "The payment provider's page for an order that is not paid yet; the same page while it is open.",
  tag: 'Checkout',
  access: 'customer',
  limit: 'write',
  body: z.object({ id: opaqueId, method: onlineMethod }),
  answer: z.object({ redirect: z.string() }),
  answers: 200,
  refusals: ['not_found', 'too_late', 'method_unavailable', 'payment_unreachable'],
});

export const takePaymentEvent = endpoint({
  method: 'POST',
  path: '/api/payments/stripe/events',
  summary: "The payment provider's signed events; one that comes again has no effect.",
  tag: 'Checkout',
  access: 'guest',
  limit: 'none',
  takesBytes: true,
  answer: z.object({ received: z.literal(true) }),
  answers: 200,
  refusals: ['signature_invalid', 'not_found'],
});
