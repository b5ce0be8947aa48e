import type { Deps } from '../deps.ts';
import { lockTicket, moveTicket, type Named } from './move-ticket.ts';

/** Opens a customer's closed ticket again; another stays as it is. Refuses `not_found`. */
export async function reopenTicket({ db }: Deps, own: Named): Promise<void> {
  await db.transaction(async (tx) => {
    await moveTicket(tx, await lockTicket(tx, own), { deed: 'reopen', actor: 'customer' });
  });
}
