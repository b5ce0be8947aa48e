import type { Deps } from '../context.ts';
import { together } from '../db/kept-statement.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import {
  listOwnReviews,
  listReviewMarks,
  listReviewsOfListed,
  requirePublishedReview,
  requireReviewForm,
} from './queries.ts';
import { removeReview, saveReview } from './save-review.ts';
import { reportReview, voteReview } from './vote-and-report.ts';

type Names =
  | 'listReviews'
  | 'getReview'
  | 'listOwnReviews'
  | 'getOwnReview'
  | 'getReviewMarks'
  | 'saveReview'
  | 'removeReview'
  | 'voteReview'
  | 'reportReview';

export function reviewHandlers(deps: Deps): Pick<Handlers, Names> {
  const { db, preparedDb, consumeRateLimit } = deps;
  return {
    listReviews: ({ params, query }) => listReviewsOfListed(db, params.id, query),
    getReview: ({ params }) => requirePublishedReview(db, params.id),
    listOwnReviews: ({ query, principal }) =>
      together(preparedDb, (one) => listOwnReviews(one, principal.customerId, query)),
    getOwnReview: ({ params, principal }) => requireReviewForm(db, principal.customerId, params.id),
    getReviewMarks: ({ params, principal }) => listReviewMarks(db, principal.customerId, params.id),
    saveReview: async ({ body, principal: { customerId } }) => {
      await consumeRateLimit('review', `customer:${customerId}`);
      return saveReview(deps, customerId, body);
    },
    removeReview: ({ body, principal }) => removeReview(deps, principal.customerId, body.id),
    voteReview: async ({ body: { id, helpful }, principal: { customerId } }) => {
      await consumeRateLimit('review-vote', `customer:${customerId}`);
      return voteReview(deps, { customerId, id }, helpful);
    },
    reportReview: async ({ body: { id, ...report }, principal: { customerId } }) => {
      await consumeRateLimit('review-report', `customer:${customerId}`);
      await reportReview(deps, { customerId, id }, report);
    },
  };
}
