import { and, count, desc, eq, inArray, notExists, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { OwnReview, Review, ReviewedProduct, ReviewPage, ReviewQuery } from '#contract/reviews.ts';
import { averageRating, REVIEWABLE_ORDER_STATES, reviewerName } from '#domain/review.ts';
import { requireFound } from '../api-error.ts';
import { productCoverPath } from '../catalogue/product-covers.ts';
import { productColumns, type ProductData } from '../catalogue/products.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, rowsBefore, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, order, orderLine, product, productRating, review, reviewVote } from '../db/tables.ts';

type ReviewRow = typeof review.$inferSelect;

const ORDERS: Record<ReviewQuery['sort'], readonly SQL[]> = {
  helpful: [desc(review.helpful), desc(review.createdAt), desc(review.id)],
  newest: [desc(review.createdAt), desc(review.id)],
};

/** A page of a title's published reviews, of one rating where it is given, and how many there are of each. */
export async function listReviews(db: Database, productId: number, query: ReviewQuery): Promise<ReviewPage> {
  const { rating, sort, page, limit } = query;
  const [counted] = await db.select().from(productRating).where(eq(productRating.productId, productId));
  const stars = counted?.counts ?? [0, 0, 0, 0, 0];
  const total = rating === undefined ? (counted?.count ?? 0) : stars[rating - 1]!;
  const isShown = and(eq(review.productId, productId), eq(review.state, 'published'));
  const rows =
    total <= (page - 1) * limit
      ? []
      : await db
          .select({ row: review, name: customer.displayName })
          .from(review)
          .innerJoin(customer, eq(customer.id, review.customerId))
          .where(and(isShown, rating === undefined ? undefined : sql`${review.rating} = ${rating}`))
          .orderBy(...ORDERS[sort])
          .limit(limit)
          .offset((page - 1) * limit);
  const summary = counted && counted.count > 0 ? { average: averageRating(counted), count: counted.count } : null;
  return { rows: rows.map(({ row, name }) => publicReview(row, name)), total, page, rating: summary, stars };
}

/** The same of a title in the shop. Throws `not_found`. */
export async function listReviewsOfListed(db: Database, productId: number, query: ReviewQuery): Promise<ReviewPage> {
  const isListed = and(eq(product.id, productId), eq(product.isListed, true));
  const [listed] = await db.select({ id: product.id }).from(product).where(isListed);
  return listReviews(db, requireFound(listed).id, query);
}

function publicReview(row: ReviewRow, name: string): Review {
  return { ...commonFields(row), author: reviewerName(name) };
}

function commonFields(row: ReviewRow) {
  return {
    id: row.id,
    rating: row.rating,
    text: row.text,
    language: row.language,
    has_spoilers: row.hasSpoilers,
    helpful: row.helpful,
    reply: row.reply !== null && row.repliedAt ? { text: row.reply, at: row.repliedAt.toISOString() } : null,
    created_at: row.createdAt.toISOString(),
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

const productFields = { ...productColumns, isListed: product.isListed };

function reviewedProduct(data: ProductData & { isListed: boolean }): ReviewedProduct {
  const { id, title, language, slug, isListed } = data;
  return { id, title, language, slug: isListed ? slug : null, cover: productCoverPath(data) };
}

function selectOwnReviews(db: Database, where: SQL | undefined) {
  return db
    .select({ row: review, product: productFields })
    .from(review)
    .innerJoin(product, eq(product.id, review.productId))
    .where(where);
}

function ownReviewOf({ row, product: data }: Awaited<ReturnType<typeof selectOwnReviews>>[number]): OwnReview {
  const { state: status, hiddenReason } = row;
  return { ...commonFields(row), product: reviewedProduct(data), status, hidden_reason: hiddenReason };
}

/** One review as every reader sees it, with its title. Throws `not_found`. */
export async function requirePublishedReview(db: Database, id: string) {
  const [found] = await db
    .select({ row: review, name: customer.displayName, product: productFields })
    .from(review)
    .innerJoin(customer, eq(customer.id, review.customerId))
    .innerJoin(product, eq(product.id, review.productId))
    .where(and(eq(review.id, id), eq(review.state, 'published')));
  const { row, name, product: data } = requireFound(found);
  return { ...publicReview(row, name), product: reviewedProduct(data) };
}

/** A customer's review of a title, also while it is hidden. */
export async function findOwnReview(
  db: Database,
  customerId: string,
  productId: number,
): Promise<OwnReview | undefined> {
  const [found] = await selectOwnReviews(db, and(eq(review.customerId, customerId), eq(review.productId, productId)));
  return found && ownReviewOf(found);
}

/** Whether an order of the customer with this title is on its way or there; a refund changes nothing of that. */
export async function hasBought(db: Database, customerId: string, productId: number): Promise<boolean> {
  const [bought] = await db
    .select({ id: orderLine.id })
    .from(order)
    .innerJoin(orderLine, eq(orderLine.orderId, order.id))
    .where(
      and(
        eq(order.customerId, customerId),
        inArray(order.state, [...REVIEWABLE_ORDER_STATES]),
        eq(orderLine.productId, productId),
      ),
    )
    .limit(1);
  return bought !== undefined;
}

/** What the form of a review needs. Throws `not_found` for a title that is neither in the shop nor bought. */
export async function requireReviewForm(db: Database, customerId: string, productId: number) {
  const [data] = await db.select(productFields).from(product).where(eq(product.id, productId));
  const own = await findOwnReview(db, customerId, productId);
  const mayReview = own !== undefined || (await hasBought(db, customerId, productId));
  const found = requireFound(data && (data.isListed || mayReview) ? data : undefined);
  return { product: reviewedProduct(found), review: own ?? null, may_review: mayReview };
}

/** A page of a customer's reviews, newest first, and the titles that they may still review. */
export async function listOwnReviews(
  db: Database,
  customerId: string,
  { page, limit }: { page: number; limit: number },
) {
  const [rows, [counted], unreviewed] = await Promise.all([
    selectOwnPage(db, { customerId, offset: rowsBefore({ page, limit }) }, { limit }),
    countOwn(db, { customerId }),
    selectTitlesToReview(db, { customerId }),
  ]);
  return { rows: rows.map(ownReviewOf), total: counted!.total, page, to_review: unreviewed.map(reviewedProduct) };
}

type OfCustomer = { customerId: string };

const selectOwnPage = keepForms(
  (db, given: PerhapsGiven<OfCustomer & { offset: number | undefined }>, { limit }: { limit: number }) =>
    selectOwnReviews(db, eq(review.customerId, given('customerId')))
      .orderBy(desc(review.createdAt), desc(review.id))
      .limit(limit)
      .offset(given('offset') ?? 0),
);

const countOwn = keepStatement((db, given: Given<OfCustomer>) =>
  db
    .select({ total: count() })
    .from(review)
    .where(eq(review.customerId, given('customerId'))),
);

const MAX_TITLES_TO_REVIEW = 6;

/** Listed titles that a customer has bought and not reviewed. */
const selectTitlesToReview = keepStatement((db, given: Given<OfCustomer>) =>
  db
    .select(productFields)
    .from(product)
    .where(and(eq(product.isListed, true), inArray(product.id, unreviewedIds(given('customerId')))))
    .orderBy(desc(product.popularity), product.id)
    .limit(MAX_TITLES_TO_REVIEW),
);

function unreviewedIds(customerId: Placeholder) {
  const isReviewed = and(eq(review.customerId, customerId), eq(review.productId, orderLine.productId));
  return subquery
    .select({ id: orderLine.productId })
    .from(orderLine)
    .innerJoin(order, eq(order.id, orderLine.orderId))
    .where(
      and(
        eq(order.customerId, customerId),
        inArray(order.state, [...REVIEWABLE_ORDER_STATES]),
        notExists(subquery.select({ id: review.id }).from(review).where(isReviewed)),
      ),
    );
}

const MAX_MARKS = 500;

/** Which reviews of a title a customer found helpful, and which is the customer's own. */
export async function listReviewMarks(db: Database, customerId: string, productId: number) {
  const votes = await db
    .select({ id: reviewVote.reviewId })
    .from(reviewVote)
    .innerJoin(review, eq(review.id, reviewVote.reviewId))
    .where(and(eq(reviewVote.customerId, customerId), eq(review.productId, productId)))
    .limit(MAX_MARKS);
  const isOwn = and(eq(review.customerId, customerId), eq(review.productId, productId));
  const [own] = await db.select({ id: review.id }).from(review).where(isOwn);
  return { helpful: votes.map(({ id }) => id), own: own?.id ?? null };
}
