import { and, asc, count, desc, eq, gt, inArray, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Database, Connection } from '../db/connection.ts';
import { keepForms, keepStatement, rowsBefore, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { subquery } from '../db/subqueries.ts';
import { wishlistItem, product, variant } from '../db/tables.ts';
import { senFromRinggit, ringgitFromSen } from '#domain/money.ts';
import type { ProductRow } from '#contract/products.ts';
import { listProductRows, toProductRows, productColumns } from '../catalogue/products.ts';
import { offerOfVariant } from '../catalogue/supply.ts';
import { throwApiError, requireFound } from '../api-error.ts';
import type { ResponseOf, ParsedOf } from '#contract/endpoint.ts';
import type { listWishedTitles as contract, WishedTitle } from '#contract/account.ts';
import { ALL_FORMATS, isSellableFormat } from '#domain/catalogue/product.ts';

/** The products on a customer's wish list, newest first, as `objectID`s. */
export async function listWishes(db: Database, customerId: string): Promise<string[]> {
  const rows = await db
    .select({ productId: wishlistItem.productId })
    .from(wishlistItem)
    .where(eq(wishlistItem.customerId, customerId))
    .orderBy(desc(wishlistItem.createdAt), desc(wishlistItem.productId));
  return rows.map((row) => String(row.productId));
}

export const MAX_WISHES = 1000;
/** Product ids are PostgreSQL integers. */
export const MAX_PRODUCT_ID = 2_147_483_647;

/** Adds a product to a customer's wish list or removes it; returns whether it is listed now. Throws `not_found`, `too_many`. */
export function toggleWish(db: Connection, customerId: string, productId: number): Promise<boolean> {
  if (productId > MAX_PRODUCT_ID) throwApiError('not_found');
  return db.transaction(async (tx) => {
    const isItem = and(eq(wishlistItem.customerId, customerId), eq(wishlistItem.productId, productId));
    const removed = await tx.delete(wishlistItem).where(isItem);
    if (removed.rowCount) return false;
    const [row] = await listProductRows(tx, [productId]);
    const [counted] = await tx
      .select({ count: count() })
      .from(wishlistItem)
      .where(eq(wishlistItem.customerId, customerId));
    if (counted!.count >= MAX_WISHES) throwApiError('too_many');
    const priceWhenAdded = senFromRinggit(requireFound(row).price);
    await tx.insert(wishlistItem).values({ customerId, productId, priceWhenAdded }).onConflictDoNothing();
    return true;
  });
}

/**
 * Adds products to a customer's wish list, the first of them newest; returns those that were not on it. Unknown products
 * are left out. Throws `too_many` and adds none.
 */
export function addWishes(db: Connection, customerId: string, productIds: readonly number[]) {
  return db.transaction((tx) => insertWishes(tx, customerId, productIds));
}

/** The same within a transaction. */
export async function insertWishes(tx: Database, customerId: string, productIds: readonly number[]) {
  const products = await listProductRows(
    tx,
    [...new Set(productIds)].filter((id) => id <= MAX_PRODUCT_ID),
  );
  if (products.length === 0) return [];
  const now = Date.now();
  const rows = products.map(({ id, price }, index) => ({
    customerId,
    productId: id,
    priceWhenAdded: senFromRinggit(price),
    createdAt: new Date(now - index),
  }));
  // Sorted, so that concurrent requests lock rows in the same order.
  const sorted = rows.toSorted((a, b) => a.productId - b.productId);
  const inserted = await tx
    .insert(wishlistItem)
    .values(sorted)
    .onConflictDoNothing()
    .returning({ productId: wishlistItem.productId });
  const [counted] = await tx
    .select({ count: count() })
    .from(wishlistItem)
    .where(eq(wishlistItem.customerId, customerId));
  if (counted!.count > MAX_WISHES) throwApiError('too_many');
  const added = new Set(inserted.map((row) => row.productId));
  return products.filter(({ id }) => added.has(id)).map(({ objectID, title }) => ({ objectID, title }));
}

type WishListQuery = ParsedOf<typeof contract>['query'];

const isOnSale = and(
  eq(variant.productId, product.id),
  eq(variant.isListed, true),
  eq(product.isListed, true),
  inArray(variant.format, ALL_FORMATS.filter(isSellableFormat)),
);

/** The member price of the cheapest format on sale, as in every product row. */
export function priceToday(productId: AnyColumn) {
  return subquery
    .select({ price: variant.memberPrice })
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(eq(variant.productId, productId), isOnSale))
    .orderBy(variant.listPrice, variant.id)
    .limit(1);
}

const today = priceToday(wishlistItem.productId).as('today');

const { priceWhenAdded } = wishlistItem;

