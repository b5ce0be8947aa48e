/** The endpoints that only a customer's reviews need: their pages bring them. */
export const REVIEW_ROUTES = {
  getReview: 'GET /api/site/reviews/{id}',
  listOwnReviews: 'GET /api/reviews',
  getOwnReview: 'GET /api/reviews/products/{id}',
  saveReview: 'POST /api/reviews/save',
  removeReview: 'POST /api/reviews/remove',
  reportReview: 'POST /api/reviews/report',
} as const satisfies Record<string, `${'GET' | 'POST'} /${string}`>;
