import * as z from 'zod/mini';
import { RATINGS, REVIEW_LANGUAGES, REVIEW_STATES } from '#domain/review.ts';
import { endpoint } from './endpoint.ts';
import { reviewBody, reviewReport } from './review-forms.ts';
import { REVIEW_SORTS, REVIEWS_PER_PAGE } from './options.ts';
import { ratingSummary } from './products.ts';
import { byId, limit, namedProduct, opaqueId, page, pageOf, productId, resourceId, timestamp } from './schemas.ts';

const rating = z.literal(RATINGS);
const productInPath = z.object({ id: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)) });

const reply = z.object({ text: z.string(), at: timestamp });

/** A review as every reader sees it; `language` is that of its text, `author` a first name with an initial. */
const review = z.object({
  id: resourceId,
  rating,
  text: z.string(),
  language: z.enum(REVIEW_LANGUAGES),
  has_spoilers: z.boolean(),
  author: z.string(),
  helpful: z.int(),
  reply: z.nullable(reply),
  created_at: timestamp,
  edited_at: z.nullable(timestamp),
});
export type Review = z.output<typeof review>;

/** A page of a title's reviews; `stars` has how many of all give it one star, two, up to five. */
const reviewPage = z.extend(pageOf(review), { rating: z.nullable(ratingSummary), stars: z.array(z.int()) });
export type ReviewPage = z.output<typeof reviewPage>;

const reviewedProduct = z.extend(namedProduct, { cover: z.string() });
export type ReviewedProduct = z.output<typeof reviewedProduct>;

/** A review as its author sees it, even when it is hidden, with the shop's reason. */
const ownReview = z.extend(z.omit(review, { author: true }), {
  product: reviewedProduct,
  status: z.enum(REVIEW_STATES),
  hidden_reason: z.nullable(z.string()),
});
export type OwnReview = z.output<typeof ownReview>;

export const reviewQuery = z.object({
  rating: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5))),
  sort: z._default(z.enum(REVIEW_SORTS), 'helpful'),
  page,
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(50)), REVIEWS_PER_PAGE),
});
export type ReviewQuery = z.output<typeof reviewQuery>;

export const listReviews = endpoint('listReviews', {
  summary: "A title's published reviews, with its average rating and the number of reviews by stars.",
  tag: 'Reviews',
  access: 'guest',
  rateLimit: 'browse',
  params: productInPath,
  query: reviewQuery,
  response: reviewPage,
  status: 200,
  errors: ['not_found'],
});

export const getReview = endpoint('getReview', {
  summary: 'One published review, with its title.',
  tag: 'Reviews',
  access: 'guest',
  rateLimit: 'browse',
  params: z.object({ id: opaqueId }),
  response: z.extend(review, { product: reviewedProduct }),
  status: 200,
  errors: ['not_found'],
});

export const listOwnReviews = endpoint('listOwnReviews', {
  summary: "The customer's reviews, newest first, and the bought titles that they may still review.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'read',
  query: z.object({ page, limit }),
  response: z.extend(pageOf(ownReview), { to_review: z.array(reviewedProduct) }),
  status: 200,
  errors: [],
});

export const getOwnReview = endpoint('getOwnReview', {
  summary: "The customer's review of a title, and whether they may write one: only who bought it may.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'read',
  params: productInPath,
  response: z.object({ product: reviewedProduct, review: z.nullable(ownReview), may_review: z.boolean() }),
  status: 200,
  errors: ['not_found'],
});

export const saveReview = endpoint('saveReview', {
  summary: 'Write the review of a bought title, or change it: each customer has one.',
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'write',
  body: z.extend(reviewBody, { product_id: productId }),
  response: ownReview,
  status: 200,
  errors: ['purchase_required'],
});

export const removeReview = endpoint('removeReview', {
  summary: "Delete one of the customer's reviews.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'write',
  body: byId,
  status: 204,
  errors: ['not_found'],
});

export const getReviewMarks = endpoint('getReviewMarks', {
  summary: "Which reviews of a title the customer found helpful, and which one is the customer's own.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'read',
  params: productInPath,
  response: z.object({ helpful: z.array(resourceId), own: z.nullable(resourceId) }),
  status: 200,
  errors: ['not_found'],
});

export const voteReview = endpoint('voteReview', {
  summary: "Say that another customer's review is helpful, or take that back.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'write',
  body: z.object({ id: opaqueId, helpful: z.boolean() }),
  response: z.object({ id: resourceId, voted: z.boolean(), helpful: z.int() }),
  status: 200,
  errors: ['not_found', 'own_review'],
});

export const reportReview = endpoint('reportReview', {
  summary: "Report another customer's review to the shop; each customer once.",
  tag: 'Reviews',
  access: 'customer',
  rateLimit: 'write',
  body: z.extend(reviewReport, { id: opaqueId }),
  status: 204,
  errors: ['not_found', 'own_review'],
});
