import { asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { address, product, ticket, ticketMove, ticketReply, wish } from '../db/tables.ts';
import { readable, readableBy } from './readable.ts';

/** A customer's saved addresses, oldest first. */
export async function exportAddresses(db: Database, customerId: string) {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.customerId, customerId))
    .orderBy(asc(address.createdAt));
  return rows.map(readable);
}

/** A customer's wish list with its titles, oldest first. */
export async function exportWishes(db: Database, customerId: string) {
  const rows = await db
    .select({ wish, title: product.title })
    .from(wish)
    .innerJoin(product, eq(product.id, wish.productId))
    .where(eq(wish.customerId, customerId))
    .orderBy(asc(wish.createdAt));
  return rows.map((row) => ({ title: row.title, ...readable(row.wish) }));
}

/** A customer's tickets with all that was written in them, oldest first. */
export async function exportTickets(db: Database, customerId: string) {
  const tickets = await db.select().from(ticket).where(eq(ticket.customerId, customerId)).orderBy(asc(ticket.id));
  const ids = tickets.map((row) => row.id);
  if (ids.length === 0) return [];
  const replies = await db
    .select()
    .from(ticketReply)
    .where(inArray(ticketReply.ticketId, ids))
    .orderBy(asc(ticketReply.id));
  const moves = await db.select().from(ticketMove).where(inArray(ticketMove.ticketId, ids)).orderBy(asc(ticketMove.id));
  const repliesOf = readableBy(replies, 'ticketId');
  const movesOf = readableBy(moves, 'ticketId');
  return tickets.map((row) => ({
    ...readable(row),
    replies: repliesOf(row.id),
    moves: movesOf(row.id),
  }));
}
