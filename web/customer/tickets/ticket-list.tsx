import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Ticket } from '#contract/tickets.ts';
import { useMoment } from './use-moment.ts';

/** Tickets as links, each with its state and whether an answer is new; `search` goes along with the address. */
export function TicketList({ tickets, search = '' }: { tickets: readonly Ticket[]; search?: string }) {
  return (
    <ul className="ticket-list">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <NavLink
            className={ticket.unread ? 'ticket-link is-unread' : 'ticket-link'}
            to={`/tickets/show/${ticket.id}${search}`}
          >
            <TicketSummary ticket={ticket} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function TicketSummary({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const moment = useMoment();
  return (
    <>
      <span className="ticket-tags">
        <span className={`tag is-${ticket.status}`}>{t(`statuses.${ticket.status}`)}</span>
        {ticket.unread && <span className="tag is-new">{t('unread')}</span>}
      </span>
      <b className="ticket-subject">
        <bdi dir="auto">{ticket.subject}</bdi>
      </b>
      <small>
        <bdi>{ticket.number}</bdi> · {t(`categories.${ticket.category}`)} · {t('replies', { count: ticket.replies })} ·{' '}
        {moment(ticket.updated_at)}
      </small>
    </>
  );
}
