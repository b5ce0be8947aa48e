import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, limit, opaqueId, page, pageOf, signedRinggit, timestamp } from './shapes.ts';

export const TRANSACTION_KINDS = ['charge', 'refund'] as const;
export const TRANSACTION_SORTS = ['-at', 'at', '-amount', 'amount'] as const;

const kind = z.enum(TRANSACTION_KINDS);

const transaction = z.object({
  id: opaqueId,
  order_id: opaqueId,
  order_number: z.string(),
  kind,
  method: z.string(),
  /** A refund is `pending` until it was paid out. */
  status: z.enum(['pending', 'paid', 'cancelled']),
  amount: signedRinggit,
  /** What the customer owed the shop after this entry, over all their entries; negative: the shop owed them. */
  balance: signedRinggit,
  at: timestamp,
});
export type Transaction = z.output<typeof transaction>;

/** Days as in Malaysia, both included. */
const period = { from: z.optional(day), to: z.optional(day) };

const sums = z.object({
  /** Of the entries that the filter lets through. */
  charged: signedRinggit,
  refunded: signedRinggit,
  /** Of all entries, now. */
  balance: signedRinggit,
});

export const listTransactions = endpoint({
  method: 'GET',
  path: '/customer/transaction',
  summary: 'What was charged and refunded, each with the balance after it.',
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  query: z.object({
    page,
    limit,
    kind: z.optional(kind),
    ...period,
    /** Part of an order's number. */
    q: z._default(z.string().check(z.trim(), z.maxLength(50)), ''),
    sort: z._default(z.enum(TRANSACTION_SORTS), '-at'),
  }),
  answer: z.extend(pageOf(transaction), { sums }),
  answers: 200,
  refusals: [],
});

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/transactions/statement',
  summary: 'Every entry of a period with the running balance, for a spreadsheet, in the language of Accept-Language.',
  tag: 'Account',
  access: 'customer',
  limit: 'browse',
  query: z.object(period),
  produces: 'text/csv; charset=utf-8',
  answers: 200,
  refusals: ['too_large'],
});
