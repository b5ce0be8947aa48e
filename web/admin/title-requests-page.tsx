import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { TitleRequestRow } from '#contract/admin-reviews.ts';
import { TITLE_REQUEST_STATES, TITLE_REQUEST_TRANSITIONS } from '#domain/title-request.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { ForeignText } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { StatusList } from './status-list.tsx';

/** The titles that readers asked for, each with its answer. */
export function TitleRequestsPage() {
  return (
    <AdminMessages of="adminRequests">
      <TitleRequests />
    </AdminMessages>
  );
}

function TitleRequests() {
  const t = useTranslations('adminRequests.titles');
  return (
    <StatusList
      name="title-requests"
      words={{ title: t('title'), status: t('status'), all: t('all'), none: t('none'), noneText: t('noneText') }}
      states={TITLE_REQUEST_STATES.map((state) => [state, t(`states.${state}`)] as const)}
      load={(query, signal) => sendRequest('listAllTitleRequests', { query, signal })}
      keyOf={({ id }: TitleRequestRow) => id}
    >
      {(row) => <RequestItem row={row} />}
    </StatusList>
  );
}

function RequestItem({ row }: { row: TitleRequestRow }) {
  const t = useTranslations('adminRequests.titles');
  const moment = useDateTimeFormat();
  const can = useCan();
  const { words, status, email, is_guest: isGuest, answer, product, created_at: at } = row;
  const isOpen = TITLE_REQUEST_TRANSITIONS.answer.from.includes(status);
  return (
    <li>
      <b>
        <bdi>{words}</bdi>
      </b>
      <span className="order-state">{t(`states.${status}`)}</span>
      <small>
        <bdi>{email}</bdi>
        {isGuest && ` · ${t('guest')}`} · {moment(at)}
      </small>
      {product && <ForeignText text={product.title} language={product.language} />}
      {answer !== null && (
        <p className="admin-excerpt">
          {t('answered')} <bdi>{answer}</bdi>
        </p>
      )}
      {isOpen && can('requests.write') && (
        <details className="admin-excerpt">
          <summary aria-label={t('decide', { words })}>{t('open')}</summary>
          <Answer key={answer} row={row} />
          <Fulfil id={row.id} />
        </details>
      )}
    </li>
  );
}

function useRequestMutation<Sent>(send: (sent: Sent) => Promise<void>) {
  const t = useTranslations('adminRequests.titles.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_late: t('too_late'), not_found: t('not_found') });
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['title-requests'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

function Answer({ row: { id, answer: was } }: { row: TitleRequestRow }) {
  const t = useTranslations('adminRequests.titles');
  const text = useRef<HTMLTextAreaElement>(null);
  const answer = useRequestMutation((words: string) =>
    sendRequest('answerAnyTitleRequest', { body: { id, text: words, was } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.current!.value.trim();
    if (words !== '') answer.mutate(words);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('answer')}</span>
        <textarea ref={text} rows={3} required maxLength={10_000} dir="auto" defaultValue={was ?? ''} />
      </label>
      <button className="button" disabled={answer.isPending}>
        {t('send')}
      </button>
    </form>
  );
}

function Fulfil({ id }: { id: string }) {
  const t = useTranslations('adminRequests.titles');
  const isbn = useRef<HTMLInputElement>(null);
  const fulfil = useRequestMutation((of: string) => sendRequest('fulfilAnyTitleRequest', { body: { id, isbn: of } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const of = isbn.current!.value.trim();
    if (of !== '') fulfil.mutate(of);
  };
  return (
    <form className="admin-row-form" onSubmit={submit}>
      <label className="field">
        <span>{t('isbn')}</span>
        <input ref={isbn} required maxLength={20} inputMode="numeric" autoComplete="off" dir="ltr" />
      </label>
      <button className="button button-quiet" disabled={fulfil.isPending}>
        {t('fulfil')}
      </button>
    </form>
  );
}
