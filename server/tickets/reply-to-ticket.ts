import type { NewReply } from '#contract/tickets.ts';
import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, writeReply } from './move-ticket.ts';
import { mailAboutTicket } from './ticket-mail.ts';

/**
 * A customer's further message, which opens the ticket again; of a closed one a mail says so. An answer that they have
 * not seen yet stays unread.
 * Refuses `not_found`.
 */
export function replyToTicket(deps: Deps, customerId: string, { parent, message }: NewReply): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const to = await requireCustomer(tx, customerId);
    const row = await lockTicket(tx, { id: parent, customerId });
    await moveTicket(tx, row, { deed: 'reply', actor: 'customer' });
    await writeReply(tx, row.id, { author: 'customer', name: to.displayName, message });
    if (row.state === 'closed') await mailAboutTicket(tx, deps, { kind: 'ticket_reopened', row, to });
    return row.id;
  });
}
