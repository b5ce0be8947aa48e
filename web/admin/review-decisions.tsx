import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ReviewRow } from '#contract/admin-reviews.ts';
import { BULK_REVIEWS, canDecideReview, REVIEW_DECISIONS, type ReviewDecision } from '#domain/review.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import type { Selection } from './data-table.tsx';

type Wanted = { reviews: readonly ReviewRow[]; decision: ReviewDecision; reason: string };

/** What can be decided of the chosen reviews at once; each decision is about those that it can change. */
export function ReviewDecisions({ reviews, selection }: { reviews: readonly ReviewRow[]; selection: Selection }) {
  const t = useTranslations('adminRequests.reviews');
  const decide = useDecision(selection);
  const [reason, setReason] = useState('');
  const affected = (decision: ReviewDecision) =>
    reviews.filter(({ status, open_reports: reports }) => canDecideReview(decision, status, reports));
  const possible = REVIEW_DECISIONS.filter((decision) => affected(decision).length > 0);
  const start = (decision: ReviewDecision) =>
    decide.mutate({ reviews: affected(decision), decision, reason }, { onSuccess: () => setReason('') });
  const hide = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() !== '') start('hide');
  };
  const count = t('selected', { count: reviews.length });
  const gone = Object.keys(selection.ids).length - reviews.length;
  return (
    <div className="admin-bulk" role="group" aria-label={count}>
      <span role="status">
        {count} {gone > 0 && t('gone', { count: gone })}
      </span>
      {possible
        .filter((decision) => decision !== 'hide')
        .map((decision) => (
          <button
            key={decision}
            type="button"
            className="button button-quiet"
            disabled={decide.isPending}
            onClick={() => start(decision)}
          >
            {t(`decisions.${decision}`, { count: affected(decision).length })}
          </button>
        ))}
      {possible.includes('hide') && (
        <form className="admin-bulk-form" onSubmit={hide}>
          <input
            aria-label={t('reason')}
            placeholder={t('reason')}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            required
            maxLength={500}
            dir="auto"
          />
          <button className="button button-quiet" disabled={decide.isPending}>
            {t('decisions.hide', { count: affected('hide').length })}
          </button>
        </form>
      )}
      {reviews.length + gone > 0 && (
        <button type="button" className="button-plain" onClick={() => selection.setIds({})}>
          {t('clear')}
        </button>
      )}
    </div>
  );
}

/** Decides some at a time. Those that were answered are not chosen any more; after a lost connection the others still are. */
function useDecision({ ids, setIds }: Selection) {
  const t = useTranslations('adminRequests.reviews');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: async ({ reviews, decision, reason }: Wanted) => {
      const left = { ...ids };
      const failed: ReviewRow[] = [];
      let done = 0;
      try {
        for (let from = 0; from < reviews.length; from += BULK_REVIEWS) {
          const sent = reviews.slice(from, from + BULK_REVIEWS);
          const results = await send(sent, decision, reason);
          for (const { id } of results) delete left[id];
          const stayed = new Set(results.filter(({ error }) => error !== null).map(({ id }) => id));
          failed.push(...sent.filter(({ id }) => stayed.has(id)));
          done += results.length - stayed.size;
        }
      } finally {
        setIds(left);
        if (done > 0) showToast({ text: t('done', { count: done }) });
        if (failed.length > 0) {
          const titles = failed.map(({ product }) => `\u2068${product.title}\u2069`).join(', ');
          showToast({ kind: 'warning', text: t('failed', { count: failed.length, titles }), durationMs: 15_000 });
        }
      }
    },
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['review'], ['reviews'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

async function send(reviews: readonly ReviewRow[], decision: ReviewDecision, reason: string) {
  const ids = reviews.map(({ id }) => id);
  const body = decision === 'hide' ? { ids, decision, reason: reason.trim() } : { ids, decision };
  return (await sendRequest('decideReviews', { body })).results;
}
