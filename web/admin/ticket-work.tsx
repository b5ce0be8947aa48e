import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyTicket } from '#contract/admin-tickets.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';

function useWork<Sent>(send: (sent: Sent) => Promise<void>, errors: { too_late?: string; not_found: string }) {
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast(errors);
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['ticket'], ['tickets'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Who of the staff looks after a ticket. */
export function Assignee({ ticket: { number, assignee, colleagues } }: { ticket: AnyTicket }) {
  const t = useTranslations('adminTickets.assign');
  const assign = useWork(
    (id: string | null) => sendRequest('assignTicket', { body: { number, assignee: id, was: assignee?.id ?? null } }),
    { too_late: t('errors.too_late'), not_found: t('errors.not_found') },
  );
  return (
    <label className="field admin-section">
      <span>{t('label')}</span>
      <select
        value={assignee?.id ?? ''}
        disabled={assign.isPending}
        onChange={({ target }) => assign.mutate(target.value || null)}
      >
        <option value="">{t('nobody')}</option>
        {colleagues.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the staff noted about a ticket, and a new note. */
export function TicketNotes({ ticket: { number, notes } }: { ticket: AnyTicket }) {
  const t = useTranslations('adminTickets.notes');
  const moment = useDateTimeFormat();
  const can = useCan();
  return (
    <section className="admin-section">
      <h2>{t('title')}</h2>
      <p className="field-hint">{t('hint')}</p>
      {notes.length === 0 && <p>{t('none')}</p>}
      <ul className="admin-notes">
        {notes.map(({ id, author, text, at }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <small>
              <bdi>{author.includes('@') ? t('byEmail', { address: author }) : author}</bdi> · {moment(at)}
            </small>
          </li>
        ))}
      </ul>
      {can('tickets.write') && <NewNote number={number} />}
    </section>
  );
}

function NewNote({ number }: { number: string }) {
  const t = useTranslations('adminTickets.notes');
  const errors = useTranslations('admin.tickets.errors');
  const field = useRef<HTMLTextAreaElement>(null);
  const add = useWork(
    async (text: string) => {
      await sendRequest('addTicketNote', { body: { number, text } });
      field.current!.value = '';
    },
    { not_found: errors('not_found') },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const text = field.current!.value.trim();
    if (text !== '') add.mutate(text);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={field} rows={2} maxLength={2000} dir="auto" />
      </label>
      <button className="button button-quiet" disabled={add.isPending}>
        {t('add')}
      </button>
    </form>
  );
}

/** Ends a duplicate in favour of another ticket of its customer. */
export function Merge({ number }: { number: string }) {
  const t = useTranslations('adminTickets.merge');
  const field = useRef<HTMLInputElement>(null);
  const merge = useWork((into: string) => sendRequest('mergeTickets', { body: { number, into } }), {
    too_late: t('errors.too_late'),
    not_found: t('errors.not_found'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    merge.mutate(field.current!.value.trim());
  };
  return (
    <details>
      <summary>{t('title')}</summary>
      <form className="form" onSubmit={submit}>
        <p className="field-hint">{t('hint')}</p>
        <label className="field">
          <span>{t('into')}</span>
          <input ref={field} required maxLength={20} autoComplete="off" dir="ltr" />
        </label>
        <button className="button button-quiet" disabled={merge.isPending}>
          {t('merge')}
        </button>
      </form>
    </details>
  );
}
