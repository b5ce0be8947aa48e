import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { getTicket, listTicketReplies, type Ticket } from '#contract/tickets.ts';
import { call } from '../browser/client.ts';
import { Loaded } from './page-states.tsx';
import { CloseTicket } from './tickets/close-ticket.tsx';
import { Replies } from './tickets/replies.tsx';
import { ReplyForm } from './tickets/reply-form.tsx';

/** One ticket: what was written, and the place to answer. */
export function Component() {
  const { id = '' } = useParams();
  return <TicketPage key={id} id={id} />;
}

function TicketPage({ id }: { id: string }) {
  const t = useTranslations('customer.tickets');
  const ticket = useTicket(id);
  const queryFn = ({ signal }: { signal: AbortSignal }) => call(listTicketReplies, { body: { id }, signal });
  const replies = useQuery({ queryKey: ['ticket', id, 'replies'], queryFn });
  return (
    <section className="ticket">
      <Link className="ticket-back" to="/tickets">
        {t('back')}
      </Link>
      <Loaded query={ticket}>
        {(one) => (
          <>
            <TicketHead ticket={one} />
            <Loaded query={replies}>{(all) => <Replies replies={all} />}</Loaded>
            <ReplyForm ticket={one} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function TicketHead({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('customer.tickets');
  return (
    <header className="ticket-head">
      <title>{ticket.subject}</title>
      <h2>
        <bdi dir="auto">{ticket.subject}</bdi>
      </h2>
      <p>
        <span className={`tag is-${ticket.status}`}>{t(`statuses.${ticket.status}`)}</span> {ticket.number} ·{' '}
        {t(`categories.${ticket.category}`)}
        {ticket.order_number && (
          <>
            {' '}
            · <Link to={`/my-orders?order=${ticket.order_number}`}>{t('about', { number: ticket.order_number })}</Link>
          </>
        )}
      </p>
      {ticket.status !== 'closed' && <CloseTicket id={ticket.id} />}
    </header>
  );
}

/** Reading a ticket takes its unread mark off, so the lists are asked again. */
function useTicket(id: string) {
  const queries = useQueryClient();
  const ticket = useQuery({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => call(getTicket, { body: { id }, signal }),
  });
  useEffect(() => {
    if (ticket.isSuccess) void queries.invalidateQueries({ queryKey: ['tickets'] });
  }, [ticket.isSuccess, queries]);
  return ticket;
}
