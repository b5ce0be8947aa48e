import * as z from 'zod/mini';
import { PAYMENT_METHODS } from '#domain/orders/payment.ts';
import { endpoint } from './endpoint.ts';
import { TRANSACTION_KINDS } from './options.ts';
import { resourceId, ringgit, signedRinggit, timestamp } from './schemas.ts';

/** A month in Malaysia, `2026-11`; without it the one that is now. */
const month = z.optional(z.string().check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'invalid')));

const methods = z.object({ fpx: signedRinggit, card: signedRinggit, bank_transfer: signedRinggit });

const owed = z.object({ count: z.int(), amount: ringgit });

export const getMoney = endpoint('getMoney', {
  summary:
    'What came in and went back on each day of a month, by payment method; and what is open now: unpaid orders, approved refunds, overpayments.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'read',
  query: z.object({ month }),
  response: z.object({
    month: z.string(),
    days: z.array(
      z.object({
        day: z.string(),
        /** Payments, less those that were sent back because nothing was owed. */
        received: methods,
        /** Approved refunds. */
        refunded: ringgit,
      }),
    ),
    receivables: owed,
    refunds: owed,
    surplus: owed,
  }),
  status: 200,
  errors: [],
});
export type Money = z.output<typeof getMoney.response>;

/** The most orders of the list of receivables. */
export const MAX_RECEIVABLES = 100;

export const listReceivables = endpoint('listReceivables', {
  summary: `Orders that wait for their payment, oldest first, at most ${MAX_RECEIVABLES}; how many and how much there are by age.`,
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'read',
  response: z.object({
    /** By whole days since they were placed; the last group has no end. */
    ages: z.array(z.object({ to: z.nullable(z.int()), count: z.int(), amount: ringgit })),
    rows: z.array(
      z.object({
        number: z.string(),
        name: z.string(),
        placed_at: timestamp,
        due_at: z.nullable(timestamp),
        method: z.enum(PAYMENT_METHODS),
        amount: ringgit,
      }),
    ),
  }),
  status: 200,
  errors: [],
});
export type Receivables = z.output<typeof listReceivables.response>;

export const getOrderStatement = endpoint('getOrderStatement', {
  summary: 'The ledger of one order with the balance after each entry, and the bank transfers that were booked on it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'read',
  params: z.object({ number: z.string().check(z.trim(), z.maxLength(20)) }),
  response: z.object({
    number: z.string(),
    entries: z.array(
      z.object({
        id: resourceId,
        at: timestamp,
        kind: z.enum(TRANSACTION_KINDS),
        method: z.enum(PAYMENT_METHODS),
        amount: signedRinggit,
        balance: signedRinggit,
      }),
    ),
    transfers: z.array(
      z.object({
        id: resourceId,
        day: z.string(),
        amount: ringgit,
        booked: ringgit,
        payer: z.string(),
        text: z.string(),
        returned_at: z.nullable(timestamp),
      }),
    ),
  }),
  status: 200,
  errors: ['not_found'],
});
export type OrderStatement = z.output<typeof getOrderStatement.response>;

export const exportLedger = endpoint('exportLedger', {
  summary:
    'The ledger of a month as CSV for the accountant, in the language of Accept-Language: one row per entry, and the totals.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'read',
  query: z.object({ month }),
  contentType: 'text/csv; charset=utf-8',
  status: 200,
  errors: [],
});

export const listMoneyChecks = endpoint('listMoneyChecks', {
  summary: 'The integrity checks of money, by name.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'read',
  response: z.object({ checks: z.array(z.string()) }),
  status: 200,
  errors: [],
});

export const runMoneyCheck = endpoint('runMoneyCheck', {
  summary: 'Run one integrity check of money now; the first rows that fail it, none where it passed.',
  tag: 'Back office',
  access: 'staff',
  permission: 'money.read',
  rateLimit: 'write',
  body: z.object({ check: z.string().check(z.minLength(1), z.maxLength(200)) }),
  response: z.object({ check: z.string(), failures: z.array(z.string()) }),
  status: 200,
  errors: ['not_found'],
});
export type CheckResult = z.output<typeof runMoneyCheck.response>;
