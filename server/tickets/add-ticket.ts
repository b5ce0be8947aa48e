import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { addTicket as contract } from '#contract/tickets.ts';
import { requireCustomer } from '../accounts/customers.ts';
import type { Connection, Database } from '../db/connection.ts';
import { order, ticket, ticketReply } from '../db/tables.ts';
import { required } from '../refuse.ts';

type NewTicket = ParsedOf<typeof contract>['body'];

/** Opens a ticket with its first message, or replies to one, which opens it again. Refuses `not_found`. */
export function addTicket(db: Connection, customerId: string, written: NewTicket): Promise<string> {
  return db.transaction(async (tx) => {
    const { displayName } = await requireCustomer(tx, customerId);
    const ticketId =
      'parent' in written ? await reopen(tx, customerId, written.parent) : await open(tx, customerId, written);
    const reply = { id: uuidv7(), ticketId, author: 'customer' as const, name: displayName, message: written.message };
    await tx.insert(ticketReply).values(reply);
    return ticketId;
  });
}

async function reopen(db: Database, customerId: string, id: string): Promise<string> {
  const [found] = await db
    .update(ticket)
    .set({ state: 'open', isUnread: false, updatedAt: sql`now()` })
    .where(and(eq(ticket.id, id), eq(ticket.customerId, customerId)))
    .returning({ id: ticket.id });
  return required(found).id;
}

async function open(
  db: Database,
  customerId: string,
  written: Exclude<NewTicket, { parent: string }>,
): Promise<string> {
  const { subject, category, order_id: orderId } = written;
  if (orderId) {
    const [own] = await db
      .select({ id: order.id })
      .from(order)
      .where(and(eq(order.id, orderId), eq(order.customerId, customerId)));
    required(own);
  }
  const id = uuidv7();
  const number = sql`'T-' || nextval('ticket_number')`;
  await db.insert(ticket).values({ id, number, customerId, orderId: orderId ?? null, subject, category });
  return id;
}
