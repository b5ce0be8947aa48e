import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useImperativeHandle, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { reviewBody, type ReviewBody } from '#contract/review-forms.ts';
import { MAX_REVIEW_LENGTH } from '#contract/options.ts';
import { bookPath } from '#contract/pages.ts';
import type { OwnReview, ReviewedProduct } from '#contract/reviews.ts';
import { languageName } from '#domain/locale.ts';
import { RATINGS, REVIEW_LANGUAGES, reviewerName, type Rating } from '#domain/review.ts';
import { ApiRequestError, sendRequest } from '../../browser/api-client.ts';
import { discardDraft, useDraft } from '../../forms/drafts.ts';
import { Form, FormControl, FormError, SelectField } from '../../forms/form.tsx';
import { STAR_PATH } from '../../reviews/review.tsx';
import { Cover } from '../../ui/cover.tsx';
import { ForeignText, useReaderLocale } from '../../ui/text.tsx';
import { EmptyState, PageTitle, QueryContent } from '../page/page-states.tsx';
import { useApiForm } from '../page/use-api-form.ts';
import { useProfile } from '../profile/current-profile.ts';
import { useShopPath } from '../shell/locale.tsx';
import { showToast } from '../shell/toasts.tsx';
import { ReviewMessages } from './review-messages.tsx';
import { ReviewState } from './reviews-page.tsx';

/** The form of a review, new or to be changed. */
export function Component() {
  const { productId = '' } = useParams();
  return (
    <ReviewMessages>
      <WriteReviewPage key={productId} productId={Number(productId)} />
    </ReviewMessages>
  );
}

export function WriteReviewPage({ productId }: { productId: number }) {
  const t = useTranslations('reviews');
  const known = useQuery({
    queryKey: ['reviews', 'of', productId],
    queryFn: ({ signal }) => sendRequest('getOwnReview', { params: { id: productId }, signal }),
    // What is being written is not replaced by what another tab saved.
    staleTime: Infinity,
    gcTime: 0,
  });
  const isMissing = known.error instanceof ApiRequestError && (known.error.problem?.status ?? 0) < 500;
  if (isMissing) return <NoForm title={t('notFound')} />;
  return (
    <QueryContent query={known}>
      {({ product, review, may_review: isAllowed }) =>
        isAllowed ? (
          <div className="page">
            <PageTitle title={review ? t('editTitle') : t('write')} />
            <ReviewedTitle product={product} />
            {review && <ReviewState review={review} />}
            <ReviewForm product={product} review={review} />
          </div>
        ) : (
          <NoForm title={t('notBought')} text={t('notBoughtText')} product={product} />
        )
      }
    </QueryContent>
  );
}

type NoFormProps = { title: string; text?: string; product?: ReviewedProduct };

function NoForm({ title, text, product }: NoFormProps) {
  const t = useTranslations('reviews');
  const shop = useShopPath();
  return (
    <div className="page">
      <PageTitle title={t('write')} />
      {product && <ReviewedTitle product={product} />}
      <EmptyState title={title} {...(text !== undefined && { text })}>
        {product?.slug ? (
          <a className="button" href={shop(bookPath({ id: product.id, slug: product.slug }))}>
            {t('toBook')}
          </a>
        ) : (
          <Link to="/reviews">{t('title')}</Link>
        )}
      </EmptyState>
    </div>
  );
}

/** The title that a review is about. */
export function ReviewedTitle({ product }: { product: ReviewedProduct }) {
  return (
    <p className="reviewed-title">
      <Cover src={product.cover} size="small" />
      <b>
        <ForeignText text={product.title} language={product.language} />
      </b>
    </p>
  );
}

type ReviewFormProps = { product: ReviewedProduct; review: OwnReview | null };

function ReviewForm({ product, review }: ReviewFormProps) {
  const t = useTranslations('reviews');
  const profile = useProfile();
  const { form, submit, errorMessage, isBusy } = useReviewForm(product, review);
  return (
    <Form form={form} submit={submit} className="form review-form">
      <RatingField />
      <FormControl name="text" label={t('text')} hint={t('textHint')}>
        {(wiring) => <textarea rows={8} maxLength={MAX_REVIEW_LENGTH} dir="auto" {...wiring} />}
      </FormControl>
      <label className="check">
        <input type="checkbox" {...form.register('has_spoilers')} />
        {t('spoilers')}
      </label>
      <LanguageField />
      {profile && <p className="field-hint">{t('shownAs', { name: reviewerName(profile.displayName) })}</p>}
      <FormError>{errorMessage}</FormError>
      <div className="form-actions">
        <button className="button" disabled={isBusy}>
          {review ? t('save') : t('publish')}
        </button>
        <Link className="button-plain" to="/reviews">
          {t('cancel')}
        </Link>
      </div>
    </Form>
  );
}

/** What was written is kept as a draft until it is saved. */
function useReviewForm(product: ReviewedProduct, review: OwnReview | null) {
  const t = useTranslations('reviews');
  const locale = useReaderLocale();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const draft = `review-${product.id}`;
  const reviewForm = useApiForm<ReviewBody>({
    schema: reviewBody,
    defaultValues: {
      ...(review && { rating: review.rating }),
      text: review?.text ?? '',
      language: review?.language ?? locale,
      has_spoilers: review?.has_spoilers ?? false,
    },
    send: async (values) => {
      const { status } = await sendRequest('saveReview', { body: { ...values, product_id: product.id } });
      discardDraft(draft);
      void queries.invalidateQueries({ queryKey: ['reviews'] });
      showToast({ text: status === 'published' ? t('published') : t('sentAgain') });
      await navigate('/reviews');
    },
  });
  useDraft(reviewForm.form, { name: draft, fields: ['text'] });
  return reviewForm;
}

/** Five radio buttons as stars, which fill up to the chosen one. */
function RatingField() {
  const t = useTranslations('reviews');
  const { register, setValue, formState } = useFormContext<ReviewBody>();
  const rating = useWatch<ReviewBody, 'rating'>({ name: 'rating' });
  const error = formState.errors.rating?.message;
  const { ref, onBlur } = register('rating');
  const first = useRef<HTMLInputElement>(null);
  // A registered radio button would have a text as its value.
  useImperativeHandle(ref, () => ({ focus: () => first.current?.focus() }), []);
  return (
    <fieldset className="rating-field" aria-invalid={error !== undefined} aria-describedby="rating-note">
      <legend>{t('rating')}</legend>
      <div className="rating-stars">
        {RATINGS.map((one) => (
          <label key={one}>
            <input
              ref={one === RATINGS[0] ? first : undefined}
              className="visually-hidden"
              type="radio"
              name="rating"
              checked={rating === one}
              onChange={() => setValue('rating', one, { shouldDirty: true, shouldValidate: true })}
              onBlur={onBlur}
            />
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d={STAR_PATH} />
            </svg>
            <span className="visually-hidden">{t(`ratings.${one}`)}</span>
          </label>
        ))}
        <ChosenRating rating={rating} />
      </div>
      <p id="rating-note" className="field-error" role={error ? 'alert' : undefined}>
        {error}
      </p>
    </fieldset>
  );
}

function ChosenRating({ rating }: { rating: Rating | undefined }) {
  const t = useTranslations('reviews');
  return <span aria-hidden="true">{rating && t(`ratings.${rating}`)}</span>;
}

function LanguageField() {
  const t = useTranslations('reviews');
  const locale = useReaderLocale();
  const options = REVIEW_LANGUAGES.map((value) => ({ value, label: languageName(value, locale) }));
  return <SelectField name="language" label={t('language')} options={options} />;
}
