import { useTranslations } from 'use-intl';
import { closeTicket, type Ticket } from '#contract/tickets.ts';
import { call } from '../../browser/client.ts';
import { useOptimistic } from '../use-optimistic.ts';

/** Closes a ticket, at once on screen; a reply opens it again. */
export function CloseTicket({ id }: { id: string }) {
  const t = useTranslations('customer.tickets');
  const close = useOptimistic<Ticket, string>({
    queryKey: ['ticket', id],
    send: () => call(closeTicket, { body: { id } }),
    change: (ticket) => ({ ...ticket, status: 'closed' }),
    alsoOld: [['tickets']],
  });
  return (
    <button type="button" className="button button-quiet" onClick={() => close.mutate(id)}>
      {t('close')}
    </button>
  );
}
