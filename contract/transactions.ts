import * as z from 'zod/mini';
import { TRANSACTION_KINDS, TRANSACTION_SORTS } from './options.ts';
import { endpoint } from './endpoint.ts';
import { day, limit, resourceId, page, pageOf, ringgit, signedRinggit, timestamp, byId, locale } from './schemas.ts';

const transactionKind = z.enum(TRANSACTION_KINDS);

const transaction = z.object({
  id: resourceId,
  order_id: resourceId,
  order_number: z.string(),
  kind: transactionKind,
  method: z.string(),
  /** A charge is `pending` until it was paid, a refund until it was paid back; a reversal is `cancelled`. */
  status: z.enum(['pending', 'paid', 'cancelled']),
  /** Above zero for what the customer owes, or was paid back; below zero for what they paid, or are owed. */
  amount: signedRinggit,
  /** What the customer owed the shop after this entry, over all their entries; negative: the shop owed them. */
  balance: signedRinggit,
  at: timestamp,
});
export type Transaction = z.output<typeof transaction>;

/** Days as in Malaysia, both included. */
const period = { from: z.optional(day), to: z.optional(day) };

const sums = z.object({
  /** Of the entries that the filter lets through; charges of cancelled orders do not count. */
  charged: signedRinggit,
  refunded: signedRinggit,
  /** Of all entries, now: what is open of some orders (`to_pay`), less what others are owed back (`to_refund`). */
  balance: signedRinggit,
  to_pay: ringgit,
  to_refund: ringgit,
});

export const listTransactions = endpoint('listTransactions', {
  summary: 'Every charge, payment, cancellation, refund and payout, each with the balance after it.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({
    page,
    limit,
    kind: z.optional(transactionKind),
    ...period,
    /** Part of an order's number. */
    q: z._default(z.string().check(z.trim(), z.maxLength(50)), ''),
    sort: z._default(z.enum(TRANSACTION_SORTS), '-at'),
  }),
  response: z.extend(pageOf(transaction), { sums }),
  status: 200,
  errors: [],
});

export const getStatement = endpoint('getStatement', {
  summary: 'Every entry of a period with the running balance, for a spreadsheet, in the language of Accept-Language.',
  tag: 'Account',
  access: 'customer',
  rateLimit: 'read',
  query: z.object(period),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: ['too_large'],
});

/** The receipt's language; without it the one that the caller accepts. */
const receiptQuery = z.object({ locale: z.optional(locale) });

export const getReceipt = endpoint('getReceipt', {
  summary: 'The receipt of an order, or its invoice while it is not paid.',
  tag: 'Orders',
  access: 'customer',
  rateLimit: 'receipt',
  params: byId,
  query: receiptQuery,
  contentType: 'application/pdf',
  status: 200,
  errors: ['not_found'],
});

export const getGuestReceipt = endpoint('getGuestReceipt', {
  summary: "The receipt of the order that a guest's mailed link names.",
  tag: 'Orders',
  access: 'guest',
  rateLimit: 'receipt',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  query: receiptQuery,
  contentType: 'application/pdf',
  status: 200,
  errors: ['not_found', 'link_expired'],
});
