import { and, eq, sql } from 'drizzle-orm';
import { ticket } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { refuse } from '../refuse.ts';
import { addTicket } from './add-ticket.ts';
import { listReplies, listTickets, requireTicket } from './queries.ts';

type Names = 'listTickets' | 'addTicket' | 'getTicket' | 'listTicketReplies' | 'closeTicket';

export function ticketHandlers({ db }: Deps): Pick<Handlers, Names> {
  return {
    listTickets: ({ query, caller }) => listTickets(db, caller.customerId, query),
    addTicket: async ({ body, caller }) => ({ id: await addTicket(db, caller.customerId, body) }),
    getTicket: async ({ body, caller }) => {
      const found = await requireTicket(db, caller.customerId, body.id);
      if (found.unread) await db.update(ticket).set({ isUnread: false }).where(eq(ticket.id, found.id));
      return { ...found, unread: false };
    },
    listTicketReplies: async ({ body, caller }) =>
      listReplies(db, (await requireTicket(db, caller.customerId, body.id)).id),
    closeTicket: async ({ body, caller }) => {
      const own = and(eq(ticket.id, body.id), eq(ticket.customerId, caller.customerId));
      const closed = await db
        .update(ticket)
        .set({ state: 'closed', updatedAt: sql`now()` })
        .where(own);
      if (closed.rowCount !== 1) refuse('not_found');
    },
  };
}
