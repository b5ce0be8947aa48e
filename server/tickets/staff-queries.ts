import { desc, eq } from 'drizzle-orm';
import type { Ticket, TicketReply, TicketWithTimeline } from '#contract/tickets.ts';
import type { TicketState } from '#domain/ticket-state.ts';
import type { Database } from '../db/connection.ts';
import { customer, ticket } from '../db/tables.ts';
import { required } from '../refuse.ts';
import { listReplies, requireTicket, selectTickets, ticketOf } from './queries.ts';

/** A ticket as the staff's list shows it, with whose it is. */
export type TicketSummary = Ticket & { email: string };

/** A ticket with its conversation, for the staff; `unread` says that the customer has not seen the answer yet. */
export type TicketFile = TicketWithTimeline & { email: string; messages: TicketReply[] };

/** The tickets of all customers, last changed first, of one state where it is given. */
export async function listAllTickets(
  db: Database,
  { limit, state }: { limit: number; state?: TicketState | undefined },
): Promise<TicketSummary[]> {
  const rows = await selectTickets(db, state && eq(ticket.state, state))
    .orderBy(desc(ticket.updatedAt), desc(ticket.id))
    .limit(limit);
  return rows.map((row) => ({ ...ticketOf(row), email: row.email }));
}

/** One ticket of any customer by its number in any case. Refuses `not_found`. */
export async function requireTicketByNumber(db: Database, number: string): Promise<TicketFile> {
  const [found] = await db
    .select({ id: ticket.id, customerId: ticket.customerId, email: customer.email })
    .from(ticket)
    .innerJoin(customer, eq(customer.id, ticket.customerId))
    .where(eq(ticket.number, number.trim().toUpperCase()));
  const { email, ...own } = required(found);
  return { ...(await requireTicket(db, own)), email, messages: await listReplies(db, own.id) };
}
