import { addTicket, type NewReply, type TicketReply } from '#contract/tickets.ts';
import { moveOf } from '#domain/ticket-state.ts';
import { call } from '../../browser/client.ts';
import { storedProfile } from '../../browser/session.ts';
import { useOptimistic } from '../use-optimistic.ts';
import { BEING_SENT } from './replies.tsx';
import { ticketKey, type Conversation } from './use-ticket.ts';

/** Sends a reply, which stands in the conversation at once; refused, it is taken out again. */
export function useReply(ticketId: string) {
  return useOptimistic<Conversation, NewReply>({
    queryKey: ticketKey(ticketId),
    send: (body) => call(addTicket, { body }),
    change: ({ ticket, replies }, { message }) => ({
      ticket: { ...ticket, status: moveOf('reply', ticket.status) ?? ticket.status },
      replies: [...replies, ownReply(message, replies)],
    }),
    alsoOld: [['tickets']],
  });
}

/** Last in the conversation, whatever this device's clock says. */
function ownReply(message: string, before: readonly TicketReply[]): TicketReply {
  const latest = Math.max(Date.now(), ...before.map(({ at }) => Date.parse(at)));
  const name = storedProfile()?.displayName ?? '';
  return { id: BEING_SENT, author: 'customer', name, message, at: new Date(latest).toISOString() };
}
