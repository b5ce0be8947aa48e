import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, type Named } from './move-ticket.ts';
import { mailAboutTicket } from './ticket-mail.ts';

/**
 * Closes a ticket for its customer or for somebody of the staff, and mails the customer. Answers whether it was open
 * until now; one that is closed stays so. Refuses `not_found`.
 */
export function closeTicket(deps: Deps, named: Named, actor: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const { row, isMoved } = await moveTicket(tx, await lockTicket(tx, named), { deed: 'close', actor });
    if (isMoved)
      await mailAboutTicket(tx, deps, { kind: 'ticket_closed', row, to: await requireCustomer(tx, row.customerId) });
    return isMoved;
  });
}
