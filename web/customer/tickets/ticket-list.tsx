import { NavLink } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Ticket } from '#contract/tickets.ts';
import { useDay } from '../use-day.ts';

/** Tickets as links, each with its state and whether an answer is new. */
export function TicketList({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <ul className="ticket-list">
      {tickets.map((ticket) => (
        <li key={ticket.id}>
          <NavLink className="ticket-link" to={`/tickets/show/${ticket.id}`}>
            <TicketSummary ticket={ticket} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

function TicketSummary({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('customer.tickets');
  const day = useDay();
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
        {ticket.number} · {t(`categories.${ticket.category}`)} · {t('replies', { count: ticket.replies })} ·{' '}
        {day(ticket.updated_at)}
      </small>
    </>
  );
}
