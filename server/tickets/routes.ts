import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { together } from '../db/kept-statement.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { closeTicket, reopenTicket } from './transition-ticket.ts';
import { listTickets, listOwnReplies } from './queries.ts';
import { openTicket, readTicket, replyToTicket } from './conversation.ts';
import { isInboundSecret, receiveEmail } from './receive-email.ts';

type Names =
  | 'listTickets'
  | 'addTicket'
  | 'getTicket'
  | 'listTicketReplies'
  | 'closeTicket'
  | 'reopenTicket'
  | 'receiveEmail';

export function ticketHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, preparedDb, consumeRateLimit } = deps;
  return {
    listTickets: ({ query, principal }) => together(preparedDb, (one) => listTickets(one, principal.customerId, query)),
    addTicket: async ({ body, principal: { customerId } }) => {
      await consumeRateLimit('parent' in body ? 'ticket-reply' : 'new-ticket', `customer:${customerId}`);
      if ('parent' in body) return { id: await replyToTicket(deps, customerId, body) };
      return { id: await openTicket(deps, customerId, body) };
    },
    getTicket: ({ body, principal }) => readTicket(deps, { id: body.id, customerId: principal.customerId }),
    listTicketReplies: ({ body, principal }) => listOwnReplies(db, { id: body.id, customerId: principal.customerId }),
    closeTicket: async ({ body, principal }) => {
      await closeTicket(deps, { id: body.id, customerId: principal.customerId }, 'customer');
    },
    receiveEmail: async ({ body: read, header }) => {
      if (deps.config.inboundEmailSecret === undefined) throwApiError('not_found');
      if (!isInboundSecret(deps, header('x-inbound-secret'))) throwApiError('signature_invalid');
      return { outcome: await receiveEmail(deps, await read()) };
    },
    reopenTicket: ({ body, principal }) => reopenTicket(deps, { id: body.id, customerId: principal.customerId }),
  };
}
