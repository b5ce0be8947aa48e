import * as z from 'zod/mini';
import { BULK_REVIEWS, RATINGS, REPORT_REASONS, REVIEW_STATES } from '#domain/review.ts';
import { TITLE_REQUEST_STATES } from '#domain/title-request.ts';
import { errorCode, pageQuery, rowsOf } from './admin-lists.ts';
import { endpoint } from './endpoint.ts';
import { ticketMessage } from './forms.ts';
import { hiddenReason, reviewReply } from './review-forms.ts';
import { byId, line, namedProduct, opaqueId, resourceId, timestamp } from './schemas.ts';

const state = z.enum(REVIEW_STATES);

const reviewRow = z.object({
  id: resourceId,
  status: state,
  rating: z.literal(RATINGS),
  product: z.object({ id: z.int(), title: z.string() }),
  email: z.string(),
  language: z.string(),
  text: z.string(),
  open_reports: z.int(),
  created_at: timestamp,
});
export type ReviewRow = z.output<typeof reviewRow>;

/** What of the reviews is listed: those of a state, or those with open reports. */
const REVIEW_FILTERS = [...REVIEW_STATES, 'reported'] as const;

export const listAllReviews = endpoint('listAllReviews', {
  summary: 'Reviews of all titles, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { status: z.optional(z.enum(REVIEW_FILTERS)) }),
  response: rowsOf(reviewRow),
  status: 200,
  errors: [],
});

export const getAnyReview = endpoint('getAnyReview', {
  summary: 'One review with its reports and who changed its status.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.read',
  rateLimit: 'read',
  params: byId,
  response: z.extend(reviewRow, {
    has_spoilers: z.boolean(),
    hidden_reason: z.nullable(z.string()),
    helpful: z.int(),
    reply: z.nullable(z.string()),
    timeline: z.array(z.object({ status: state, actor: z.string(), note: z.nullable(z.string()), at: z.string() })),
    reports: z.array(
      z.object({
        reason: z.enum(REPORT_REASONS),
        note: z.string(),
        at: z.string(),
        resolved_at: z.nullable(z.string()),
      }),
    ),
  }),
  status: 200,
  errors: ['not_found'],
});
export type AnyReview = z.output<typeof getAnyReview.response>;

export const hideAnyReview = endpoint('hideAnyReview', {
  summary: 'Hide a review from readers; its author reads the reason, and its reports are resolved.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, reason: hiddenReason }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const restoreAnyReview = endpoint('restoreAnyReview', {
  summary: 'Publish a hidden or resubmitted review again.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const dismissReviewReports = endpoint('dismissReviewReports', {
  summary: 'Dismiss the open reports of a review, which stays as it is.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.write',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found', 'too_late'],
});

const chosenReviews = z.array(opaqueId).check(z.minLength(1), z.maxLength(BULK_REVIEWS));

export const decideReviews = endpoint('decideReviews', {
  summary: 'Decide reviews, each by itself: what is done is done once, and each that cannot be decided says why.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.write',
  rateLimit: 'write',
  body: z.discriminatedUnion('decision', [
    z.object({ ids: chosenReviews, decision: z.enum(['dismiss', 'restore']) }),
    z.object({ ids: chosenReviews, decision: z.literal('hide'), reason: hiddenReason }),
  ]),
  response: z.object({ results: z.array(z.object({ id: z.string(), error: z.nullable(errorCode) })) }),
  status: 200,
  errors: [],
});
export type DecidedReview = z.output<typeof decideReviews.response>['results'][number];

export const replyToAnyReview = endpoint('replyToAnyReview', {
  summary:
    'Set the shop’s reply below a review, in the place of `was` (null: none): with another one somebody was faster.',
  tag: 'Back office',
  access: 'staff',
  permission: 'reviews.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, text: reviewReply, was: z.nullable(z.string()) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

const requestRow = z.object({
  id: resourceId,
  words: z.string(),
  status: z.enum(TITLE_REQUEST_STATES),
  answer: z.nullable(z.string()),
  product: z.nullable(namedProduct),
  created_at: timestamp,
  email: z.string(),
  is_guest: z.boolean(),
});
export type TitleRequestRow = z.output<typeof requestRow>;

export const listAllTitleRequests = endpoint('listAllTitleRequests', {
  summary: 'The titles that readers asked for, the newest first.',
  tag: 'Back office',
  access: 'staff',
  permission: 'requests.read',
  rateLimit: 'read',
  query: z.extend(pageQuery, { status: z.optional(z.enum(TITLE_REQUEST_STATES)) }),
  response: rowsOf(requestRow),
  status: 200,
  errors: [],
});

export const answerAnyTitleRequest = endpoint('answerAnyTitleRequest', {
  summary:
    'Email an answer to whoever asked for a title, in the place of the answer `was` (null: none): with another one somebody was faster.',
  tag: 'Back office',
  access: 'staff',
  permission: 'requests.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, text: ticketMessage, was: z.nullable(z.string()) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});

export const fulfilAnyTitleRequest = endpoint('fulfilAnyTitleRequest', {
  summary: 'Email whoever asked for a title that the one with this ISBN is it.',
  tag: 'Back office',
  access: 'staff',
  permission: 'requests.write',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, isbn: line(20) }),
  status: 204,
  errors: ['not_found', 'too_late'],
});
