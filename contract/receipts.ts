import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { byId, locale } from './shapes.ts';

/** The receipt's language; without it the one that the caller accepts. */
const query = z.object({ locale: z.optional(locale) });

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/orders/{id}/receipt',
  summary: 'The receipt of an order, or its invoice while it is not paid.',
  tag: 'Orders',
  access: 'customer',
  limit: 'receipt',
  params: byId,
  query,
  produces: 'application/pdf',
  answers: 200,
  refusals: ['not_found'],
});

export const getGuestReceipt = endpoint({
  method: 'GET',
  path: '/api/guest-orders/{token}/receipt',
  summary: "The receipt of the order that a guest's mailed link names.",
  tag: 'Orders',
  access: 'guest',
  limit: 'receipt',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  query,
  produces: 'application/pdf',
  answers: 200,
  refusals: ['not_found'],
});
