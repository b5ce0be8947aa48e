import { useTranslations } from 'use-intl';
import { Count } from '../../ui/count.tsx';
import { useUnreadTickets } from '../tickets/use-unread-tickets.ts';

/** How many tickets have an answer that was not read; nothing where none has. */
export function TicketBadge() {
  const t = useTranslations('customer.frame');
  const count = useUnreadTickets();
  if (count === 0) return null;
  return (
    <b className="badge">
      <span aria-hidden="true">
        <Count of={count} />
      </span>
      <span className="visually-hidden">{t('unread', { count })}</span>
    </b>
  );
}
