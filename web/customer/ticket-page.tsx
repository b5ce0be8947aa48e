import { useEffect, useRef, type ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Ticket } from '#contract/tickets.ts';
import { CallFailed } from '../browser/client.ts';
import { Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { CloseTicket } from './tickets/close-ticket.tsx';
import { Replies } from './tickets/replies.tsx';
import { ReplyForm } from './tickets/reply-form.tsx';
import { TicketAbout } from './tickets/ticket-about.tsx';
import { useMoment } from './tickets/use-moment.ts';
import { useFilterSearch } from './tickets/use-ticket-filter.ts';
import { useTicket } from './tickets/use-ticket.ts';

/** One ticket: what was written, and the place to answer. */
export function Component() {
  const { id = '' } = useParams();
  return <TicketPage key={id} id={id} />;
}

function TicketPage({ id }: { id: string }) {
  const conversation = useTicket(id);
  const isGone = conversation.error instanceof CallFailed && conversation.error.problem?.code === 'not_found';
  if (isGone)
    return (
      <Frame>
        <NoTicket />
      </Frame>
    );
  return (
    <Frame>
      <Loaded query={conversation}>
        {(known) => (
          <>
            <TicketHead ticket={known.ticket} />
            <Replies conversation={known} />
            <ReplyForm conversation={known} />
          </>
        )}
      </Loaded>
    </Frame>
  );
}

/** After a navigation one reads on here, not at the list beside it. */
function Frame({ children }: { children: ReactNode }) {
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

function NoTicket() {
  const t = useTranslations('area.tickets');
  return (
    <div className="empty">
      <PageTitle title={t('noTicket')} />
      <p>{t('noTicketText')}</p>
    </div>
  );
}

function TicketHead({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('area.tickets');
  const moment = useMoment();
  return (
    <header className="ticket-head">
      <title>{ticket.subject}</title>
      <h1 className="ticket-title">
        <bdi dir="auto">{ticket.subject}</bdi>
      </h1>
      <p className="ticket-facts">
        <bdi>{ticket.number}</bdi> · {t(`categories.${ticket.category}`)} ·{' '}
        {t('opened', { when: moment(ticket.created_at) })}
      </p>
      <TicketAbout ticket={ticket} />
      <div className="ticket-state">
        <p role="status">
          <span className={`tag is-${ticket.status}`}>{t(`statuses.${ticket.status}`)}</span>{' '}
          {t(`stateTexts.${ticket.status}`)}
        </p>
        <CloseTicket ticket={ticket} />
      </div>
    </header>
  );
}
