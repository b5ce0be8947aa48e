import { and, eq, sql, type SQL } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { nextTicketState, type TicketAction } from '#domain/ticket.ts';
import type { Database } from '../db/connection.ts';
import { ticket, ticketEvent, ticketReply } from '../db/tables.ts';
import { publish } from '../live/live-events.ts';
import { requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { requireCustomer } from '../accounts/customers.ts';
import { consumeMailboxLimit, enqueueEmail } from '../emails/outbox.ts';

export type TicketRow = typeof ticket.$inferSelect;

/** A ticket by its id for its customer, or by its number for the staff. */
export type TicketRef = { id: string; customerId: string } | { number: string };
/** A ticket by the token of its emailed link. */
type TicketLinkRef = { guestTokenHash: Buffer };

/**
 * The time of the statement instead of the transaction's start: a transaction that waited for a ticket writes later times
 * than the one before it, so that messages are sorted in the order in which they were written.
 */
const CLOCK = sql<Date>`clock_timestamp()`;

/** Locks a ticket's row until the transaction ends. Throws `not_found`. */
export async function lockTicket(tx: Database, ref: TicketRef | TicketLinkRef): Promise<TicketRow> {
  const [found] = await tx.select().from(ticket).where(refCondition(ref)).for('update');
  return requireFound(found);
}

function refCondition(ref: TicketRef | TicketLinkRef): SQL | undefined {
  if ('guestTokenHash' in ref) return eq(ticket.guestTokenHash, ref.guestTokenHash);
  if ('number' in ref) return eq(ticket.number, ref.number.trim().toUpperCase());
  return and(eq(ticket.id, ref.id), eq(ticket.customerId, ref.customerId));
}

/** `actor` is `customer` or a member of staff. */
type TicketTransition = { action: TicketAction; actor: string; isUnread?: true };

/**
 * Applies an action to a locked ticket: sets the state it leads to, records the event and notifies the customer's open pages.
 * Returns the updated ticket, and whether its state changed.
 */
export async function transitionTicket(
  tx: Database,
  before: TicketRow,
  { action, actor, isUnread }: TicketTransition,
): Promise<{ row: TicketRow; isChanged: boolean }> {
  const state = nextTicketState(action, before.state);
  if (!state && (action === 'close' || action === 'reopen')) return { row: before, isChanged: false };
  const changes = { updatedAt: CLOCK, ...(state && { state }), ...(isUnread && { isUnread }) };
  const [row] = await tx.update(ticket).set(changes).where(eq(ticket.id, before.id)).returning();
  if (state) await tx.insert(ticketEvent).values({ id: uuidv7(), ticketId: before.id, state, actor, at: CLOCK });
  await publish(tx, before.customerId, 'tickets');
  return { row: requireFound(row), isChanged: state !== undefined };
}

type NewTicketRow = Omit<typeof ticket.$inferInsert, 'id' | 'number' | 'state' | 'createdAt' | 'updatedAt'> & {
  id: string;
};

/** Inserts a ticket with its first message and its first event. */
export async function insertTicket(
  tx: Database,
  values: NewTicketRow,
  first: { name: string; message: string },
): Promise<TicketRow> {
  const numbered = { ...values, number: sql`'T-' || nextval('ticket_number')` };
  const [row] = await tx
    .insert(ticket)
    .values({ ...numbered, createdAt: CLOCK, updatedAt: CLOCK })
    .returning();
  await insertReply(tx, values.id, { author: 'customer', ...first });
  await tx
    .insert(ticketEvent)
    .values({ id: uuidv7(), ticketId: values.id, state: 'open', actor: 'customer', at: CLOCK });
  return row!;
}

type NewTicketReply = { author: 'customer' | 'staff'; name: string; message: string };

/** Adds a message to a ticket that is new or locked. */
export async function insertReply(tx: Database, ticketId: string, reply: NewTicketReply): Promise<void> {
  await tx.insert(ticketReply).values({ id: uuidv7(), ticketId, ...reply, at: CLOCK });
}

/**
 * Closes a ticket for its customer or a member of staff, and emails the customer (see {@link mayEmailUpdate}). Returns
 * whether it was open. Throws `not_found`.
 */
export function closeTicket(deps: Deps, ref: TicketRef, actor: string): Promise<boolean> {
  return closeOrReopen(deps, ref, { action: 'close', actor });
}

/** Reopens a customer's closed ticket and emails the customer; an open one is not changed. Throws `not_found`. */
export async function reopenTicket(deps: Deps, ref: TicketRef): Promise<void> {
  await closeOrReopen(deps, ref, { action: 'reopen', actor: 'customer' });
}

async function closeOrReopen(
  deps: Deps,
  ref: TicketRef,
  { action, actor }: { action: 'close' | 'reopen'; actor: string },
): Promise<boolean> {
  const isEmailed = await mayEmailUpdate(deps, ref);
  return deps.db.transaction(async (tx) => {
    const { row, isChanged } = await transitionTicket(tx, await lockTicket(tx, ref), { action, actor });
    const kind = action === 'close' ? 'ticket_closed' : 'ticket_reopened';
    if (isChanged && isEmailed) await sendTicketUpdate(tx, deps, { kind, row });
    return isChanged;
  });
}

type TicketUpdate =
  | { kind: 'ticket_opened' | 'ticket_answered'; text: string }
  | { kind: 'ticket_closed' | 'ticket_reopened' };

/** Emails a ticket's customer or guest about it, in their language, with a link to it. */
export async function sendTicketUpdate(
  tx: Database,
  deps: Deps,
  { row, ...update }: { row: TicketRow } & TicketUpdate,
): Promise<void> {
  const { link, ...recipient } = await recipientOf(tx, deps, row);
  const data = { number: row.number, subject: row.subject, ...link };
  if ('text' in update)
    await enqueueEmail(tx, deps, { kind: update.kind, ...recipient, data: { ...data, text: update.text } });
  else await enqueueEmail(tx, deps, { kind: update.kind, ...recipient, data });
}

async function recipientOf(tx: Database, { publicUrl }: Deps, { id, customerId, guestEmail, guestLocale }: TicketRow) {
  if (customerId === null) return { to: guestEmail!, locale: guestLocale!, link: { guestTicketId: id } };
  const { email: to, locale } = await requireCustomer(tx, customerId);
  return { to, locale, link: { link: `${publicUrl}/customer/tickets/show/${id}` } };
}

/** Whether the customer is emailed about a change: always about the staff's, about their own three times an hour. */
async function mayEmailUpdate(deps: Deps, ref: TicketRef): Promise<boolean> {
  if ('number' in ref) return true;
  return consumeMailboxLimit(deps, 'ticket', (await requireCustomer(deps.db, ref.customerId)).email);
}

/** Gives a customer the tickets that were opened as a guest with their verified email. */
export async function claimGuestTickets(tx: Database, owner: { id: string; email: string }): Promise<void> {
  const claimed = await tx
    .update(ticket)
    .set({ customerId: owner.id, guestName: null, guestEmail: null, guestLocale: null })
    .where(eq(ticket.guestEmail, owner.email));
  if (claimed.rowCount !== 0) await publish(tx, owner.id, 'tickets');
}
