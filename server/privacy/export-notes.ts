import { asc, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { orderNote, ticketNote } from '../db/tables.ts';

type Note = { id: string; author: string; text: string; at: Date };

/** What the staff noted about orders, by order; without the names of the staff. */
export async function exportOrderNotes(db: Database, orderIds: readonly string[]) {
  const rows = await db
    .select()
    .from(orderNote)
    .where(inArray(orderNote.orderId, [...orderIds]))
    .orderBy(asc(orderNote.id));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return (orderId: string) => (byOrder.get(orderId) ?? []).map(exportNote);
}

/** The same about tickets, and what came by email from another address, without that address. */
export async function exportTicketNotes(db: Database, ticketIds: readonly string[]) {
  const rows = await db
    .select()
    .from(ticketNote)
    .where(inArray(ticketNote.ticketId, [...ticketIds]))
    .orderBy(asc(ticketNote.id));
  const byTicket = Map.groupBy(rows, ({ ticketId }) => ticketId);
  return (ticketId: string) => (byTicket.get(ticketId) ?? []).map(exportNote);
}

function exportNote({ author, text, at }: Note) {
  return { by: author.includes('@') ? 'email' : 'staff', text, at };
}
