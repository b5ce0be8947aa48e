import type { NewReply } from '#contract/tickets.ts';
import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, writeReply } from './move-ticket.ts';

/**
 * A customer's further message, which opens the ticket again. An answer that they have not seen yet stays unread.
 * Refuses `not_found`.
 */
export function replyToTicket({ db }: Deps, customerId: string, { parent, message }: NewReply): Promise<string> {
  return db.transaction(async (tx) => {
    const { displayName } = await requireCustomer(tx, customerId);
    const row = await lockTicket(tx, { id: parent, customerId });
    await moveTicket(tx, row, { deed: 'reply', actor: 'customer' });
    await writeReply(tx, row.id, { author: 'customer', name: displayName, message });
    return row.id;
  });
}
