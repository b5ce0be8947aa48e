import { REVIEW_ROUTES } from '#contract/review-routes.ts';
import { addRoutes } from '#contract/routes.ts';
import { LazyMessages, type MessageLoaders, type MessagesProps } from '../shell/locale.tsx';

addRoutes(REVIEW_ROUTES);

const REVIEW_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/reviews.json'),
  fa: () => import('#messages/fa/reviews.json'),
  de: () => import('#messages/de/reviews.json'),
  fr: () => import('#messages/fr/reviews.json'),
  pt: () => import('#messages/pt/reviews.json'),
};

/** Adds the messages that only the pages of reviews need. */
export function ReviewMessages({ fallback, children }: MessagesProps) {
  return (
    <LazyMessages name="reviews" loaders={REVIEW_MESSAGES} fallback={fallback}>
      {children}
    </LazyMessages>
  );
}
