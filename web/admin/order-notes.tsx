import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { AnyOrder } from '#contract/admin.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useErrorToast } from '../customer/shell/toasts.tsx';
import { useCan } from './layout.tsx';

/** What the staff noted about an order, and a new note. */
export function Notes({ number, notes }: { number: string; notes: AnyOrder['notes'] }) {
  const t = useTranslations('admin.order');
  const moment = useDateTimeFormat();
  const can = useCan();
  return (
    <>
      <p className="field-hint">{t('notesText')}</p>
      {notes.length === 0 && <p>{t('noNotes')}</p>}
      <ul className="admin-notes">
        {notes.map(({ id, author, text, at }) => (
          <li key={id}>
            <p dir="auto">{text}</p>
            <small>
              <bdi>{author}</bdi> · {moment(at)}
            </small>
          </li>
        ))}
      </ul>
      {can('orders.write') && <NewNote number={number} />}
    </>
  );
}

const MAX_NOTE = 2000;

function NewNote({ number }: { number: string }) {
  const t = useTranslations('admin.order');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const text = useRef<HTMLTextAreaElement>(null);
  const add = useMutation({
    mutationFn: (note: string) => sendRequest('addOrderNote', { body: { number, text: note } }),
    onSuccess: () => {
      text.current!.value = '';
      return queries.invalidateQueries({ queryKey: ['order', number] });
    },
    onError: showErrorToast,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const note = text.current!.value.trim();
    if (note !== '') add.mutate(note);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={text} rows={3} maxLength={MAX_NOTE} dir="auto" />
      </label>
      <button className="button button-quiet" disabled={add.isPending}>
        {t('addNote')}
      </button>
    </form>
  );
}

/** The emails about an order, and whether they were sent. */
export function Emails({ emails }: { emails: AnyOrder['emails'] }) {
  const t = useTranslations('admin.order');
  const moment = useDateTimeFormat();
  if (emails.length === 0) return <p>{t('noEmails')}</p>;
  return (
    <ul className="admin-emails">
      {emails.map(({ id, subject, at, status }) => (
        <li key={id}>
          <bdi>{subject}</bdi> · {t(`emailStates.${status}`)} <small>{moment(at)}</small>
        </li>
      ))}
    </ul>
  );
}
