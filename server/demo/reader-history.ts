import type { REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import type { OrderTransition } from '../orders/transition-order.ts';
import type { RefundTransition } from '../orders/refunds/transition-refund.ts';
import type { Deps } from '../context.ts';
import { answerTicket, openTicket, readTicket, replyToTicket } from '../tickets/conversation.ts';
import { closeTicket } from '../tickets/transition-ticket.ts';
import { requireTicket } from '../tickets/queries.ts';
import { lt, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { emailMessage } from '../db/tables.ts';

/** An order of the demo reader and what became of it. */
export type DemoOrder = {
  /** The index of its first title among the bestsellers, and the number of titles. */
  books: [first: number, count: number];
  /** When it was placed. */
  hoursAgo: number;
  transitions: readonly OrderTransition['to'][];
  refund?: DemoRefund;
};

/** A refund that the reader requested: of what, when, and its state. */
export type DemoRefund = {
  reason: (typeof REFUND_REASONS)[number];
  hoursAgo: number;
  transitions: readonly RefundTransition['to'][];
};

export const UNTIL_DELIVERED: readonly OrderTransition['to'][] = ['paid', 'packed', 'shipped', 'delivered'];
const days = (count: number) => count * 24;

/** A year with one order a month, independent of the numbers and states of the last seven orders. */
const PAST_YEAR_ORDERS: readonly DemoOrder[] = [
  { books: [30, 1], hoursAgo: days(352) + 3, transitions: UNTIL_DELIVERED },
  { books: [31, 2], hoursAgo: days(327) + 9, transitions: UNTIL_DELIVERED },
  { books: [33, 1], hoursAgo: days(298) + 6, transitions: UNTIL_DELIVERED },
  { books: [34, 3], hoursAgo: days(271) + 1, transitions: UNTIL_DELIVERED },
  {
    books: [37, 2],
    hoursAgo: days(243) + 11,
    transitions: UNTIL_DELIVERED,
    refund: { reason: 'wrong_item', hoursAgo: days(236), transitions: ['approved', 'paid_out'] },
  },
  { books: [39, 1], hoursAgo: days(214) + 4, transitions: UNTIL_DELIVERED },
  { books: [40, 4], hoursAgo: days(186) + 8, transitions: UNTIL_DELIVERED },
  { books: [44, 1], hoursAgo: days(158) + 2, transitions: ['cancelled'] },
  { books: [45, 2], hoursAgo: days(155) + 7, transitions: UNTIL_DELIVERED },
  { books: [47, 1], hoursAgo: days(119) + 5, transitions: UNTIL_DELIVERED },
  { books: [48, 2], hoursAgo: days(88) + 10, transitions: UNTIL_DELIVERED },
  { books: [50, 3], hoursAgo: days(56) + 3, transitions: UNTIL_DELIVERED },
];

const RECENT_ORDERS: readonly DemoOrder[] = [
  {
    books: [15, 1],
    hoursAgo: days(30),
    transitions: UNTIL_DELIVERED,
    refund: { reason: 'damaged', hoursAgo: days(24), transitions: ['approved', 'paid_out'] },
  },
  {
    books: [17, 2],
    hoursAgo: days(20),
    transitions: UNTIL_DELIVERED,
    refund: { reason: 'changed_mind', hoursAgo: 19, transitions: [] },
  },
  { books: [0, 1], hoursAgo: days(9), transitions: UNTIL_DELIVERED },
  { books: [3, 2], hoursAgo: days(3), transitions: ['paid', 'packed', 'shipped'] },
  { books: [6, 1], hoursAgo: 47, transitions: ['paid'] },
  { books: [9, 2], hoursAgo: 20, transitions: [] },
  { books: [12, 1], hoursAgo: 5, transitions: ['cancelled'] },
];

/** Every order of the reader, the oldest first. */
export const DEMO_ORDERS: readonly DemoOrder[] = [...PAST_YEAR_ORDERS, ...RECENT_ORDERS];
/** The index of the first of the seven orders that show every status. */
export const FIRST_RECENT_ORDER = PAST_YEAR_ORDERS.length;

/** Hours from one state of an order, or of a refund, to the next. */
export const HOURS_TO_STATE: Record<OrderTransition['to'] | RefundTransition['to'], number> = {
  paid: 21,
  packed: 16,
  shipped: 4,
  delivered: 43,
  cancelled: 2,
  approved: 18,
  paid_out: 27,
  declined: 18,
};

type DemoReader = { customerId: string; orders: () => readonly string[]; productId: number };

/** The tickets of the demo reader: one closed, one open about an order, one with an unread answer. */
export function ticketEvents(deps: Deps, reader: DemoReader): PastEvent[] {
  return [...closedTicket(deps, reader), ...openedTicket(deps, reader), ...answeredTicket(deps, reader)];
}

const daysInHours = (days: number) => days * 24;

function closedTicket(deps: Deps, { customerId, orders }: DemoReader): PastEvent[] {
  const own = { id: '', customerId };
  const open = async () =>
    void (own.id = await openTicket(deps, customerId, {
      subject: 'A corner of the cover is bent',
      message: 'The book arrived today, thank you. One corner of its cover is bent, though. Can that be helped?',
      category: 'delivery',
      order_id: orders()[0],
    }));
  const reply = async () => {
    await readTicket(deps, own);
    await replyToTicket(deps, customerId, { parent: own.id, message: 'The new copy is perfect. How kind of you!' });
    await closeTicket(deps, own, 'customer');
  };
  return [
    { hoursAgo: daysInHours(26), run: open },
    {
      hoursAgo: daysInHours(26) - 5,
      run: () =>
        answerAsStaff(deps, own, 'We are sorry! A new copy leaves tomorrow; please keep the bent one, or pass it on.'),
    },
    { hoursAgo: daysInHours(22), run: reply },
  ];
}

function openedTicket(deps: Deps, { customerId, orders }: DemoReader): PastEvent[] {
  const own = { id: '', customerId };
  const open = async () =>
    void (own.id = await openTicket(deps, customerId, {
      subject: 'Could you wrap this order as a gift?',
      message: 'It is for my niece, who turns ten on Saturday. A ribbon would be lovely.',
      category: 'order',
      order_id: orders()[4],
    }));
  const write = async () => {
    await readTicket(deps, own);
    const message = 'Please write:\n\nHappy birthday, dear Sofea!\nMay you never run out of pages.';
    await replyToTicket(deps, customerId, { parent: own.id, message });
  };
  return [
    { hoursAgo: 25, run: open },
    {
      hoursAgo: 22,
      run: () => answerAsStaff(deps, own, 'With pleasure. Shall we put a card in, and what shall it say?'),
    },
    { hoursAgo: 4, run: write },
  ];
}

function answeredTicket(deps: Deps, { customerId, productId }: DemoReader): PastEvent[] {
  const own = { id: '', customerId };
  const open = async () =>
    void (own.id = await openTicket(deps, customerId, {
      subject: 'Do you have more like this?',
      message: 'I could not put it down. What would you read next?',
      category: 'book',
      product_id: productId,
    }));
  const message =
    'What a happy question! Tell us what you liked best in it: the people, the place or the way it is told?';
  return [
    { hoursAgo: 23, run: open },
    { hoursAgo: 2, run: () => answerAsStaff(deps, own, message) },
  ];
}

type OwnTicket = { id: string; customerId: string };

async function answerAsStaff(deps: Deps, own: OwnTicket, message: string): Promise<void> {
  const { number } = await requireTicket(deps.db, own);
  await answerTicket(deps, { number, actor: 'Mei Ling', message });
}

/** An event in the demo's past. */
export type PastEvent = { hoursAgo: number; run: () => Promise<void> };

/** The timestamp columns. Those of order events come last: a refund would be too late after them. */
const TIMESTAMP_COLUMNS: Record<string, readonly string[]> = {
  order: ['placed_at'],
  shipment: ['at'],
  ledger_entry: ['at'],
  stock_movement: ['at'],
  audit_entry: ['at'],
  refund: ['requested_at'],
  refund_event: ['at'],
  ticket: ['created_at', 'updated_at'],
  ticket_event: ['at'],
  ticket_reply: ['at'],
  review: ['created_at'],
  review_event: ['at'],
  review_vote: ['created_at'],
  email_message: ['created_at'],
};

/**
 * Runs events through the shop's own commands, the oldest first, each at its time: rows get their date before they are
 * chained and hashed, so that no append-only table is changed afterwards. Works within one transaction, whose temporary
 * triggers end with it.
 */
export async function replayEvents(db: Database, events: readonly PastEvent[]): Promise<void> {
  await createBackdateTriggers(db);
  for (const { hoursAgo, run } of events.toSorted((one, other) => other.hoursAgo - one.hoursAgo)) {
    await db.execute(sql`SELECT set_config('demo.hours_ago', ${String(hoursAgo)}, true)`);
    await run();
  }
  await db.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
  await db.execute(sql`DROP FUNCTION pg_temp.date_in_past() CASCADE`);
  await db
    .update(emailMessage)
    .set({ sentAt: sql`${emailMessage.createdAt}`, attempts: 1 })
    .where(lt(emailMessage.createdAt, sql`now() - interval '1 day'`));
}

async function createBackdateTriggers(db: Database): Promise<void> {
  await db.execute(sql`CREATE FUNCTION pg_temp.date_in_past() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      name text;
      past timestamptz := now() - current_setting('demo.hours_ago')::float8 * interval '1 hour';
    BEGIN
      FOREACH name IN ARRAY TG_ARGV LOOP
        NEW := jsonb_populate_record(NEW, jsonb_build_object(name, past));
      END LOOP;
      RETURN NEW;
    END $$`);
  for (const [table, columns] of Object.entries(TIMESTAMP_COLUMNS))
    await createBackdateTrigger(db, 'INSERT', { table, columns });
  await createBackdateTrigger(db, 'UPDATE', { table: 'ticket', columns: ['updated_at'] });
}

type BackdatedTable = { table: string; columns: readonly string[] };

async function createBackdateTrigger(
  db: Database,
  event: 'INSERT' | 'UPDATE',
  { table, columns }: BackdatedTable,
): Promise<void> {
  const names = sql.raw(columns.map((name) => `'${name}'`).join(', '));
  await db.execute(sql`CREATE TRIGGER ${sql.identifier(`a_date_at_${event}`)} BEFORE ${sql.raw(event)}
    ON ${sql.identifier(table)} FOR EACH ROW EXECUTE FUNCTION pg_temp.date_in_past(${names})`);
}
