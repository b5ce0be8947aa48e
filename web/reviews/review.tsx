import { useTranslations } from 'use-intl';
import type { Review } from '#contract/reviews.ts';
import { formatDay } from '#domain/dates.ts';
import { inDigitsOf, languageName } from '#domain/locale.ts';
import { formatAverage } from '#domain/review.ts';
import { useReaderLocale } from '../ui/text.tsx';

/** A star of 20 by 20, from its top, and its left half. */
const STAR = 'l2.3,6 6.5,.3 -5,4 1.7,6.2 -5.4,-3.5 -5.4,3.5 1.7,-6.2 -5,-4 6.5,-.3z';
const LEFT_HALF = 'l-2.3,6 -6.5,.3 5,4 -1.7,6.2 5.4,-3.5z';

/** Five stars, filled up to a rating to the half; said in words too. */
export function Stars({ rating }: { rating: number }) {
  const t = useTranslations('common.reviews');
  const locale = useReaderLocale();
  const words = Number.isInteger(rating) ? inDigitsOf(locale, String(rating)) : formatAverage(rating, locale);
  return (
    <span className="stars">
      <svg viewBox="0 0 100 20" aria-hidden="true">
        <path className="stars-empty" d={starsPath(5)} />
        <path d={starsPath(rating)} />
      </svg>
      <span className="visually-hidden">{t('outOfFive', { rating: words })}</span>
    </span>
  );
}

/** One star, in a box of 20 by 20. */
export const STAR_PATH = starsPath(1);

function starsPath(rating: number): string {
  const halves = Math.round(2 * rating);
  const full = Array.from({ length: Math.floor(halves / 2) }, () => STAR);
  return `M10,1.4${[...full, ...(halves % 2 === 1 ? [LEFT_HALF] : [])].join('m20,0')}`;
}

type Written = Pick<Review, 'text' | 'language' | 'has_spoilers' | 'reply'>;

/** What a review says, folded where it tells what happens, and the shop's reply. */
export function ReviewText({ review: { text, language, has_spoilers, reply } }: { review: Written }) {
  const t = useTranslations('common.reviews');
  const words = (
    <p className="review-text" lang={language} dir="auto">
      {text}
    </p>
  );
  return (
    <>
      {has_spoilers ? (
        <details className="fold">
          <summary>{t('spoilers')}</summary>
          {words}
        </details>
      ) : (
        words
      )}
      {reply && <Reply reply={reply} />}
    </>
  );
}

function Reply({ reply: { text, at } }: { reply: NonNullable<Written['reply']> }) {
  const t = useTranslations('common.reviews');
  const locale = useReaderLocale();
  return (
    <div className="reply is-staff">
      <p className="reply-head">
        <b>{t('reply')}</b>
        <time dateTime={at}>{formatDay(at, locale)}</time>
      </p>
      <p className="reply-text" dir="auto">
        {text}
      </p>
    </div>
  );
}

/** When a review was written and changed, and its language where that is not the reader's. */
export function ReviewDates({ review }: { review: Pick<Review, 'created_at' | 'edited_at' | 'language'> }) {
  const t = useTranslations('common.reviews');
  const locale = useReaderLocale();
  const { created_at: written, edited_at: edited, language } = review;
  return (
    <small className="review-dates">
      <time dateTime={written}>{formatDay(written, locale)}</time>
      {edited && <span>{t('edited', { date: formatDay(edited, locale) })}</span>}
      {language !== locale && <span>{t('inLanguage', { language: languageName(language, locale) })}</span>}
    </small>
  );
}
