import { useTranslations } from 'use-intl';
import { closeTicket, reopenTicket, type Ticket } from '#contract/tickets.ts';
import { moveOf } from '#domain/ticket-state.ts';
import { call } from '../../browser/client.ts';
import { useOptimistic } from '../use-optimistic.ts';
import { ticketKey, type Conversation } from './use-ticket.ts';

const CALLS = { close: closeTicket, reopen: reopenTicket };

/** Closes an open ticket, or opens a closed one again; at once on screen. */
export function CloseTicket({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const deed = ticket.status === 'closed' ? 'reopen' : 'close';
  const { mutate } = useOptimistic<Conversation, 'close' | 'reopen'>({
    queryKey: ticketKey(ticket.id),
    send: (asked) => call(CALLS[asked], { body: { id: ticket.id } }),
    change: ({ ticket: before, replies }, asked) => ({
      ticket: { ...before, status: moveOf(asked, before.status) ?? before.status },
      replies,
    }),
    alsoOld: [['tickets']],
  });
  return (
    <button type="button" className="button button-quiet" onClick={() => mutate(deed)}>
      {t(deed)}
    </button>
  );
}
