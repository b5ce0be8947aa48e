import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyReview } from '#contract/admin-reviews.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useActorName } from './actor-name.ts';
import { AdminMessages } from './admin-messages.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';

/** One review with its reports and its history, and what can be done about it. */
export function ReviewPage() {
  return (
    <AdminMessages of="adminRequests">
      <OneReview />
    </AdminMessages>
  );
}

function OneReview() {
  const t = useTranslations('adminRequests.reviews');
  const { id = '' } = useParams();
  const review = useQuery({
    queryKey: ['review', id],
    queryFn: ({ signal }) => sendRequest('getAnyReview', { params: { id }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/reviews?status=reported">{t('back')}</Link>
      </p>
      <QueryContent query={review}>{(found) => <ReviewDetails review={found} />}</QueryContent>
    </div>
  );
}

function ReviewDetails({ review }: { review: AnyReview }) {
  const t = useTranslations('adminRequests.reviews');
  const moment = useDateTimeFormat();
  const can = useCan();
  return (
    <>
      <PageTitle title={t('of', { title: `\u2068${review.product.title}\u2069` })} />
      <p>
        <span className="order-state">{t(`states.${review.status}`)}</span> {t('stars', { count: review.rating })} ·{' '}
        <bdi>{review.email}</bdi> · {moment(review.created_at)}
        {review.has_spoilers && ` · ${t('spoilers')}`} · {t('helpful', { count: review.helpful })}
      </p>
      <blockquote className="admin-quote" lang={review.language} dir="auto">
        {review.text}
      </blockquote>
      {review.hidden_reason !== null && (
        <p>
          {t('hiddenBecause')} <bdi>{review.hidden_reason}</bdi>
        </p>
      )}
      <Reports review={review} />
      {can('reviews.write') && (
        <>
          <Moderation review={review} />
          <Reply key={review.reply} review={review} />
        </>
      )}
      <History timeline={review.timeline} />
    </>
  );
}

function Reports({ review: { reports } }: { review: AnyReview }) {
  const t = useTranslations('adminRequests.reviews');
  const moment = useDateTimeFormat();
  if (reports.length === 0) return null;
  return (
    <section className="admin-section">
      <h2>{t('reportsTitle')}</h2>
      <ul className="admin-list">
        {reports.map(({ reason, note, at, resolved_at: resolved }) => (
          <li key={at}>
            <b>{t(`reasons.${reason}`)}</b>
            {note !== '' && <bdi>{note}</bdi>}
            <small>
              {moment(at)}
              {resolved !== null && ` · ${t('resolved')}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useReviewMutation<Sent>(send: (sent: Sent) => Promise<void>, onSuccess?: () => void) {
  const t = useTranslations('adminRequests.reviews.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_late: t('too_late') });
  return useMutation({
    mutationFn: send,
    onError: showErrorToast,
    ...(onSuccess && { onSuccess }),
    onSettled: () =>
      Promise.all([['review'], ['reviews'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

function Moderation({ review: { id, status, open_reports: reports } }: { review: AnyReview }) {
  const t = useTranslations('adminRequests.reviews');
  const reason = useRef<HTMLTextAreaElement>(null);
  const restore = useReviewMutation(() => sendRequest('restoreAnyReview', { body: { id } }));
  const dismiss = useReviewMutation(() => sendRequest('dismissReviewReports', { body: { id } }));
  const hide = useReviewMutation((because: string) => sendRequest('hideAnyReview', { body: { id, reason: because } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const because = reason.current!.value.trim();
    if (because !== '') hide.mutate(because);
  };
  return (
    <>
      <div className="admin-actions">
        {reports > 0 && (
          <button
            type="button"
            className="button button-quiet"
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate(undefined)}
          >
            {t('dismiss')}
          </button>
        )}
        {status !== 'published' && (
          <button
            type="button"
            className="button"
            disabled={restore.isPending}
            onClick={() => restore.mutate(undefined)}
          >
            {t('restore')}
          </button>
        )}
      </div>
      {status !== 'hidden' && (
        <form className="form" onSubmit={submit}>
          <label className="field">
            <span>{t('reason')}</span>
            <textarea ref={reason} rows={2} required maxLength={500} dir="auto" />
          </label>
          <button className="button button-quiet" disabled={hide.isPending}>
            {t('hide')}
          </button>
        </form>
      )}
    </>
  );
}

function Reply({ review: { id, reply: was } }: { review: AnyReview }) {
  const t = useTranslations('adminRequests.reviews');
  const text = useRef<HTMLTextAreaElement>(null);
  const reply = useReviewMutation(
    (words: string) => sendRequest('replyToAnyReview', { body: { id, text: words, was } }),
    () => showToast({ text: t('replied') }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.current!.value.trim();
    if (words !== '') reply.mutate(words);
  };
  return (
    <form className="form" onSubmit={submit}>
      <label className="field">
        <span>{t('reply')}</span>
        <textarea ref={text} rows={3} required maxLength={2000} dir="auto" defaultValue={was ?? ''} />
      </label>
      <button className="button" disabled={reply.isPending}>
        {t('send')}
      </button>
    </form>
  );
}

function History({ timeline }: { timeline: AnyReview['timeline'] }) {
  const t = useTranslations('adminRequests.reviews');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  if (timeline.length === 0) return null;
  return (
    <section className="admin-section">
      <h2>{t('history')}</h2>
      <ol className="admin-history">
        {timeline.map(({ status, actor, note, at }) => (
          <li key={at}>
            <b>{t(`states.${status}`)}</b> {moment(at)} · {nameOf(actor)}
            {note && <p dir="auto">{note}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
