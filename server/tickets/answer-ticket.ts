import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, writeReply, type TicketRow } from './move-ticket.ts';
import { mailAboutTicket } from './ticket-mail.ts';

/** `actor` is who of the staff answers; the customer sees `name`, which is the actor's own unless told. */
type NewAnswer = { number: string; actor: string; name?: string; message: string };

/** The shop's answer to a ticket, unread until its customer looks, and mailed to them. Refuses `not_found`. */
export function answerTicket(deps: Deps, { number, actor, name = actor, message }: NewAnswer): Promise<TicketRow> {
  return deps.db.transaction(async (tx) => {
    const before = await lockTicket(tx, { number });
    const to = await requireCustomer(tx, before.customerId);
    const { row } = await moveTicket(tx, before, { deed: 'answer', actor, isUnread: true });
    await writeReply(tx, before.id, { author: 'staff', name, message });
    await mailAboutTicket(tx, deps, { kind: 'ticket_answered', row, to, text: message });
    return row;
  });
}
