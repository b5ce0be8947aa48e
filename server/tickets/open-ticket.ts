import { and, eq, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { NewTicket } from '#contract/tickets.ts';
import { requireCustomer } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import { order, product, ticket, ticketMove } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { required } from '../refuse.ts';
import { CLOCK, writeReply, type TicketRow } from './move-ticket.ts';
import { mailAboutTicket } from './ticket-mail.ts';

/**
 * Opens a ticket with its first message and confirms it by mail. Refuses `not_found` for an order that is not the
 * customer's and a title that is not in the shop.
 */
export function openTicket(deps: Deps, customerId: string, written: NewTicket): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const opener = await requireCustomer(tx, customerId);
    await requireContext(tx, customerId, written);
    const row = await insertTicket(tx, customerId, written);
    await writeReply(tx, row.id, { author: 'customer', name: opener.displayName, message: written.message });
    await tx.insert(ticketMove).values({ id: uuidv7(), ticketId: row.id, state: 'open', actor: 'customer', at: CLOCK });
    await tellCustomer(tx, customerId, 'tickets');
    await mailAboutTicket(tx, deps, { kind: 'ticket_opened', row, to: opener, text: written.message });
    return row.id;
  });
}

type Context = Pick<NewTicket, 'order_id' | 'product_id'>;

async function requireContext(tx: Database, customerId: string, context: Context): Promise<void> {
  const { order_id: orderId, product_id: productId } = context;
  if (orderId) {
    const isOwn = and(eq(order.id, orderId), eq(order.customerId, customerId));
    const [own] = await tx.select({ id: order.id }).from(order).where(isOwn);
    required(own);
  }
  if (productId) {
    const isListed = and(eq(product.id, productId), product.isListed);
    const [listed] = await tx.select({ id: product.id }).from(product).where(isListed);
    required(listed);
  }
}

async function insertTicket(tx: Database, customerId: string, written: NewTicket): Promise<TicketRow> {
  const { subject, category, order_id: orderId, product_id: productId, page } = written;
  const about = { orderId: orderId ?? null, productId: productId ?? null, page: page ?? null };
  const facts = { id: uuidv7(), number: sql`'T-' || nextval('ticket_number')`, customerId, subject, category };
  const [row] = await tx
    .insert(ticket)
    .values({ ...facts, ...about, createdAt: CLOCK, updatedAt: CLOCK })
    .returning();
  return row!;
}
