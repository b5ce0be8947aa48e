import { useMemo } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { ReviewRow } from '#contract/admin-reviews.ts';
import { REVIEW_STATES } from '#domain/review.ts';
import { sendRequest } from '../browser/api-client.ts';
import { ForeignText } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import type { Column } from './data-table.tsx';
import { useCan } from './layout.tsx';
import { ReviewDecisions } from './review-decisions.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { StatusTable } from './status-list.tsx';

/** Reviews of all titles, the newest first. */
export function ReviewsPage() {
  return (
    <AdminMessages of="adminRequests">
      <Reviews />
    </AdminMessages>
  );
}

function Reviews() {
  const t = useTranslations('adminRequests.reviews');
  const can = useCan();
  const states = REVIEW_STATES.map((state) => [state, t(`states.${state}`)] as const);
  return (
    <StatusTable
      name="reviews"
      words={{ title: t('title'), status: t('status'), all: t('all'), none: t('none'), noneText: t('noneText') }}
      states={[['reported', t('reported')] as const, ...states]}
      load={(query, signal) => sendRequest('listAllReviews', { query, signal })}
      columns={useColumns()}
      bulk={
        can('reviews.write')
          ? {
              nameOf: ({ product: { title }, email }) => t('select', { title, email }),
              actions: (chosen, selection) => <ReviewDecisions reviews={chosen} selection={selection} />,
            }
          : undefined
      }
    />
  );
}

const EXCERPT = 160;

function useColumns(): readonly Column<ReviewRow>[] {
  const t = useTranslations('adminRequests.reviews');
  const common = useRequestColumns();
  return useMemo(
    () => [
      { id: 'review', header: t('title'), cell: (row) => <Excerpt {...row} /> },
      common.status(({ status }) => t(`states.${status}`)),
      common.customer,
      common.date(({ created_at: at }) => at),
    ],
    [t, common],
  );
}

function Excerpt({ id, rating, product, language, text, open_reports: reports }: ReviewRow) {
  const t = useTranslations('adminRequests.reviews');
  const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
  return (
    <>
      <Link to={`/reviews/${id}`}>
        <bdi>{product.title}</bdi>
      </Link>
      <small>
        {t('stars', { count: rating })} {reports > 0 && <b>· {t('reports', { count: reports })}</b>}
      </small>
      <small>
        <ForeignText text={excerpt} language={language} />
      </small>
    </>
  );
}
