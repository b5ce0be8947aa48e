import { requireCustomer } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, type Named } from './move-ticket.ts';
import { mailAboutTicket } from './ticket-mail.ts';

/** Opens a customer's closed ticket again, and mails them; another stays as it is. Refuses `not_found`. */
export async function reopenTicket(deps: Deps, own: Named): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { row, isMoved } = await moveTicket(tx, await lockTicket(tx, own), { deed: 'reopen', actor: 'customer' });
    if (isMoved)
      await mailAboutTicket(tx, deps, { kind: 'ticket_reopened', row, to: await requireCustomer(tx, row.customerId) });
  });
}
