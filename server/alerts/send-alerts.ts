import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { bookPath, localizedPath } from '#contract/pages.ts';
import { alertBatchSize, ALERT_TRANSITIONS } from '#domain/alert.ts';
import { isBuyable, saleStateOf } from '#domain/catalogue/availability.ts';
import { ALL_FORMATS, isSellableFormat } from '#domain/catalogue/product.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { lockKeys } from '../db/locks.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { availabilityAlert, customer, product, variant } from '../db/tables.ts';
import { enqueueEmail } from '../emails/outbox.ts';

/** Emails of one format in a transaction; the next ones follow in the next run. */
const MAX_BATCH = 500;

/**
 * Writes the emails of formats that can be bought now, to the readers who came first (`alertBatchSize`); each alert is sent
 * once. What a format's stock and state are is read from the catalogue, so that whatever changes them counts: an import, a
 * cancelled order, an embargo's end, an operator. Several servers may run it at once. Returns the number of emails.
 */
export async function sendAlerts(deps: Deps): Promise<number> {
  let sent = 0;
  for (const variantId of await listAwaitedVariants(deps.db))
    sent += await deps.db.transaction((tx) => sendAlertsOf(tx, deps, variantId));
  return sent;
}

const hasCopies = and(
  gt(variant.stock, 0),
  variant.isListed,
  product.isListed,
  inArray(variant.format, ALL_FORMATS.filter(isSellableFormat)),
);

/** Formats that somebody waits for and of which there are copies. */
async function listAwaitedVariants(db: Database): Promise<number[]> {
  const awaited = subquery
    .select({ variantId: availabilityAlert.variantId })
    .from(availabilityAlert)
    .where(eq(availabilityAlert.state, 'active'));
  const rows = await db
    .select({ id: variant.id })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(inArray(variant.id, awaited), hasCopies))
    .orderBy(variant.id);
  return rows.map(({ id }) => id);
}

/** Runs for one format wait for each other, so that together they send no more than one would. */
async function sendAlertsOf(tx: Database, deps: Deps, variantId: number): Promise<number> {
  await lockKeys(tx, [`alerts for ${variantId}`]);
  const book = await findBuyable(tx, variantId);
  if (!book) return 0;
  const readers = await claimNextAlerts(tx, variantId, alertBatchSize(book.stock, book.sentInLastHour));
  for (const { email, locale, isGuest } of readers) {
    const link = isGuest ? { isGuest: true as const } : { link: `${deps.publicUrl}/customer/alerts` };
    const shopLink = deps.publicUrl + localizedPath(locale, bookPath({ id: book.productId, slug: book.slug }));
    const data = { title: book.title, format: book.format, shopLink, ...link };
    await enqueueEmail(tx, deps, { kind: 'alert', to: email, locale, data });
  }
  return readers.length;
}

async function findBuyable(tx: Database, variantId: number) {
  const [found] = await tx
    .select({
      productId: product.id,
      slug: product.slug,
      title: product.title,
      format: variant.format,
      stock: variant.stock,
      embargo: variant.embargo,
      publishingStatus: variant.publishingStatus,
      availability: variant.availability,
      published: sql<string | null>`coalesce(${variant.published}, ${product.published})`,
      expected: variant.expected,
      sentInLastHour: valueOf(
        subquery
          .select({ value: count() })
          .from(availabilityAlert)
          .where(
            and(
              eq(availabilityAlert.variantId, variant.id),
              eq(availabilityAlert.state, 'sent'),
              gt(availabilityAlert.sentAt, sql`now() - interval '1 hour'`),
            ),
          ),
      ),
    })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(eq(variant.id, variantId), hasCopies));
  if (!found) return undefined;
  const state = saleStateOf({ ...found, rights: [], rightsElsewhere: null }, dayInMalaysia(new Date().toISOString()));
  return isBuyable({ is_sold: true, stock: found.stock, state, awaited_from: null }) ? found : undefined;
}

type Reader = { email: string; locale: Locale; isGuest: boolean };

/** Marks the alerts that came first as sent; returns their readers in this order. */
async function claimNextAlerts(tx: Database, variantId: number, most: number): Promise<Reader[]> {
  const next = await tx
    .select({
      id: availabilityAlert.id,
      email: sql<string>`coalesce(${customer.email}, ${availabilityAlert.email})`,
      locale: sql<Locale>`coalesce(${customer.locale}, ${availabilityAlert.locale})`,
      customerId: availabilityAlert.customerId,
    })
    .from(availabilityAlert)
    .leftJoin(customer, eq(customer.id, availabilityAlert.customerId))
    .where(and(eq(availabilityAlert.variantId, variantId), eq(availabilityAlert.state, ALERT_TRANSITIONS.send.from)))
    .orderBy(asc(availabilityAlert.createdAt), asc(availabilityAlert.id))
    .limit(Math.min(most, MAX_BATCH))
    .for('update', { of: availabilityAlert });
  if (next.length === 0) return [];
  await tx
    .update(availabilityAlert)
    .set({ state: ALERT_TRANSITIONS.send.to, sentAt: sql`now()` })
    .where(
      inArray(
        availabilityAlert.id,
        next.map(({ id }) => id),
      ),
    );
  return next.map(({ email, locale, customerId }) => ({ email, locale, isGuest: customerId === null }));
}
