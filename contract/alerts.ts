import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { ALERT_STATES } from '#domain/alert.ts';
import { endpoint } from './endpoint.ts';
import { byId, emailAddress, limit, page, pageOf, productId, resourceId, timestamp, variantId } from './schemas.ts';

export const addAlert = endpoint('addAlert', {
  summary:
    'Ask for one email when a format can be bought. A guest gives an email and confirms it by a link; the response is the same whether there is such an alert already.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'write',
  body: z.object({ vid: variantId, email: z.optional(emailAddress) }),
  response: z.object({ status: z.enum(['pending', 'active']) }),
  status: 200,
  errors: ['not_found', 'too_many'],
});

/** The form on a book's page, which guests submit; `vid` is text there. */
export const newGuestAlert = z.object({
  vid: z.pipe(z.coerce.number(), variantId),
  email: emailAddress,
});

const alert = z.object({
  id: resourceId,
  status: z.enum(ALERT_STATES),
  format: z.enum(ALL_FORMATS),
  /** Without `slug` the title is no longer in the shop. */
  product: z.object({ id: productId, title: z.string(), language: z.string(), slug: z.nullable(z.string()) }),
  created_at: timestamp,
  sent_at: z.nullable(timestamp),
});
export type Alert = z.output<typeof alert>;

/** The alerts of an address as its guest sees them through the emailed link. */
export type GuestAlerts = { email: string | null; alerts: Alert[] };

export const listAlerts = endpoint('listAlerts', {
  summary: "The customer's alerts, newest first; those that were sent for 90 days.",
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({ page, limit }),
  response: pageOf(alert),
  status: 200,
  errors: [],
});

export const removeAlert = endpoint('removeAlert', {
  summary: 'Remove an alert.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});
