import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import {
  TICKET_CATEGORIES,
  type Ticket,
  type TicketMove,
  type TicketReply,
  type TicketWithTimeline,
} from '#contract/tickets.ts';
import type { Database } from '../db/connection.ts';
import { customer, order, product, ticket, ticketMove, ticketReply } from '../db/tables.ts';
import { required } from '../refuse.ts';

/** The latest so many messages of a ticket are shown. */
const MOST_REPLIES = 1000;

type Own = { id: string; customerId: string };

/** One ticket of this customer with where it has been. Refuses `not_found`. */
export async function requireTicket(db: Database, own: Own): Promise<TicketWithTimeline> {
  const [row] = await selectTickets(db, isOwn(own));
  return { ...ticketOf(required(row)), timeline: await listMoves(db, own.id) };
}

/** Where a ticket has been, oldest first. */
export async function listMoves(db: Database, ticketId: string): Promise<TicketMove[]> {
  const moves = await db
    .select()
    .from(ticketMove)
    .where(eq(ticketMove.ticketId, ticketId))
    .orderBy(asc(ticketMove.at), asc(ticketMove.id));
  return moves.map(({ state, actor, at }) => ({
    status: state,
    by: actor === 'customer' ? 'customer' : 'staff',
    at: at.toISOString(),
  }));
}

function isOwn({ id, customerId }: Own): SQL | undefined {
  return and(eq(ticket.id, id), eq(ticket.customerId, customerId));
}

/** What was written in a ticket of this customer, oldest first. Refuses `not_found`. */
export async function listOwnReplies(db: Database, own: Own): Promise<TicketReply[]> {
  const [found] = await db.select({ id: ticket.id }).from(ticket).where(isOwn(own));
  return listReplies(db, required(found).id);
}

/** What was written in a ticket, oldest first. */
export async function listReplies(db: Database, ticketId: string): Promise<TicketReply[]> {
  const rows = await db
    .select()
    .from(ticketReply)
    .where(eq(ticketReply.ticketId, ticketId))
    .orderBy(desc(ticketReply.at), desc(ticketReply.id))
    .limit(MOST_REPLIES);
  return rows
    .toReversed()
    .map(({ id, author, name, message, at }) => ({ id, author, name, message, at: at.toISOString() }));
}

/** Tickets with their customer's address, their order, their title and how much was written. */
export function selectTickets(db: Database, where: SQL | undefined) {
  return db
    .select({
      ticket,
      email: customer.email,
      orderNumber: order.number,
      product: { id: product.id, title: product.title, language: product.language, slug: product.slug },
      isListed: product.isListed,
      replies: sql<number>`(SELECT count(*)::int FROM ${ticketReply} AS r WHERE r.ticket_id = "ticket".id)`,
    })
    .from(ticket)
    .innerJoin(customer, eq(customer.id, ticket.customerId))
    .leftJoin(order, eq(order.id, ticket.orderId))
    .leftJoin(product, eq(product.id, ticket.productId))
    .where(where);
}

export type TicketFacts = Awaited<ReturnType<typeof selectTickets>>[number];

/** A ticket as its customer sees it. */
export function ticketOf({ ticket: row, orderNumber, product: title, isListed, replies }: TicketFacts): Ticket {
  return {
    id: row.id,
    number: row.number,
    subject: row.subject,
    status: row.state,
    category: TICKET_CATEGORIES.find((one) => one === row.category) ?? 'other',
    order_id: row.orderId,
    order_number: orderNumber,
    product: title && { ...title, slug: isListed ? title.slug : null },
    page: row.page,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    replies: replies - 1,
    unread: row.isUnread,
  };
}
