import { ThumbsUp } from 'lucide-react';
import { REVIEW_SORTS, REVIEWS_PER_PAGE } from '#contract/options.ts';
import {
  bookReviewsPath,
  reviewFormPath,
  reviewReportPath,
  signInPath,
  type BookView,
  type ReviewFilter,
} from '#contract/pages.ts';
import type { Review } from '#contract/reviews.ts';
import { formatCount, inDigitsOf } from '#domain/locale.ts';
import { formatAverage } from '#domain/review.ts';
import { ReviewDates, ReviewText, Stars } from '../../reviews/review.tsx';
import { Pagination } from '../browse/pagination.tsx';
import { useCommonTranslations, useLocalePath, usePageRequest, useShopTranslations } from '../shop-context.tsx';

/** The average of a title's ratings, which leads to its reviews; nothing without one. */
export function RatingLink({ product: { rating } }: Pick<BookView, 'product'>) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  if (!rating) return null;
  return (
    <a className="rating-link" href="#reviews">
      <Stars rating={rating.average} />
      <span>
        <span aria-hidden="true">{formatAverage(rating.average, locale)} · </span>
        {t('reviews.count', { count: rating.count, written: formatCount(rating.count, locale) })}
      </span>
    </a>
  );
}

/** What readers who bought a title say of it: the average, how many stars it got, and a page of reviews. */
export function Reviews({ view }: { view: BookView }) {
  const t = useShopTranslations();
  const { product, reviews } = view;
  return (
    <section className="reviews" id="reviews" aria-labelledby="reviews-title">
      <div className="reviews-summary">
        <h2 id="reviews-title">{t('reviews.title')}</h2>
        {reviews.rating ? <Distribution view={view} /> : <p>{t('reviews.none')}</p>}
        <p>{t('reviews.onlyBuyers')}</p>
        <a className="button button-quiet" href={reviewFormPath(product.id)}>
          {t('reviews.write')}
        </a>
      </div>
      {reviews.rating && <ReviewList view={view} />}
    </section>
  );
}

const MOST_STARS_FIRST = [5, 4, 3, 2, 1];

/** The average, and how many readers gave how many stars: each a link to their reviews. */
function Distribution({ view: { product, reviews, reviewFilter } }: { view: BookView }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  const { rating, stars } = reviews;
  if (!rating) return null;
  return (
    <>
      <p className="reviews-average">
        <b aria-hidden="true">{formatAverage(rating.average, locale)}</b>
        <Stars rating={rating.average} />
        <span>{t('reviews.count', { count: rating.count, written: formatCount(rating.count, locale) })}</span>
      </p>
      <ul className="distribution" aria-label={t('reviews.filter')}>
        {MOST_STARS_FIRST.map((one) => (
          <li key={one}>
            <StarsRow
              stars={one}
              count={stars[one - 1]!}
              all={rating.count}
              href={bookReviewsPath(product, { ...reviewFilter, rating: one, page: 1 })}
              isChosen={reviewFilter.rating === one}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

type StarsRowProps = { stars: number; count: number; all: number; href: string; isChosen: boolean };

function StarsRow({ stars, count, all, href, isChosen }: StarsRowProps) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { locale } = usePageRequest();
  const parts = (
    <>
      <span>{t('reviews.stars', { stars })}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect className="stars-empty" width={100} height={8} rx={2} />
        <rect width={Math.round((100 * count) / all)} height={8} rx={2} />
      </svg>
      <span>
        <bdi>{formatCount(count, locale)}</bdi>
      </span>
    </>
  );
  if (count === 0) return <span className="distribution-row">{parts}</span>;
  return (
    <a className="distribution-row" href={link(href)} aria-current={isChosen ? 'true' : undefined}>
      {parts}
    </a>
  );
}

function ReviewList({ view }: { view: BookView }) {
  const t = useShopTranslations();
  const link = useLocalePath();
  const { product, reviews, reviewFilter } = view;
  const { total, page, rows } = reviews;
  const pathOf = (changes: Partial<ReviewFilter>) => link(bookReviewsPath(product, { ...reviewFilter, ...changes }));
  return (
    <div
      className="review-list"
      data-island="reviews"
      data-product={product.id}
      data-sign-in={signInPath(pathOf({}))}
      data-failed={t('reviews.failed')}
    >
      <header>
        {reviewFilter.rating && (
          <p>
            {t('reviews.filtered', { stars: reviewFilter.rating })}{' '}
            <a href={pathOf({ rating: undefined, page: 1 })}>{t('reviews.showAll')}</a>
          </p>
        )}
        {total > 1 && <SortLinks sort={reviewFilter.sort} hrefOf={(sort) => pathOf({ sort, page: 1 })} />}
      </header>
      {rows.length === 0 && <p>{t('reviews.noneOfThese')}</p>}
      <ul>
        {rows.map((review) => (
          <li key={review.id}>
            <ReviewArticle review={review} />
          </li>
        ))}
      </ul>
      <Pagination
        paging={{ page, limit: REVIEWS_PER_PAGE, total, isLowerBound: false }}
        href={(other) => pathOf({ page: other })}
      />
    </div>
  );
}

type SortLinksProps = { sort: ReviewFilter['sort']; hrefOf: (sort: ReviewFilter['sort']) => string };

function SortLinks({ sort, hrefOf }: SortLinksProps) {
  const t = useShopTranslations();
  return (
    <nav className="review-sorts" aria-label={t('browse.sort')}>
      {REVIEW_SORTS.map((one) => (
        <a key={one} href={hrefOf(one)} aria-current={one === sort ? 'true' : undefined}>
          {t(`reviews.sorts.${one}`)}
        </a>
      ))}
    </nav>
  );
}

function ReviewArticle({ review }: { review: Review }) {
  const common = useCommonTranslations();
  const author = `review-${review.id}`;
  return (
    <article className="review" aria-labelledby={author}>
      <header>
        <Stars rating={review.rating} />
        <h3 id={author}>
          <bdi>{review.author}</bdi>
        </h3>
        <span className="tag">{common('reviews.verified')}</span>
        <ReviewDates review={review} />
      </header>
      <ReviewText review={review} />
      <ReviewActions review={review} describedBy={author} />
    </article>
  );
}

/** Whether it helped, which only a script can say; without a script the number alone. Nothing at one's own review. */
function ReviewActions({ review: { id, helpful }, describedBy }: { review: Review; describedBy: string }) {
  const t = useShopTranslations();
  const { locale } = usePageRequest();
  return (
    <footer className="review-actions" data-review={id}>
      <button
        type="button"
        className="vote needs-script"
        data-click="vote"
        aria-pressed="false"
        aria-describedby={describedBy}
      >
        <ThumbsUp aria-hidden="true" size={16} />
        {t('reviews.helpful')} <bdi data-count={helpful}>{helpful > 0 && inDigitsOf(locale, String(helpful))}</bdi>
      </button>
      <a href={reviewReportPath(id)} aria-describedby={describedBy}>
        {t('reviews.report')}
      </a>
    </footer>
  );
}
