import { and, asc, eq, gt, isNotNull, isNull, lt, or, sql, type SQL } from 'drizzle-orm';
import { bookPath, localizedPath } from '#contract/pages.ts';
import { requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Connection, Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, priceAlertRun, product, productChange, wishlistItem } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { priceToday } from './wish-list.ts';

const today = priceToday(wishlistItem.productId).as('today');

/**
 * Turns the emails about a wished title's price on, for every price below today's, or off. Throws `not_found` for a title that
 * is not on the list.
 */
export async function setPriceAlert(
  db: Database,
  customerId: string,
  { productId, isOn }: { productId: number; isOn: boolean },
): Promise<void> {
  const isItem = and(eq(wishlistItem.customerId, customerId), eq(wishlistItem.productId, productId));
  const [item] = await db
    .select({ alertPrice: wishlistItem.alertPrice, price: today.price, before: wishlistItem.priceWhenAdded })
    .from(wishlistItem)
    .leftJoinLateral(today, sql`true`)
    .where(isItem);
  const { alertPrice, price, before } = requireFound(item);
  await db
    .update(wishlistItem)
    .set({ alertPrice: isOn ? (alertPrice ?? price ?? before) : null })
    .where(isItem);
}

/** Customers that are read at once. */
const BATCH_SIZE = 500;
/** How long a transaction may take whose changes count from when it began. */
const OVERLAP = sql`interval '1 hour'`;
/** Titles that one email names, the largest drop first. */
const MAX_TITLES = 20;

const isDropped = lt(today.price, wishlistItem.alertPrice);
/** One email a day at most. */
const isDue = and(
  isNull(customer.deletedAt),
  or(isNull(customer.priceAlertSentAt), lt(customer.priceAlertSentAt, sql`now() - interval '1 day'`)),
);

/**
 * Emails customers about wished titles whose member price fell below the one that they know; the new price is then the one
 * that they know. Reads the titles that changed since the last run, and those of customers to whom an email is due again. Several
 * servers may run it at once. Returns the number of emails.
 */
export async function sendPriceAlerts(deps: Deps): Promise<number> {
  const { db } = deps;
  const { since, now } = await readLastRun(db);
  const news = since === null ? [undefined] : [hasChangedSince(since), isDueAgainSince(since)];
  let sent = 0;
  for (const isNews of news)
    for (let last: string | undefined = ''; last !== undefined;) {
      const waiting = await listWaiting(db, { isNews, after: last });
      for (const id of waiting) if (await db.transaction((tx) => sendPriceAlertTo(tx, deps, id))) sent += 1;
      last = waiting[BATCH_SIZE - 1];
    }
  await db.update(priceAlertRun).set({ readAt: sql`${now}::timestamptz` });
  return sent;
}

/** From when changes are news, if they are all known still (`cleanup.ts`), and the time now. */
async function readLastRun(db: Database) {
  const { readAt } = priceAlertRun;
  const since = sql<
    string | null
  >`CASE WHEN ${readAt} > now() - interval '1 day' THEN (${readAt} - ${OVERLAP})::text END`;
  const [run] = await db.select({ since, now: sql<string>`clock_timestamp()::text` }).from(priceAlertRun);
  return run!;
}

function hasChangedSince(since: string): SQL {
  const changed = subquery
    .select({ id: productChange.productId })
    .from(productChange)
    .where(gt(productChange.changedAt, sql`${since}::timestamptz`));
  return sql`${wishlistItem.productId} IN ${changed}`;
}

function isDueAgainSince(since: string): SQL {
  return gt(customer.priceAlertSentAt, sql`${since}::timestamptz - interval '1 day'`);
}

/** Customers to be told of a title, by ascending id. */
async function listWaiting(
  db: Connection,
  { isNews, after }: { isNews: SQL | undefined; after: string },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: wishlistItem.customerId })
    .from(wishlistItem)
    .innerJoin(customer, eq(customer.id, wishlistItem.customerId))
    .innerJoinLateral(today, sql`true`)
    .where(
      and(isNotNull(wishlistItem.alertPrice), isDropped, isDue, isNews, after ? gt(customer.id, after) : undefined),
    )
    .orderBy(asc(wishlistItem.customerId))
    .limit(BATCH_SIZE);
  return rows.map(({ id }) => id);
}

/** Whoever sets the time of the email first writes it; another run finds the customer no longer due. */
async function sendPriceAlertTo(tx: Database, deps: Deps, customerId: string): Promise<boolean> {
  const [reader] = await tx
    .update(customer)
    .set({ priceAlertSentAt: sql`now()` })
    .where(and(eq(customer.id, customerId), isDue))
    .returning({ email: customer.email, locale: customer.locale });
  if (!reader) return false;
  const dropped = await tx
    .select({
      id: product.id,
      slug: product.slug,
      title: product.title,
      was: wishlistItem.alertPrice,
      price: today.price,
    })
    .from(wishlistItem)
    .innerJoin(product, eq(product.id, wishlistItem.productId))
    .innerJoinLateral(today, sql`true`)
    .where(and(eq(wishlistItem.customerId, customerId), isDropped))
    .orderBy(sql`${wishlistItem.alertPrice} - ${today.price} DESC`, asc(product.id));
  for (const { id, price } of dropped) {
    const isItem = and(eq(wishlistItem.customerId, customerId), eq(wishlistItem.productId, id));
    await tx.update(wishlistItem).set({ alertPrice: price }).where(isItem);
  }
  const { email: to, locale } = reader;
  const titles = dropped.slice(0, MAX_TITLES).map(({ id, slug, title, was, price }) => ({
    title,
    was: was!,
    price,
    shopLink: deps.publicUrl + localizedPath(locale, bookPath({ id, slug })),
  }));
  const data = { titles, link: `${deps.publicUrl}/customer/wish-list` };
  await enqueueEmail(tx, deps, { kind: 'price_drops', to, locale, data });
  return true;
}
