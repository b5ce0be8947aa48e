import { and, eq, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { moveOf, type TicketDeed } from '#domain/ticket-state.ts';
import type { Database } from '../db/connection.ts';
import { ticket, ticketMove, ticketReply } from '../db/tables.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { required } from '../refuse.ts';

export type TicketRow = typeof ticket.$inferSelect;

/** A ticket as its customer names it, or as the staff does. */
export type Named = { id: string; customerId: string } | { number: string };

/**
 * The clock as it is now, not as it was when the transaction began: who waits for a ticket writes later than who went
 * before, so that what is written stands in the order in which it came.
 */
export const CLOCK = sql<Date>`clock_timestamp()`;

/** A ticket, kept from everybody else until the transaction ends. Refuses `not_found`. */
export async function lockTicket(tx: Database, named: Named): Promise<TicketRow> {
  const [found] = await tx.select().from(ticket).where(whereNamed(named)).for('update');
  return required(found);
}

function whereNamed(named: Named): SQL | undefined {
  if ('number' in named) return eq(ticket.number, named.number.trim().toUpperCase());
  return and(eq(ticket.id, named.id), eq(ticket.customerId, named.customerId));
}

/** `actor` is `customer`, or who of the staff. */
type Done = { deed: TicketDeed; actor: string; isUnread?: true };

/**
 * Does a deed to a locked ticket: moves it where that leads, writes the move down and tells the customer's open pages.
 * Answers the ticket as it is then, and whether it moved.
 */
export async function moveTicket(
  tx: Database,
  before: TicketRow,
  { deed, actor, isUnread }: Done,
): Promise<{ row: TicketRow; isMoved: boolean }> {
  const state = moveOf(deed, before.state);
  if (!state && (deed === 'close' || deed === 'reopen')) return { row: before, isMoved: false };
  const changes = { updatedAt: CLOCK, ...(state && { state }), ...(isUnread && { isUnread }) };
  const [row] = await tx.update(ticket).set(changes).where(eq(ticket.id, before.id)).returning();
  if (state) await tx.insert(ticketMove).values({ id: uuidv7(), ticketId: before.id, state, actor, at: CLOCK });
  await tellCustomer(tx, before.customerId, 'tickets');
  return { row: required(row), isMoved: state !== undefined };
}

type Written = { author: 'customer' | 'staff'; name: string; message: string };

/** Adds a message to a ticket that is new or locked. */
export async function writeReply(tx: Database, ticketId: string, written: Written): Promise<void> {
  await tx.insert(ticketReply).values({ id: uuidv7(), ticketId, ...written, at: CLOCK });
}
