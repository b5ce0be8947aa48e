import * as z from 'zod/mini';
import { ALL_FORMATS } from '#domain/catalogue/product.ts';
import { ALERT_STATES } from '#domain/alert.ts';
import { TITLE_REQUEST_STATES } from '#domain/title-request.ts';
import { endpoint } from './endpoint.ts';
import {
  byId,
  emailAddress,
  limit,
  line,
  namedProduct,
  page,
  pageOf,
  resourceId,
  timestamp,
  variantId,
} from './schemas.ts';

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
  product: namedProduct,
  created_at: timestamp,
  sent_at: z.nullable(timestamp),
});
export type Alert = z.output<typeof alert>;

/** What a guest's address waits for, as its emailed link shows it. */
export type GuestAlerts = { email: string | null; alerts: Alert[]; requests: TitleRequest[] };

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

/** The words that name a title, or its ISBN. */
const requestedWords = line(200);

export const addTitleRequest = endpoint('addTitleRequest', {
  summary:
    'Ask the shop for a title by its ISBN or words. A guest gives an email and confirms it by a link; the response is the same whether there is such a request already.',
  tag: 'Shop',
  access: 'guest',
  rateLimit: 'write',
  body: z.object({ words: requestedWords, email: z.optional(emailAddress) }),
  response: z.object({ status: z.enum(['pending', 'open']) }),
  status: 200,
  errors: ['too_many'],
});

/** The form that guests submit where a search finds nothing. */
export const newGuestTitleRequest = z.object({ words: requestedWords, email: emailAddress });

const titleRequest = z.object({
  id: resourceId,
  words: z.string(),
  status: z.enum(TITLE_REQUEST_STATES),
  /** What the shop wrote back. */
  answer: z.nullable(z.string()),
  /** The title that fulfilled it. */
  product: z.nullable(namedProduct),
  created_at: timestamp,
});
export type TitleRequest = z.output<typeof titleRequest>;

export const listTitleRequests = endpoint('listTitleRequests', {
  summary: 'The titles that the customer asked for, newest first, at most 100; those that came in for 90 days.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  response: z.object({ items: z.array(titleRequest) }),
  status: 200,
  errors: [],
});

export const removeTitleRequest = endpoint('removeTitleRequest', {
  summary: 'Remove the request for a title.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});
