import * as z from 'zod/mini';
import { DATE_ORDERS, DECIMAL_SIGNS } from '#domain/orders/bank-statement.ts';
import {
  MAX_BOOKINGS,
  MAX_STATEMENT_LENGTH,
  MISMATCH_REASONS,
  PROPOSAL_REASONS,
  TRANSFER_LISTS,
  TRANSFER_STATES,
} from '#domain/orders/match-transfers.ts';
import { errorCode } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { byId, line, opaqueId, optionalLine, resourceId, ringgit, signedRinggit, timestamp } from './schemas.ts';

/** The most lines of a list that is not matched. */
const MAX_TRANSFERS = 100;

const column = z.int().check(z.minimum(0), z.maximum(199));
const mapping = z.object({
  date: z.nullable(column),
  amount: z.nullable(column),
  direction: z.nullable(column),
  texts: z.array(column).check(z.maxLength(20)),
  payer: z.nullable(column),
  decimal: z.enum(DECIMAL_SIGNS),
  dates: z.enum(DATE_ORDERS),
});
export type Mapping = z.output<typeof mapping>;

const text = z.string().check(z.minLength(1), z.maxLength(MAX_STATEMENT_LENGTH));

/** Rows that have neither a date nor an amount that can be read; the first row of the text is 1. */
const unread = z.array(z.object({ row: z.int(), problem: z.enum(['date', 'amount', 'outgoing']), text: z.string() }));

export const previewStatement = endpoint('previewStatement', {
  summary:
    'Read a bank statement (CSV) without storing it: its columns, what they mean as it was mapped before or is proposed, and what comes of that.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: z.object({ text, mapping: z.optional(mapping) }),
  response: z.object({
    header: z.array(z.string()),
    samples: z.array(z.array(z.string())),
    mapping,
    is_remembered: z.boolean(),
    lines: z.int(),
    amount: ringgit,
    known: z.int(),
    outgoing: z.int(),
    unread,
  }),
  status: 200,
  errors: ['statement_unreadable'],
});
export type StatementPreview = z.output<typeof previewStatement.response>;

export const importStatement = endpoint('importStatement', {
  summary:
    'Store what came in by a bank statement, and remember the mapping for its header. Known lines stay as they are.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: z.object({ name: optionalLine(200), text, mapping }),
  response: z.object({ added: z.int(), known: z.int(), outgoing: z.int(), unread }),
  status: 200,
  errors: ['statement_unreadable'],
});

const match = z.object({
  kind: z.enum(['certain', 'likely', 'none']),
  /** The order that it may pay, unless the kind is `none`. */
  order: z.nullable(z.string()),
  /** Why it is not certain. */
  reason: z.nullable(z.enum([...PROPOSAL_REASONS, ...MISMATCH_REASONS])),
  /** How much it is above the order's total. */
  difference: signedRinggit,
  /** With `none`: orders that a person may look at. */
  candidates: z.array(z.string()),
});

const transfer = z.object({
  id: resourceId,
  day: z.string(),
  amount: ringgit,
  text: z.string(),
  payer: z.string(),
  status: z.enum(TRANSFER_STATES),
  /** The order that it was booked on, and what is owed to the payer. */
  order: z.nullable(z.string()),
  surplus: ringgit,
  returned_at: z.nullable(timestamp),
  note: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  decided_at: z.nullable(timestamp),
  /** Of an open one. */
  match: z.nullable(match),
});
export type Transfer = z.output<typeof transfer>;
export type TransferMatch = z.output<typeof match>;

export const listTransfers = endpoint('listTransfers', {
  summary:
    'Lines of bank statements: open ones, oldest first, with the orders that they may pay; or what became of others.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'read',
  query: z.object({
    status: z._default(z.enum(TRANSFER_LISTS), 'open'),
    before: z.optional(opaqueId),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_TRANSFERS)), MAX_TRANSFERS),
  }),
  response: z.object({ rows: z.array(transfer), next: z.nullable(resourceId) }),
  status: 200,
  errors: [],
});

const number = z.string().check(z.trim(), z.minLength(1), z.maxLength(20));
export const bookTransfers = endpoint('bookTransfers', {
  summary:
    'Book lines on orders, each order by itself: what is booked is booked once, and what cannot be says why. Lines of one order pay it together; `is_surplus` says that all of the money is owed to the payer.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: z.object({
    bookings: z
      .array(z.object({ line: opaqueId, order: number, is_surplus: z.optional(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(MAX_BOOKINGS)),
  }),
  response: z.object({
    results: z.array(
      z.object({
        order: z.string(),
        lines: z.int(),
        outcome: z.nullable(z.enum(['paid', 'reinstated', 'refunded', 'linked', 'surplus'])),
        surplus: ringgit,
        error: z.nullable(errorCode),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type BookingResult = z.output<typeof bookTransfers.response>['results'][number];

export const dismissTransfer = endpoint('dismissTransfer', {
  summary: 'Say that an open line is no payment of an order, and what it is.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, note: line(500) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const reopenTransfer = endpoint('reopenTransfer', {
  summary: 'Take back that a line is no payment of an order.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const returnSurplus = endpoint('returnSurplus', {
  summary:
    'Record that the surplus of a booked line was sent back to its payer; the customer gets an email. Needs a fresh proof of identity.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  needsProof: true,
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const listUnmatchedPayments = endpoint('listUnmatchedPayments', {
  summary: 'Payments at the provider that match no order, or that it neither closes nor refunds; oldest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'read',
  response: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        state: z.enum(['unfit', 'closing', 'returning']),
        order: z.nullable(z.string()),
        at: timestamp,
        session: z.nullable(z.string()),
        intent: z.nullable(z.string()),
        amount: z.nullable(ringgit),
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type UnmatchedPayment = z.output<typeof listUnmatchedPayments.response>['rows'][number];

export const settlePayment = endpoint('settlePayment', {
  summary: 'Say what was done about such a payment; the shop does nothing more about it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'payments.write',
  rateLimit: 'write',
  body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(255)), note: line(2000) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});
