import { and, eq } from 'drizzle-orm';
import type { TicketWithTimeline } from '#contract/tickets.ts';
import { ticket } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { requireTicket } from './queries.ts';

type Own = { id: string; customerId: string };

/**
 * One ticket of a customer, whose unread mark this takes off before it is read: an answer that comes in between is in
 * what they read, one that comes later marks it again. Refuses `not_found`.
 */
export function readTicket({ db }: Deps, own: Own): Promise<TicketWithTimeline> {
  return db.transaction(async (tx) => {
    const isUnread = and(eq(ticket.id, own.id), eq(ticket.customerId, own.customerId), ticket.isUnread);
    const marked = await tx.update(ticket).set({ isUnread: false }).where(isUnread);
    if (marked.rowCount === 1) await tellCustomer(tx, own.customerId, 'tickets');
    return requireTicket(tx, own);
  });
}
