import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { limit, opaqueId, page, pageOf, signedRinggit, timestamp } from './shapes.ts';

const kind = z.enum(['charge', 'refund']);

const transaction = z.object({
  id: opaqueId,
  order_id: opaqueId,
  order_number: z.string(),
  kind,
  method: z.string(),
  status: z.enum(['pending', 'paid', 'cancelled']),
  amount: signedRinggit,
  at: timestamp,
});
export type Transaction = z.output<typeof transaction>;

export const listTransactions = endpoint({
  method: 'GET',
  path: '/customer/transaction',
  summary: 'What was charged and refunded.',
  tag: 'Account',
  access: 'customer',
  limit: 'none',
  query: z.object({
    page,
    limit,
    kind: z.optional(kind),
    sort: z._default(z.enum(['at', '-at', 'amount', '-amount']), '-at'),
  }),
  answer: pageOf(transaction),
  answers: 200,
  refusals: [],
});
