import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { bookPath } from '#contract/pages.ts';
import type { OwnReview, ReviewedProduct } from '#contract/reviews.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { ReviewDates, ReviewText, Stars } from '../../reviews/review.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText } from '../../ui/text.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { ConfirmButton } from '../dialogs/dialog-button.tsx';
import { EmptyList, Pagination, usePageParam } from '../page/pagination.tsx';
import { LoadingPage, PageHead } from '../page/page-head.tsx';
import { QueryContent } from '../page/page-states.tsx';
import { useShopPath } from '../shell/locale.tsx';
import { showToast, useErrorToast } from '../shell/toasts.tsx';
import { ReviewMessages } from './review-messages.tsx';

const PAGE_SIZE = 10;
const REVIEWS_ID = 'own-reviews';

/** The titles that wait for a review, and the customer's reviews, newest first. */
export function Component() {
  return (
    <ReviewMessages fallback={<LoadingPage page="reviews" />}>
      <ReviewsPage />
    </ReviewMessages>
  );
}

export function ReviewsPage() {
  const t = useTranslations('reviews');
  const page = usePageParam();
  const reviews = useQuery({
    queryKey: ['reviews', page],
    queryFn: ({ signal }) => sendRequest('listOwnReviews', { query: { page, limit: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page" {...useRestoreFocus(REVIEWS_ID)}>
      <PageHead page="reviews" />
      <QueryContent query={reviews}>
        {({ rows, total, to_review: waiting }) => {
          if (total === 0 && waiting.length === 0)
            return <EmptyList title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />;
          return (
            <>
              {waiting.length > 0 && <TitlesToReview titles={waiting} />}
              {total > 0 && <OwnReviews reviews={rows} />}
              <Pagination page={page} total={total} limit={PAGE_SIZE} isPlaceholder={reviews.isPlaceholderData} />
            </>
          );
        }}
      </QueryContent>
    </div>
  );
}

function TitlesToReview({ titles }: { titles: readonly ReviewedProduct[] }) {
  const t = useTranslations('reviews');
  return (
    <section className="page-section" aria-labelledby="to-review">
      <h2 id="to-review">{t('toReview')}</h2>
      <ul className="to-review">
        {titles.map((title) => (
          <li key={title.id}>
            <Cover src={title.cover} size="small" />
            <div>
              <b id={`title-${title.id}`}>
                <ForeignText text={title.title} language={title.language} />
              </b>
              <Link to={`/reviews/write/${title.id}`} aria-describedby={`title-${title.id}`}>
                {t('write')}
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnReviews({ reviews }: { reviews: readonly OwnReview[] }) {
  const t = useTranslations('reviews');
  return (
    <section className="page-section" aria-labelledby="own-reviews-title">
      <h2 id="own-reviews-title">{t('yours')}</h2>
      <ul className="own-reviews" id={REVIEWS_ID}>
        {reviews.map((review) => (
          <li key={review.id}>
            <OwnReviewArticle review={review} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OwnReviewArticle({ review }: { review: OwnReview }) {
  const t = useTranslations('reviews');
  const { id, product, helpful } = review;
  return (
    <article className="own-review" aria-labelledby={`review-${id}`}>
      <Cover src={product.cover} size="small" />
      <div className="own-review-body">
        <h3 id={`review-${id}`}>
          <TitleLink product={product} />
        </h3>
        <Stars rating={review.rating} />
        <ReviewDates review={review} />
        <ReviewState review={review} />
        <ReviewText review={review} />
        {helpful > 0 && <small>{t('helpful', { count: helpful })}</small>}
        <footer className="card-actions">
          <Link className="button-plain" to={`/reviews/write/${product.id}`} aria-describedby={`review-${id}`}>
            {t('edit')}
          </Link>
          <RemoveReview review={review} />
        </footer>
      </div>
    </article>
  );
}

function TitleLink({ product: { id, slug, title, language } }: { product: ReviewedProduct }) {
  const shop = useShopPath();
  const text = <ForeignText text={title} language={language} />;
  return slug === null ? text : <a href={shop(bookPath({ id, slug }))}>{text}</a>;
}

/** Why readers do not see it, if they do not. */
export function ReviewState({ review: { status, hidden_reason: reason } }: { review: OwnReview }) {
  const t = useTranslations('reviews');
  if (status === 'published') return null;
  return (
    <div className="alert alert-warning">
      <p>{status === 'hidden' ? t('hidden') : t('resubmitted')}</p>
      <p dir="auto">{t('reason', { reason: reason ?? '' })}</p>
    </div>
  );
}

function RemoveReview({ review: { id, product } }: { review: OwnReview }) {
  const t = useTranslations('reviews');
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const remove = async () => {
    try {
      await sendRequest('removeReview', { body: { id } });
      showToast({ text: t('removed') });
    } catch (error) {
      showErrorToast(error);
    }
    await queries.invalidateQueries({ queryKey: ['reviews'] });
  };
  return (
    <ConfirmButton
      trigger={t('remove')}
      describedBy={`review-${id}`}
      title={t('removeQuestion')}
      text={t('removeText', { title: product.title })}
      confirmLabel={t('remove')}
      cancelLabel={t('keep')}
      onConfirm={() => void remove()}
    />
  );
}
