import type { DecidedReview, decideReviews as contract } from '#contract/admin-reviews.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { ApiError, throwApiError } from '../api-error.ts';
import { answerTitleRequest, fulfilTitleRequest } from '../alerts/answer-requests.ts';
import type { Deps } from '../context.ts';
import { dismissReports, hideReview, replyToReview, restoreReview } from '../reviews/moderation.ts';
import { requireReview } from '../reviews/staff-queries.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

/** Hides a review. Throws `not_found`, and `too_late` where a colleague has hidden it. */
export function hide(deps: Deps, request: StaffRequest, { id, reason }: { id: string; reason: string }): Promise<void> {
  return runAsStaff(deps, request, { verb: 'review hide', about: id }, (inside) =>
    hideReview(inside, { id, reason, actor: request.principal.name }),
  );
}

/** Publishes a review again. Throws `not_found`, and `too_late` where it is published. */
export function restore(deps: Deps, request: StaffRequest, { id }: { id: string }): Promise<void> {
  return runAsStaff(deps, request, { verb: 'review restore', about: id }, (inside) =>
    restoreReview(inside, { id, actor: request.principal.name }),
  );
}

/** Dismisses the open reports of a review. Throws `not_found`, and `too_late` where there are none any more. */
export function dismiss(deps: Deps, request: StaffRequest, { id }: { id: string }): Promise<void> {
  return runAsStaff(deps, request, { verb: 'review dismiss', about: id }, async (inside) => {
    await requireReview(inside.db, id);
    if ((await dismissReports(inside, id)) === 0) throwApiError('too_late');
  });
}

/** Decides reviews one after the other, each in a transaction of its own; what cannot be decided says why and stays. */
export async function decideReviews(
  deps: Deps,
  request: StaffRequest,
  { ids, ...wanted }: BodyOf<typeof contract>,
): Promise<DecidedReview[]> {
  const results: DecidedReview[] = [];
  for (const id of new Set(ids)) {
    const error = await decide(deps, request, { id, ...wanted }).then(() => null, codeOf);
    results.push({ id, error });
  }
  return results;
}

type Decision = { id: string } & ({ decision: 'hide'; reason: string } | { decision: 'restore' | 'dismiss' });

function decide(deps: Deps, request: StaffRequest, wanted: Decision): Promise<void> {
  if (wanted.decision === 'hide') return hide(deps, request, wanted);
  return wanted.decision === 'restore' ? restore(deps, request, wanted) : dismiss(deps, request, wanted);
}

function codeOf(error: unknown): ApiError['code'] {
  if (error instanceof ApiError) return error.code;
  throw error;
}

/** `was`: the text that is replaced, null for none. */
type NewText = { id: string; text: string; was: string | null };

/** Sets the shop's reply to a review. Throws as `replyToReview`. */
export function reply(deps: Deps, request: StaffRequest, { id, text, was }: NewText): Promise<void> {
  return runAsStaff(deps, request, { verb: 'review reply', about: id }, (inside) =>
    replyToReview(inside, { id, reply: text, was }),
  );
}

/** Answers a request for a title. Throws as `answerTitleRequest`. */
export function answerRequest(deps: Deps, request: StaffRequest, { id, text, was }: NewText): Promise<void> {
  return runAsStaff(deps, request, { verb: 'request answer', about: id }, (inside) =>
    answerTitleRequest(inside, id, { answer: text, was }),
  );
}

/** Tells a reader that the title of an ISBN is what they asked for. Throws as `fulfilTitleRequest`. */
export function fulfilRequest(
  deps: Deps,
  request: StaffRequest,
  { id, isbn }: { id: string; isbn: string },
): Promise<void> {
  return runAsStaff(deps, request, { verb: 'request fulfil', about: id }, (inside) =>
    fulfilTitleRequest(inside, id, isbn),
  );
}
