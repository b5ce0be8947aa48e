import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import type {
  BookingResult,
  bookTransfers as bookContract,
  listTransfers as listContract,
  Transfer,
} from '#contract/admin-transfers.ts';
import type { BodyOf, ParsedOf } from '#contract/endpoint.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { TransferMatch } from '#domain/orders/match-transfers.ts';
import { ApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { importStatement, previewStatement } from '../payments/bank-statements.ts';
import {
  bookTransfers,
  dismissTransfer,
  reopenTransfer,
  returnSurplus,
  type NewBooking,
} from '../payments/book-transfers.ts';
import { listUnresolvedPayments, resolvePayment, ReturnInProgressError } from '../payments/reconcile-payments.ts';
import { listDecidedTransfers, listOpenTransfers, type TransferRow } from '../payments/transfers.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type Names = Extract<
  keyof typeof ADMIN_ROUTES,
  | 'previewStatement'
  | 'importStatement'
  | 'listTransfers'
  | 'bookTransfers'
  | 'dismissTransfer'
  | 'reopenTransfer'
  | 'returnSurplus'
  | 'listUnmatchedPayments'
  | 'settlePayment'
>;

/** Bank transfers, and payments that match no order. */
export function transferHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, preparedDb } = deps;
  return {
    previewStatement: async ({ body }) => {
      const { amount, isRemembered, ...preview } = await previewStatement(db, body);
      return { ...preview, amount: ringgitFromSen(amount), is_remembered: isRemembered };
    },
    importStatement: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'transfer import', about: body.name }, (inside) =>
        importStatement(inside, body, principal.name),
      ),
    listTransfers: ({ query }) => listTransfers(preparedDb, query),
    bookTransfers: async ({ body, principal, client }) => ({
      results: await bookAll(deps, { principal, client }, body),
    }),
    dismissTransfer: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'transfer dismiss', about: body.id }, (inside) =>
        dismissTransfer(inside, { ...body, actor: principal.name }),
      ),
    reopenTransfer: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'transfer reopen', about: body.id }, (inside) =>
        reopenTransfer(inside, body.id),
      ),
    returnSurplus: ({ body, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'transfer return', about: body.id }, async (inside) => {
        await returnSurplus(inside, body.id);
      }),
    listUnmatchedPayments: async () => {
      const rows = await listUnresolvedPayments(db);
      return { rows: rows.map((row) => ({ ...row, amount: ringgitOrNull(row.amount) })) };
    },
    settlePayment: ({ body: { id, note }, principal, client }) =>
      runAsStaff(deps, { principal, client }, { verb: 'payment settle', about: id }, (inside) =>
        resolvePayment(inside.db, id, note).catch((error: unknown) => {
          throw error instanceof ReturnInProgressError ? new ApiError('too_late') : error;
        }),
      ),
  };
}

const ringgitOrNull = (sen: number | null) => (sen === null ? null : ringgitFromSen(sen));

async function listTransfers(db: Database, { status, before, limit }: ParsedOf<typeof listContract>['query']) {
  if (status === 'open') return { rows: (await listOpenTransfers(db)).map(toTransfer), next: null };
  const found = await listDecidedTransfers(db, { state: status, before, limit: limit + 1 });
  const rows = found.slice(0, limit).map(toTransfer);
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null };
}

function toTransfer(row: TransferRow): Transfer {
  const { id, day, amount, text, payer, state, order, bookedAmount, returnedAt, note, actor, decidedAt, match } = row;
  return {
    id,
    day,
    text,
    payer,
    order,
    note,
    actor,
    amount: ringgitFromSen(amount),
    status: state,
    surplus: state === 'booked' ? ringgitFromSen(amount - bookedAmount) : 0,
    returned_at: returnedAt?.toISOString() ?? null,
    decided_at: decidedAt?.toISOString() ?? null,
    match: match && toMatch(match),
  };
}

const NO_MATCH = { order: null, reason: null, difference: 0, candidates: [] };

function toMatch(match: TransferMatch): Transfer['match'] {
  if (match.kind !== 'likely') return { ...NO_MATCH, ...match };
  return { ...NO_MATCH, ...match, difference: ringgitFromSen(match.difference) };
}

type Bookings = BodyOf<typeof bookContract>['bookings'];

/** Books one order after the other, each in a transaction of its own; what cannot be booked says why and stays open. */
async function bookAll(deps: Deps, request: StaffRequest, { bookings }: { bookings: Bookings }) {
  const byOrder = Map.groupBy(bookings, ({ order, is_surplus: isSurplus = false }) => `${order} ${isSurplus}`);
  const results: BookingResult[] = [];
  for (const together of byOrder.values()) {
    const { order, is_surplus: isSurplus } = together[0]!;
    const lines = together.map(({ line }) => line);
    results.push(await bookOne(deps, request, { lines, order, isSurplus, actor: request.principal.name }));
  }
  return results;
}

async function bookOne(deps: Deps, request: StaffRequest, booking: NewBooking): Promise<BookingResult> {
  const about = { order: booking.order, lines: booking.lines.length };
  try {
    const action = { verb: 'transfer book', about: booking.order };
    const { outcome, surplus } = await runAsStaff(deps, request, action, (inside) => bookTransfers(inside, booking));
    return { ...about, outcome, surplus: ringgitFromSen(surplus), error: null };
  } catch (error) {
    if (error instanceof ApiError) return { ...about, outcome: null, surplus: 0, error: error.code };
    throw error;
  }
}
