import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { reviewReport, type ReviewReport } from '#contract/review-forms.ts';
import { bookPath } from '#contract/pages.ts';
import type { ReviewedProduct } from '#contract/reviews.ts';
import { REPORT_REASONS } from '#domain/review.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { Form, FormError, SelectField, TextAreaField } from '../../forms/form.tsx';
import { ReviewText, Stars } from '../../reviews/review.tsx';
import { EmptyState, PageTitle, QueryContent } from '../page/page-states.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useShopPath } from '../shell/locale.tsx';
import { ReviewMessages } from './review-messages.tsx';
import { ReviewedTitle } from './write-review-page.tsx';

/** The report of another reader's review. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <ReviewMessages>
      <ReportReviewPage id={id} />
    </ReviewMessages>
  );
}

export function ReportReviewPage({ id }: { id: string }) {
  const t = useTranslations('reviews.report');
  const review = useQuery({
    queryKey: ['reviews', 'one', id],
    queryFn: ({ signal }) => sendRequest('getReview', { params: { id }, signal }),
  });
  const [isSent, setSent] = useState(false);
  const isMissing = review.error instanceof ApiRequestError && review.error.problem?.code === 'not_found';
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      {isMissing ? (
        <EmptyState title={t('notFound')} />
      ) : (
        <QueryContent query={review}>
          {(found) => (
            <>
              <ReviewedTitle product={found.product} />
              <blockquote className="reported-review">
                <Stars rating={found.rating} />
                <p>
                  <b>
                    <bdi>{found.author}</bdi>
                  </b>
                </p>
                <ReviewText review={found} />
              </blockquote>
              {isSent ? <Sent product={found.product} /> : <ReportForm id={id} onSent={() => setSent(true)} />}
            </>
          )}
        </QueryContent>
      )}
    </div>
  );
}

function Sent({ product: { id, slug } }: { product: ReviewedProduct }) {
  const t = useTranslations('reviews');
  const shop = useShopPath();
  return (
    <>
      <p className="alert" role="status">
        {t('report.sent')}
      </p>
      {slug !== null && (
        <a className="button" href={shop(`${bookPath({ id, slug })}#reviews`)}>
          {t('toBook')}
        </a>
      )}
    </>
  );
}

function ReportForm({ id, onSent }: { id: string; onSent: () => void }) {
  const t = useTranslations('reviews.report');
  const { form, submit, errorMessage, isBusy } = useApiForm<ReviewReport>({
    schema: reviewReport,
    defaultValues: { reason: REPORT_REASONS[0], note: '' },
    send: async (values) => {
      await sendRequest('reportReview', { body: { id, ...values } });
      onSent();
    },
  });
  return (
    <Form form={form} submit={submit} className="form narrow">
      <p>{t('lead')}</p>
      <SelectField
        name="reason"
        label={t('reason')}
        options={REPORT_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
      />
      <TextAreaField name="note" label={t('note')} maxLength={500} dir="auto" />
      <FormError>{errorMessage}</FormError>
      <button className="button" disabled={isBusy}>
        {t('send')}
      </button>
    </Form>
  );
}
