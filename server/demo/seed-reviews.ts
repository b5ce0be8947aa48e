import { inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { saveAddress } from '../addresses/addresses.ts';
import { customer, product } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { replyToReview } from '../reviews/moderation.ts';
import { saveReview } from '../reviews/save-review.ts';
import { voteReview } from '../reviews/vote-and-report.ts';
import { DEMO_ACCOUNTS, READER_ADDRESSES } from './demo-accounts.ts';
import { DEMO_REVIEWERS, DEMO_REVIEWS, type DemoReview } from './demo-reviews.ts';
import type { PastEvent } from './reader-history.ts';

/** A customer of the demo with what their one order is placed with. */
export type DemoReviewer = { customerId: string; email: string; addressId: string; titles: readonly number[] };

/** Creates the readers who review, each with an address and the titles that they buy. */
export async function makeReviewers({ db }: Deps, memberDays: number): Promise<DemoReviewer[]> {
  const since = sql`now() - make_interval(days => ${memberDays})`;
  const ids = await findReviewedTitles({ db });
  const reviewers: DemoReviewer[] = [];
  for (const person of DEMO_REVIEWERS) {
    const customerId = uuidv7();
    await db.insert(customer).values({ id: customerId, ...person, createdAt: since, activatedAt: since });
    const addressId = await saveAddress(db, customerId, { ...READER_ADDRESSES[0], name: person.displayName });
    const own = DEMO_REVIEWS.filter(({ by }) => by === person.email);
    reviewers.push({ customerId, email: person.email, addressId, titles: own.map(({ title }) => ids.get(title)!) });
  }
  return reviewers;
}

async function findReviewedTitles({ db }: Pick<Deps, 'db'>): Promise<Map<string, number>> {
  const titles = [...new Set(DEMO_REVIEWS.map(({ title }) => title))];
  const rows = await db
    .select({ id: product.id, title: product.title })
    .from(product)
    .where(inArray(product.title, titles))
    .orderBy(product.id);
  return new Map(rows.toReversed().map(({ id, title }) => [title, id]));
}

const hours = (days: number) => 24 * days;
/** Days after a review until others have found it helpful. */
const VOTES_AFTER_DAYS = 20;

/** The reviews, votes and replies of the demo, through the customers' and the staff's own commands. */
export async function reviewEvents(deps: Deps): Promise<PastEvent[]> {
  const ids = await findReviewedTitles(deps);
  const people = await deps.db
    .select({ id: customer.id, email: customer.email })
    .from(customer)
    .where(
      inArray(
        customer.email,
        [...DEMO_REVIEWERS, ...DEMO_ACCOUNTS].map(({ email }) => email),
      ),
    );
  const customerOf = (email: string) => people.find((one) => one.email === email)!.id;
  return DEMO_REVIEWS.flatMap((plan) => eventsOf(deps, plan, { productId: ids.get(plan.title)!, customerOf }));
}

type Known = { productId: number; customerOf: (email: string) => string };

function eventsOf(deps: Deps, plan: DemoReview, { productId, customerOf }: Known): PastEvent[] {
  const { by, daysAgo, rating, text, language = 'en', hasSpoilers = false, helpfulTo = [], reply } = plan;
  let id = '';
  const write = async () => {
    const body = { product_id: productId, rating, text, language, has_spoilers: hasSpoilers };
    ({ id } = await saveReview(deps, customerOf(by), body));
  };
  const vote = async () => {
    for (const email of helpfulTo) await voteReview(deps, { id, customerId: customerOf(email) }, true);
    if (reply !== undefined) await replyToReview(deps, { id, reply });
  };
  return [
    { hoursAgo: hours(daysAgo), run: write },
    { hoursAgo: hours(daysAgo - VOTES_AFTER_DAYS), run: vote },
  ];
}
