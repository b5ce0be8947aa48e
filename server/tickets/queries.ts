import { and, asc, count, desc, eq, ilike, type SQL } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { listTickets as contract, Ticket, TicketReply } from '#contract/tickets.ts';
import { TICKET_CATEGORIES } from '#contract/tickets.ts';
import type { Database } from '../db/connection.ts';
import { order, ticket, ticketReply } from '../db/tables.ts';
import { required } from '../refuse.ts';

type Query = ParsedOf<typeof contract>['query'];

/** One page of a customer's tickets, last changed first unless asked otherwise. */
export async function listTickets(db: Database, customerId: string, query: Query): Promise<AnswerOf<typeof contract>> {
  const { page, limit, status, q, sort } = query;
  const where = and(
    eq(ticket.customerId, customerId),
    status && eq(ticket.state, status),
    q ? ilike(ticket.subject, `%${q.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
  );
  const order =
    sort === 'updated_at' ? [asc(ticket.updatedAt), asc(ticket.id)] : [desc(ticket.updatedAt), desc(ticket.id)];
  const [counted] = await db.select({ total: count() }).from(ticket).where(where);
  const rows = await selectTickets(db, where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  return { rows: rows.map(ticketOf), total: counted!.total, page };
}

/** One ticket of this customer. Refuses `not_found`. */
export async function requireTicket(db: Database, customerId: string, id: string): Promise<Ticket> {
  const [row] = await selectTickets(db, and(eq(ticket.id, id), eq(ticket.customerId, customerId)));
  return ticketOf(required(row));
}

/** What was written in a ticket, oldest first. */
export async function listReplies(db: Database, ticketId: string): Promise<TicketReply[]> {
  const rows = await db
    .select()
    .from(ticketReply)
    .where(eq(ticketReply.ticketId, ticketId))
    .orderBy(ticketReply.id)
    .limit(1000);
  return rows.map(({ id, author, name, message, at }) => ({ id, author, name, message, at: at.toISOString() }));
}

function selectTickets(db: Database, where: SQL | undefined) {
  return db
    .select({ ticket, orderNumber: order.number, replies: db.$count(ticketReply, eq(ticketReply.ticketId, ticket.id)) })
    .from(ticket)
    .leftJoin(order, eq(order.id, ticket.orderId))
    .where(where);
}

type Row = { ticket: typeof ticket.$inferSelect; orderNumber: string | null; replies: number };

function ticketOf({ ticket: row, orderNumber, replies }: Row): Ticket {
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.state,
    category: TICKET_CATEGORIES.find((one) => one === row.category) ?? 'other',
    order_number: orderNumber,
    updated_at: row.updatedAt.toISOString(),
    replies: replies - 1,
    unread: row.isUnread,
  };
}
