import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Ticket } from '#contract/tickets.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { QueryContent, PageTitle } from '../page/page-states.tsx';
import { Replies, ReplyForm, useTicket, ticketKey, type Conversation } from './ticket-conversation.tsx';
import { TicketContextLinks, useRelativeDateFormat } from './ticket-summary.tsx';
import { useFilterSearch } from './ticket-filters.tsx';
import { nextTicketState } from '#domain/ticket.ts';
import { useOptimisticMutation } from '../page/use-optimistic-mutation.ts';

/** One ticket: its timeline and the reply form. */
export function Component() {
  const { id = '' } = useParams();
  return <TicketPage key={id} id={id} />;
}

function TicketPage({ id }: { id: string }) {
  const conversation = useTicket(id);
  const isNotFound = conversation.error instanceof ApiRequestError && conversation.error.problem?.code === 'not_found';
  if (isNotFound)
    return (
      <TicketLayout>
        <TicketNotFound />
      </TicketLayout>
    );
  return (
    <TicketLayout>
      <QueryContent query={conversation}>
        {(known) => (
          <>
            <TicketHeader ticket={known.ticket} />
            <Replies conversation={known} />
            <ReplyForm conversation={known} />
          </>
        )}
      </QueryContent>
    </TicketLayout>
  );
}

/** After a navigation the focus goes to the ticket, not to the list beside it. */
function TicketLayout({ children }: { children: ReactNode }) {
  const t = useTranslations('area.tickets');
  const searchWith = useFilterSearch();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (document.activeElement?.id === 'content') section.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <section className="ticket" ref={section} tabIndex={-1}>
      <Link className="ticket-back" to={`/tickets${searchWith()}`}>
        {t('back')}
      </Link>
      {children}
    </section>
  );
}

function TicketNotFound() {
  const t = useTranslations('area.tickets');
  return (
    <div className="empty">
      <PageTitle title={t('notFound')} />
      <p>{t('notFoundText')}</p>
    </div>
  );
}

function TicketHeader({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const moment = useRelativeDateFormat();
  return (
    <header className="ticket-head">
      <title>{ticket.subject}</title>
      <h1 className="ticket-title">
        <bdi dir="auto">{ticket.subject}</bdi>
      </h1>
      <p className="ticket-meta">
        <bdi className="nowrap">{ticket.number}</bdi> · {t(`categories.${ticket.category}`)} ·{' '}
        {t('opened', { when: moment(ticket.created_at) })}
      </p>
      <TicketContextLinks ticket={ticket} />
      <div className="ticket-status">
        <p role="status">
          <span className={`tag is-${ticket.status}`}>{t(`statuses.${ticket.status}`)}</span>{' '}
          {t(`statusTexts.${ticket.status}`)}
        </p>
        <CloseTicketButton ticket={ticket} />
      </div>
    </header>
  );
}

const ENDPOINTS = { close: 'closeTicket', reopen: 'reopenTicket' } as const;

/** Closes an open ticket, or reopens a closed one; shown at once. */
export function CloseTicketButton({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const action = ticket.status === 'closed' ? 'reopen' : 'close';
  const { mutate } = useOptimisticMutation<Conversation, 'close' | 'reopen'>({
    queryKey: ticketKey(ticket.id),
    send: (name) => sendRequest(ENDPOINTS[name], { body: { id: ticket.id } }),
    update: ({ ticket: before, replies }, name) => ({
      ticket: { ...before, status: nextTicketState(name, before.status) ?? before.status },
      replies,
    }),
    alsoInvalidate: [['tickets']],
  });
  return (
    <button type="button" className="button button-quiet" onClick={() => mutate(action)}>
      {t(action)}
    </button>
  );
}
