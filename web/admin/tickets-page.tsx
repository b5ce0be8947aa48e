import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyTicket, TicketRow } from '#contract/admin-tickets.ts';
import { TICKET_STATES, type TicketState } from '#domain/ticket.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { StatusFilter } from './status-filter.tsx';

const isState = (text: string | null): text is TicketState => TICKET_STATES.some((state) => state === text);

/** The tickets of all customers and guests, last changed first. */
export function TicketsPage() {
  const t = useTranslations('admin.tickets');
  const [search] = useSearchParams();
  const wanted = search.get('status');
  const status = isState(wanted) ? wanted : undefined;
  const tickets = useQuery({
    queryKey: ['tickets', status],
    queryFn: ({ signal }) => sendRequest('listAllTickets', { query: { status }, signal }),
    refetchInterval: 30_000,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <StatusFilter
        label={t('status')}
        all={t('all')}
        options={TICKET_STATES.map((state) => [state, t(`states.${state}`)])}
      />
      <QueryContent query={tickets}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <ul className="admin-list">
              {rows.map((row) => (
                <TicketItem key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </div>
  );
}

function TicketItem({ row: { number, subject, status, email, updated_at: at } }: { row: TicketRow }) {
  const t = useTranslations('admin.tickets');
  const moment = useDateTimeFormat();
  return (
    <li>
      <Link to={`/tickets/${number}`}>
        <bdi>{subject}</bdi>
      </Link>
      <span className="order-state">{t(`states.${status}`)}</span>
      <small>
        <bdi>{number}</bdi> · <bdi>{email}</bdi> · {moment(at)}
      </small>
    </li>
  );
}

/** One ticket: its messages, the answer and closing it. */
export function TicketPage() {
  const t = useTranslations('admin.tickets');
  const { number = '' } = useParams();
  const ticket = useQuery({
    queryKey: ['ticket', number],
    queryFn: ({ signal }) => sendRequest('getAnyTicket', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/tickets?status=open">{t('back')}</Link>
      </p>
      <QueryContent query={ticket}>{(found) => <Conversation ticket={found} />}</QueryContent>
    </div>
  );
}

function Conversation({ ticket }: { ticket: AnyTicket }) {
  const t = useTranslations('admin.tickets');
  const moment = useDateTimeFormat();
  const can = useCan();
  return (
    <>
      <PageTitle title={`\u2068${ticket.subject}\u2069`} />
      <p>
        <span className="order-state">{t(`states.${ticket.status}`)}</span> <bdi>{ticket.email}</bdi>
        {ticket.is_guest && ` · ${t('guest')}`}
        {ticket.order_number !== null && (
          <>
            {' · '}
            <Link to={`/orders/${ticket.order_number}`}>{t('order', { number: ticket.order_number })}</Link>
          </>
        )}
      </p>
      <div className="replies">
        {ticket.messages.map(({ id, author, name, message, at }) => (
          <article key={id} className={author === 'staff' ? 'reply is-staff' : 'reply'}>
            <p className="reply-head">
              <b>
                <bdi>{name}</bdi>
              </b>
              <time dateTime={at}>{moment(at)}</time>
            </p>
            <p className="reply-text" dir="auto">
              {message}
            </p>
          </article>
        ))}
      </div>
      {can('tickets.write') && <Answer ticket={ticket} />}
    </>
  );
}

function Answer({ ticket: { number, status, messages } }: { ticket: AnyTicket }) {
  const t = useTranslations('admin.tickets');
  const queries = useQueryClient();
  const errors = useTranslations('admin.tickets.errors');
  const showErrorToast = useStaffErrorToast({ too_late: errors('too_late'), not_found: errors('not_found') });
  const text = useRef<HTMLTextAreaElement>(null);
  const options = {
    onError: showErrorToast,
    onSettled: () =>
      Promise.all(
        [['ticket', number], ['tickets'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  };
  const answer = useMutation({
    mutationFn: (message: string) =>
      sendRequest('answerTicket', { body: { number, replies: messages.length, message } }),
    onSuccess: () => void (text.current!.value = ''),
    ...options,
  });
  const close = useMutation({ mutationFn: () => sendRequest('closeAnyTicket', { body: { number } }), ...options });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.current!.value.trim();
    if (message !== '') answer.mutate(message);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('answer')}</span>
        <textarea ref={text} rows={5} maxLength={10_000} dir="auto" />
      </label>
      <div className="admin-actions">
        <button className="button" disabled={answer.isPending}>
          {t('send')}
        </button>
        {status !== 'closed' && (
          <button
            type="button"
            className="button button-quiet"
            disabled={close.isPending}
            onClick={() => close.mutate()}
          >
            {t('close')}
          </button>
        )}
      </div>
    </form>
  );
}
