import { and, asc, eq, isNotNull, ne } from 'drizzle-orm';
import type { TimelineEntry } from '#contract/orders.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { ClaimState } from '#domain/orders/claim.ts';
import type { RefundState } from '#domain/orders/refund.ts';
import { mergeTimelines, type TimelineEvent } from '#domain/orders/timeline.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import {
  claim,
  claimEvent,
  orderChange,
  orderEvent,
  orderReturn,
  refund,
  refundEvent,
  ticket,
  ticketReply,
} from '../db/tables.ts';

/** What one source tells at most: the first of them, so that a long conversation does not fill the page. */
const MAX_ENTRIES = 100;

/** Everything that happened to an order as its customer sees it, the oldest first. */
export async function loadTimeline(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const sources = [stateEntries, changeEntries, refundEntries, acceptedReturns, claimEntries, ticketEntries];
  return mergeTimelines(...(await Promise.all(sources.map((entries) => entries(db, orderId)))));
}

type OfOrder = Given<{ orderId: string }>;

async function stateEntries(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const rows = await listOrderEvents(db, { orderId });
  return rows.map(({ state, at }) => ({ status: state, at: at.toISOString() }));
}

/** The states that an order has had, with who changed them. */
export const listOrderEvents = keepStatement((db, given: OfOrder) =>
  db
    .select()
    .from(orderEvent)
    .where(eq(orderEvent.orderId, given('orderId')))
    .orderBy(asc(orderEvent.id)),
);

async function changeEntries(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const rows = await selectChanges(db, { orderId });
  return rows.map(({ kind, title, onSaleFrom, at }) => ({
    status: kind,
    at: at.toISOString(),
    ...(title !== null && { title }),
    ...(onSaleFrom !== null && { date: onSaleFrom }),
  }));
}

const selectChanges = keepStatement((db, given: OfOrder) =>
  db
    .select()
    .from(orderChange)
    .where(eq(orderChange.orderId, given('orderId')))
    .orderBy(asc(orderChange.id))
    .limit(MAX_ENTRIES),
);

async function refundEntries(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const rows = await selectRefundEvents(db, { orderId });
  const isFirst = (id: string, index: number) => rows.findIndex((row) => row.refund.id === id) === index;
  return rows.flatMap(({ refund: { id, amount, isWithdrawal }, state, at, number }, index) => {
    const entry = { at: at.toISOString(), amount: ringgitFromSen(amount) };
    const withdrawal = isWithdrawal && isFirst(id, index) ? [{ ...entry, status: 'withdrawal' as const }] : [];
    if (isWithdrawal && state === 'requested') return withdrawal;
    return [
      ...withdrawal,
      { ...entry, status: number === null ? (`refund_${state}` as const) : RETURN_ENTRIES[state] },
    ];
  });
}

const selectRefundEvents = keepStatement((db, given: OfOrder) =>
  db
    .select({ refund, state: refundEvent.state, at: refundEvent.at, number: orderReturn.number })
    .from(refundEvent)
    .innerJoin(refund, eq(refund.id, refundEvent.refundId))
    .leftJoin(orderReturn, eq(orderReturn.refundId, refund.id))
    .where(eq(refund.orderId, given('orderId')))
    .orderBy(asc(refundEvent.at), asc(refundEvent.id))
    .limit(MAX_ENTRIES),
);

/** What is told of a refund whose copies are sent back. */
const RETURN_ENTRIES = {
  requested: 'return_requested',
  approved: 'return_received',
  paid_out: 'refund_paid_out',
  declined: 'refund_declined',
} as const satisfies Record<RefundState, TimelineEvent>;

async function acceptedReturns(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const rows = await selectAccepted(db, { orderId });
  return rows.map(({ at }) => ({ status: 'return_accepted', at: at!.toISOString() }));
}

const selectAccepted = keepStatement((db, given: OfOrder) =>
  db
    .select({ at: orderReturn.acceptedAt })
    .from(orderReturn)
    .innerJoin(refund, eq(refund.id, orderReturn.refundId))
    .where(
      and(
        eq(refund.orderId, given('orderId')),
        isNotNull(orderReturn.acceptedAt),
        ne(orderReturn.acceptedBy, 'customer'),
      ),
    )
    .limit(MAX_ENTRIES),
);

/** A claim that is refunded is told by its refund. */
async function claimEntries(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const rows = await selectClaimEvents(db, { orderId });
  return rows.flatMap(({ state, at }) =>
    state === 'refunded' ? [] : [{ status: CLAIM_ENTRIES[state], at: at.toISOString() }],
  );
}

const selectClaimEvents = keepStatement((db, given: OfOrder) =>
  db
    .select({ state: claimEvent.state, at: claimEvent.at })
    .from(claimEvent)
    .innerJoin(claim, eq(claim.id, claimEvent.claimId))
    .where(eq(claim.orderId, given('orderId')))
    .orderBy(asc(claimEvent.at), asc(claimEvent.id))
    .limit(MAX_ENTRIES),
);

const CLAIM_ENTRIES = {
  open: 'claim_opened',
  resent: 'claim_resent',
  declined: 'claim_declined',
  arrived: 'claim_arrived',
} as const satisfies Partial<Record<ClaimState, TimelineEvent>>;

/** Tickets about the order, and the shop's answers. */
async function ticketEntries(db: Database, orderId: string): Promise<TimelineEntry[]> {
  const [opened, answered] = await Promise.all([selectTickets(db, { orderId }), selectAnswers(db, { orderId })]);
  return [
    ...opened.map(({ at }) => ({ status: 'ticket_opened' as const, at: at.toISOString() })),
    ...answered.map(({ at }) => ({ status: 'ticket_answered' as const, at: at.toISOString() })),
  ];
}

const selectTickets = keepStatement((db, given: OfOrder) =>
  db
    .select({ at: ticket.createdAt })
    .from(ticket)
    .where(eq(ticket.orderId, given('orderId')))
    .limit(MAX_ENTRIES),
);

const selectAnswers = keepStatement((db, given: OfOrder) =>
  db
    .select({ at: ticketReply.at })
    .from(ticketReply)
    .innerJoin(ticket, eq(ticket.id, ticketReply.ticketId))
    .where(and(eq(ticket.orderId, given('orderId')), eq(ticketReply.author, 'staff')))
    .orderBy(asc(ticketReply.at))
    .limit(MAX_ENTRIES),
);
