import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyTicket } from '#contract/admin-tickets.ts';
import { openPlaceholders } from '#domain/saved-reply.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { useNextStep } from './shortcuts.tsx';
import { SavedReplyChoice } from './saved-reply-choice.tsx';
import { Assignee, Merge, TicketNotes } from './ticket-work.tsx';

/** One ticket: its messages, the answer and closing it, and what only the staff sees. */
export function TicketPage() {
  return (
    <AdminMessages of="adminTickets">
      <OneTicket />
    </AdminMessages>
  );
}

function OneTicket() {
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
  const words = useTranslations('adminTickets.merge');
  const can = useCan();
  return (
    <>
      <PageTitle title={`\u2068${ticket.subject}\u2069`} />
      <p>
        <span className="order-state">{t(`states.${ticket.status}`)}</span>
        {ticket.is_guest && ` · ${t('guest')}`}
        {ticket.order_number !== null && (
          <>
            {' · '}
            <Link to={`/orders/${ticket.order_number}`}>{t('order', { number: ticket.order_number })}</Link>
          </>
        )}
      </p>
      {ticket.merged_into !== null && (
        <p>
          <Link to={`/tickets/${ticket.merged_into}`}>{words('merged', { number: ticket.merged_into })}</Link>
        </p>
      )}
      <div className="admin-columns">
        <div>
          <Messages messages={ticket.messages} />
          {can('tickets.write') && <Answer ticket={ticket} />}
        </div>
        <div>
          {can('tickets.write') && <Assignee ticket={ticket} />}
          <CustomerHistory email={ticket.email} />
          <TicketNotes ticket={ticket} />
          {can('tickets.write') && ticket.merged_into === null && <Merge number={ticket.number} />}
        </div>
      </div>
    </>
  );
}

function Messages({ messages }: { messages: AnyTicket['messages'] }) {
  const moment = useDateTimeFormat();
  return (
    <div className="replies">
      {messages.map(({ id, author, name, message, at }) => (
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
  );
}

function useTicketMutation<Sent>(number: string, send: (sent: Sent) => Promise<void>, onSuccess?: () => void) {
  const t = useTranslations('admin.tickets.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_late: t('too_late'), not_found: t('not_found') });
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    ...(onSuccess && { onSuccess }),
    onSettled: () =>
      Promise.all(
        [['ticket', number], ['tickets'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  });
}

function Answer({ ticket }: { ticket: AnyTicket }) {
  const t = useTranslations('admin.tickets');
  const words = useTranslations('adminTickets.saved');
  const { number, status, messages } = ticket;
  const text = useRef<HTMLTextAreaElement>(null);
  const answer = useTicketMutation(
    number,
    (message: string) => sendRequest('answerTicket', { body: { number, replies: messages.length, message } }),
    () => void (text.current!.value = ''),
  );
  const close = useTicketMutation(number, () => sendRequest('closeAnyTicket', { body: { number } }));
  useNextStep(() => status !== 'closed' && !close.isPending && close.mutate(undefined));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.current!.value.trim();
    const left = openPlaceholders(message).map((name) => `{${name}}`);
    if (left.length > 0) showToast({ kind: 'danger', text: words('left', { names: left.join(', ') }) });
    else if (message !== '') answer.mutate(message);
  };
  return (
    <form className="form" onSubmit={submit}>
      <SavedReplyChoice
        ticket={ticket}
        onChoose={(reply) => {
          text.current!.value = reply;
          text.current!.focus();
        }}
      />
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
            onClick={() => close.mutate(undefined)}
          >
            {t('close')}
          </button>
        )}
      </div>
    </form>
  );
}
