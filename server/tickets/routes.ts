import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { closeTicket } from './close-ticket.ts';
import { listTickets } from './list-tickets.ts';
import { openTicket } from './open-ticket.ts';
import { listOwnReplies } from './queries.ts';
import { readTicket } from './read-ticket.ts';
import { reopenTicket } from './reopen-ticket.ts';
import { replyToTicket } from './reply-to-ticket.ts';

type Names = 'listTickets' | 'addTicket' | 'getTicket' | 'listTicketReplies' | 'closeTicket' | 'reopenTicket';

export function ticketHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, takeCredit } = deps;
  return {
    listTickets: ({ query, caller }) => listTickets(db, caller.customerId, query),
    addTicket: async ({ body, caller: { customerId } }) => {
      await takeCredit('parent' in body ? 'ticket-reply' : 'new-ticket', `customer:${customerId}`);
      if ('parent' in body) return { id: await replyToTicket(deps, customerId, body) };
      return { id: await openTicket(deps, customerId, body) };
    },
    getTicket: ({ body, caller }) => readTicket(deps, { id: body.id, customerId: caller.customerId }),
    listTicketReplies: ({ body, caller }) => listOwnReplies(db, { id: body.id, customerId: caller.customerId }),
    closeTicket: async ({ body, caller }) => {
      await closeTicket(deps, { id: body.id, customerId: caller.customerId }, 'customer');
    },
    reopenTicket: ({ body, caller }) => reopenTicket(deps, { id: body.id, customerId: caller.customerId }),
  };
}
