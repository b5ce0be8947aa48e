import { and, asc, desc, eq, inArray, isNull, lt, sql, type Placeholder, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { v7 as uuidv7 } from 'uuid';
import type { AnyTicket, TicketRow } from '#contract/admin-tickets.ts';
import { hasPermission, STAFF_ROLES } from '#domain/staff.ts';
import type { TicketAssignee, TicketState } from '#domain/ticket.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';
import { hiddenFromPlanner } from '../db/subqueries.ts';
import { customer, order, product, ticket, ticketNote, ticketReply } from '../db/tables.ts';
import { requireTicketByNumber, ticketColumns, ticketOf } from './queries.ts';
import { lockTicket, transitionTicket } from './transition-ticket.ts';

export type TicketFilter = {
  status?: TicketState | undefined;
  assignee?: TicketAssignee | undefined;
  /** Only those that have not changed for so many days. */
  days?: number | undefined;
  before?: string | undefined;
  limit: number;
};

/** In microseconds, as exact as the database has it, and then the id. */
const CURSOR = sql<string>`(extract(epoch FROM ${ticket.updatedAt}) * 1000000)::bigint || '_' || ${ticket.id}`;

const colleague = alias(customer, 'colleague');
const colleagueColumns = { id: colleague.id, name: colleague.displayName };

function isBefore(microseconds: Placeholder, id: Placeholder): SQL {
  const at = sql`to_timestamp(0) + ${hiddenFromPlanner(microseconds, 'bigint')} * interval '1 microsecond'`;
  return sql`(${ticket.updatedAt}, ${ticket.id}) < (${at}, ${hiddenFromPlanner(id, 'uuid')})`;
}

type Form = { status: TicketState | undefined; assignee: TicketAssignee | undefined; limit: number };
type Values = {
  me: string | undefined;
  days: number | undefined;
  microseconds: string | undefined;
  id: string | undefined;
};

const selectPage = keepForms((db, given: PerhapsGiven<Values>, { status, assignee, limit }: Form) => {
  const [me, days, microseconds, id] = [given('me'), given('days'), given('microseconds'), given('id')];
  return db
    .select({ ...ticketColumns, assignee: colleagueColumns, cursor: CURSOR })
    .from(ticket)
    .leftJoin(customer, eq(customer.id, ticket.customerId))
    .leftJoin(order, eq(order.id, ticket.orderId))
    .leftJoin(product, eq(product.id, ticket.productId))
    .leftJoin(colleague, eq(colleague.id, ticket.assigneeId))
    .where(
      and(
        status && eq(ticket.state, status),
        me && eq(ticket.assigneeId, me),
        assignee === 'nobody' ? isNull(ticket.assigneeId) : undefined,
        days && lt(ticket.updatedAt, sql`now() - make_interval(days => ${hiddenFromPlanner(days, 'int')})`),
        microseconds && id && isBefore(microseconds, id),
      ),
    )
    .orderBy(desc(ticket.updatedAt), desc(ticket.id))
    .limit(limit);
});

/** A page of the tickets of all customers and guests, last changed first; `me` is the id of whoever asks. */
export async function listTicketPage(
  db: Database,
  me: string,
  { status, assignee, days, before, limit }: TicketFilter,
): Promise<{ rows: TicketRow[]; next: string | null }> {
  const [microseconds, id] = before?.split('_') ?? [];
  const values = { me: assignee === 'me' ? me : undefined, days, microseconds, id };
  const found = await selectPage(db, values, { status, assignee, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const rows = shown.map((row) => ({ ...ticketOf(row), email: row.email, assignee: row.assignee }));
  return { rows, next: found.length > limit ? shown.at(-1)!.cursor : null };
}

type Colleague = { id: string; name: string };

const ANSWERING_ROLES = STAFF_ROLES.filter((role) => hasPermission(role, 'tickets.write'));

/** Who may look after a ticket, by name. */
function listColleagues(db: Database): Promise<Colleague[]> {
  return db
    .select({ id: customer.id, name: customer.displayName })
    .from(customer)
    .where(inArray(customer.staffRole, ANSWERING_ROLES))
    .orderBy(asc(customer.displayName), asc(customer.id));
}

/** A ticket with what only the staff sees of it. Throws `not_found`. */
export async function requireStaffTicket(db: Database, number: string): Promise<AnyTicket> {
  const details = await requireTicketByNumber(db, number);
  const target = alias(ticket, 'target');
  const [[row], notes, colleagues] = await Promise.all([
    db
      .select({ assignee: colleagueColumns, mergedInto: target.number })
      .from(ticket)
      .leftJoin(colleague, eq(colleague.id, ticket.assigneeId))
      .leftJoin(target, eq(target.id, ticket.mergedInto))
      .where(eq(ticket.id, details.id)),
    db.select().from(ticketNote).where(eq(ticketNote.ticketId, details.id)).orderBy(asc(ticketNote.id)),
    listColleagues(db),
  ]);
  const { assignee, mergedInto } = requireFound(row);
  return {
    ...details,
    assignee,
    merged_into: mergedInto,
    notes: notes.map(({ id, author, text, at }) => ({ id, author, text, at: at.toISOString() })),
    colleagues,
  };
}

type Assignment = { number: string; assignee: string | null; was: string | null };

/** Throws `not_found`, also for somebody who does not answer tickets, and `too_late` where somebody else looks after it by now. */
export async function assignTicket(tx: Database, { number, assignee, was }: Assignment): Promise<void> {
  const { id, assigneeId } = await lockTicket(tx, { number });
  if (assigneeId !== was) throwApiError('too_late');
  if (assignee !== null && !(await listColleagues(tx)).some((one) => one.id === assignee)) throwApiError('not_found');
  await tx.update(ticket).set({ assigneeId: assignee }).where(eq(ticket.id, id));
}

/** Throws `not_found`. */
export async function addTicketNote(
  tx: Database,
  { number, author, text }: { number: string; author: string; text: string },
): Promise<void> {
  const { id: ticketId } = await lockTicket(tx, { number });
  await tx.insert(ticketNote).values({ ticketId, author, text });
}

type Merge = { number: string; into: string; actor: string };

/**
 * Adds the messages and notes of a duplicate to another ticket of its customer or guest, and closes it without an email. Both are
 * locked in the order of their numbers. Throws `not_found`, and `too_late` for one ticket, tickets of two people, and one that
 * was merged before.
 */
export async function mergeTickets(tx: Database, { number, into, actor }: Merge): Promise<void> {
  const [first, second] = [number, into].map((one) => one.trim().toUpperCase()).toSorted();
  if (first === second) throwApiError('too_late');
  const locked = [await lockTicket(tx, { number: first! }), await lockTicket(tx, { number: second! })];
  const isSource = (row: { number: string }) => row.number === number.trim().toUpperCase();
  const source = requireFound(locked.find(isSource));
  const target = requireFound(locked.find((row) => !isSource(row)));
  const isOfOne = source.customerId === target.customerId && source.guestEmail === target.guestEmail;
  if (!isOfOne || source.mergedInto !== null || target.mergedInto !== null) throwApiError('too_late');
  await copyMessages(tx, source.id, target.id);
  if (source.state === 'open') await transitionTicket(tx, target, { action: 'reply', actor });
  await transitionTicket(tx, source, { action: 'close', actor });
  await tx.update(ticket).set({ mergedInto: target.id }).where(eq(ticket.id, source.id));
}

/** Copies, so that the customer still reads the closed ticket. */
async function copyMessages(tx: Database, sourceId: string, ticketId: string): Promise<void> {
  const replies = await tx.select().from(ticketReply).where(eq(ticketReply.ticketId, sourceId));
  await tx.insert(ticketReply).values(replies.map((reply) => ({ ...reply, id: uuidv7(), ticketId })));
  await tx.update(ticketNote).set({ ticketId }).where(eq(ticketNote.ticketId, sourceId));
}