/** How much cheaper a product became since it was wished, in sen. */
const drop = sql<number>`greatest(${priceWhenAdded} - coalesce(${today.price}, ${priceWhenAdded}), 0)`;

const wishColumns = {
  ...productColumns,
  wishedAt: wishlistItem.createdAt,
  priceWhenAdded,
  drop,
  isListed: product.isListed,
  alertPrice: wishlistItem.alertPrice,
};

type WishRow = SelectResultFields<typeof wishColumns>;

const NEWEST_FIRST = [desc(wishlistItem.createdAt), desc(wishlistItem.productId)];
const LARGEST_DROP_FIRST = [desc(drop), ...NEWEST_FIRST];

const SORT_ORDERS: Record<WishListQuery['sort'], SQL[]> = {
  '-wished_at': NEWEST_FIRST,
  title: [asc(product.titleSort), asc(product.id)],
  price: [asc(today.price), asc(product.id)],
  '-price': [sql`${today.price} DESC NULLS LAST`, asc(product.id)],
  '-drop': LARGEST_DROP_FIRST,
};

/** A page of a customer's wish list with today's prices; also products that are no longer listed. */
export async function listWishedTitles(
  db: Database,
  customerId: string,
  { page, limit, sort }: WishListQuery,
): Promise<ResponseOf<typeof contract>> {
  const [rows, [counted]] = await Promise.all([
    selectPage(db, { customerId, offset: rowsBefore({ page, limit }) }, { sort, limit }),
    selectTotal(db, { customerId }),
  ]);
  return { rows: wishedTitles(rows), total: counted!.total, page };
}

type OfCustomer = { customerId: string };

const selectPage = keepForms(
  (
    db,
    given: PerhapsGiven<OfCustomer & { offset: number | undefined }>,
    { sort, limit }: Pick<WishListQuery, 'sort' | 'limit'>,
  ) =>
    db
      .select(wishColumns)
      .from(wishlistItem)
      .innerJoin(product, eq(product.id, wishlistItem.productId))
      .leftJoinLateral(today, sql`true`)
      .where(eq(wishlistItem.customerId, given('customerId')))
      .orderBy(...SORT_ORDERS[sort])
      .limit(limit)
      .offset(given('offset') ?? 0),
);

const selectTotal = keepStatement((db, given: Given<OfCustomer>) =>
  db
    .select({ total: count() })
    .from(wishlistItem)
    .where(eq(wishlistItem.customerId, given('customerId'))),
);

/** The wish list's products that became cheaper, the largest drop first, and their number. */
export async function listPriceDrops(db: Database, customerId: string, limit: number) {
  const rows = await selectDrops(db, { customerId }, { limit });
  return { total: rows[0]?.total ?? 0, titles: wishedTitles(rows) };
}

const selectDrops = keepForms((db, given: PerhapsGiven<OfCustomer>, { limit }: { limit: number }) =>
  db
    .select({ ...wishColumns, total: sql<number>`(count(*) OVER ())::int` })
    .from(wishlistItem)
    .innerJoin(product, eq(product.id, wishlistItem.productId))
    .leftJoinLateral(today, sql`true`)
    .where(and(eq(wishlistItem.customerId, given('customerId')), gt(drop, 0)))
    .orderBy(...LARGEST_DROP_FIRST)
    .limit(limit),
);

function wishedTitles(rows: readonly WishRow[]): WishedTitle[] {
  const products = toProductRows(rows);
  return rows.map((row, index) => wishedTitle(row, products[index]!));
}

function wishedTitle(row: WishRow, shown: ProductRow): WishedTitle {
  const { wishedAt, isListed, alertPrice } = row;
  return {
    ...shown,
    wished_at: wishedAt.toISOString(),
    is_listed: isListed,
    price_alert: alertPrice !== null,
    price_then: ringgitFromSen(row.priceWhenAdded),
    drop: ringgitFromSen(row.drop),
    offer: isListed ? wishedOffer(row) : null,
  };
}

/** The cheapest format in stock, or else the cheapest that can be ordered. */
function wishedOffer({ variants }: WishRow): WishedTitle['offer'] {
  const offers = variants
    .filter(({ format }) => isSellableFormat(format))
    .map((one) => ({ ...one, availability: offerOfVariant(one) }))
    .filter(({ availability }) => availability.state !== 'out_of_stock');
  const found = offers.find(({ stock }) => stock > 0) ?? offers[0];
  if (!found) return null;
  return {
    vid: found.id,
    format: found.format,
    price: ringgitFromSen(found.memberPrice),
    original_price: ringgitFromSen(found.listPrice),
    stock: found.stock,
    availability: found.availability,
  };
}
