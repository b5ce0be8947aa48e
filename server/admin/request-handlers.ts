import type * as returns from '#contract/admin-returns.ts';
import type * as reviews from '#contract/admin-reviews.ts';
import { listAllTitleRequests } from '../alerts/title-requests.ts';
import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { listClaims, requireClaim } from '../orders/claims/queries.ts';
import { listReturns, requireReturn } from '../orders/returns/queries.ts';
import { listAllReviews, requireReview } from '../reviews/staff-queries.ts';
import { toPage } from './pages.ts';
import { decideAnyClaim, decideReturn, requireReturnPhoto } from './returns.ts';
import { answerRequest, decideReviews, dismiss, fulfilRequest, hide, reply, restore } from './reviews.ts';

/** Returns, claims, reviews and requests for titles. */
export function requestHandlers(deps: Deps): Pick<Handlers, keyof typeof returns | keyof typeof reviews> {
  const { preparedDb: db } = deps;
  return {
    listAllReturns: async ({ query: { status: state, before, limit } }) =>
      toPage(await listReturns(db, { limit: limit + 1, state, before }), limit, ({ refund_id: id }) => id),
    getAnyReturn: ({ params }) => requireReturn(db, params.number),
    getReturnPhoto: ({ params }) => requireReturnPhoto(deps, params.id),
    decideReturn: ({ body, principal, client }) => decideReturn(deps, { principal, client }, body),
    listAllClaims: async ({ query: { status: state, before, limit } }) =>
      toPage(await listClaims(db, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    getAnyClaim: ({ params }) => requireClaim(db, params.number),
    decideAnyClaim: ({ body, principal, client }) => decideAnyClaim(deps, { principal, client }, body),
    listAllReviews: async ({ query: { status, before, limit } }) => {
      const wanted = status === 'reported' ? { isReported: true } : { state: status };
      return toPage(await listAllReviews(db, { ...wanted, limit: limit + 1, before }), limit, ({ id }) => id);
    },
    getAnyReview: ({ params }) => requireReview(db, params.id),
    hideAnyReview: ({ body, principal, client }) => hide(deps, { principal, client }, body),
    restoreAnyReview: ({ body, principal, client }) => restore(deps, { principal, client }, body),
    dismissReviewReports: ({ body, principal, client }) => dismiss(deps, { principal, client }, body),
    decideReviews: async ({ body, principal, client }) => ({
      results: await decideReviews(deps, { principal, client }, body),
    }),
    replyToAnyReview: ({ body, principal, client }) => reply(deps, { principal, client }, body),
    listAllTitleRequests: async ({ query: { status: state, before, limit } }) =>
      toPage(await listAllTitleRequests(db, { limit: limit + 1, state, before }), limit, ({ id }) => id),
    answerAnyTitleRequest: ({ body, principal, client }) => answerRequest(deps, { principal, client }, body),
    fulfilAnyTitleRequest: ({ body, principal, client }) => fulfilRequest(deps, { principal, client }, body),
  };
}
