import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { TicketSummary } from '#contract/dashboard.ts';
import { useDay } from '../use-day.ts';

/** Tickets that are not closed: new answers first, then those that wait for ours. */
export function WaitingTickets({ tickets }: { tickets: readonly TicketSummary[] }) {
  const t = useTranslations('area.dashboard');
  return (
    <section className="part" aria-labelledby="waiting-tickets">
      <div className="part-head">
        <h2 id="waiting-tickets">{t('tickets')}</h2>
        <Link to="/tickets">{t('allTickets')}</Link>
      </div>
      {tickets.length > 0 ? (
        <ul className="ticket-list">
          {tickets.map((ticket) => (
            <li key={ticket.id}>
              <Ticket ticket={ticket} />
            </li>
          ))}
        </ul>
      ) : (
        <div className="quiet-card">
          <p>{t('noTickets')}</p>
          <Link className="button button-quiet" to="/tickets">
            {t('askUs')}
          </Link>
        </div>
      )}
    </section>
  );
}

function Ticket({ ticket }: { ticket: TicketSummary }) {
  const t = useTranslations('area');
  const day = useDay();
  return (
    <Link className="ticket-link" to={`/tickets/show/${ticket.id}`}>
      <span className="ticket-tags">
        <span className={`tag is-${ticket.status}`}>
          {ticket.status === 'open' ? t('dashboard.waiting') : t(`tickets.statuses.${ticket.status}`)}
        </span>
        {ticket.unread && <span className="tag is-new">{t('tickets.unread')}</span>}
      </span>
      <b className="ticket-subject">
        <bdi dir="auto">{ticket.subject}</bdi>
      </b>
      <small>
        <bdi>{ticket.number}</bdi> · {day(ticket.updated_at)}
      </small>
    </Link>
  );
}
