import { and, desc, eq, exists, lt, or, sql, type SQL } from 'drizzle-orm';
import type { OrderState } from '#domain/orders/order.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { searchedWordsOf } from '../catalogue/search-words.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { beginningSearch, MAX_FOUND, type Found } from '../db/find-by-beginning.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { order, orderLine, product, shipment } from '../db/tables.ts';
import { queryWords } from '../search/search-index.ts';

/* What is typed is resolved to the ids of a bounded number of orders first, each kind of text by its index. Where more orders match, they
   are so many that reading the list from its newest end soon finds a page of them. */

export type OrderSearch = { q: string; status?: OrderState | undefined; before?: string | undefined; limit: number };

/** As many titles stand for the words of a search. */
const MAX_TITLES = 20;

/** The condition of the orders that a text finds: it holds for this page of the list only. */
export async function findOrders(deps: Deps, search: OrderSearch): Promise<SQL> {
  const { q } = search;
  const number = /^(?:bk-?)?(\d{6,9})$/i.exec(q)?.[1];
  if (number) return eq(order.number, `BK-${number}`);
  if (q.includes('@')) return conditionOf([await findByEmail(deps.db, q.toLowerCase())], search);
  const isbn = parseIsbn(q);
  if (isbn !== undefined) return conditionOf([await findByIsbn(deps.db, isbn, search)], search);
  const found = [findByName(deps.db, q.toLowerCase()), findByTracking(deps.db, q), findByTitle(deps, search)];
  return conditionOf(await Promise.all(found), search);
}

function conditionOf(found: readonly Found[], { before, status, limit }: OrderSearch): SQL {
  const ids = [...new Set(found.flatMap((one) => one.ids))].filter((id) => before === undefined || id < before);
  const newest = ids.toSorted().toReversed();
  const shown = status === undefined ? newest.slice(0, limit + 1) : newest;
  return or(isAmong(order.id, shown), ...found.map(({ tooMany }) => tooMany)) ?? sql`false`;
}

const findByName = beginningSearch(order.id, sql`lower(${order.address}->>'name')`);
const findByEmail = beginningSearch(order.id, order.email);

async function findByTracking(db: Database, q: string): Promise<Found> {
  const rows = await db
    .select({ id: shipment.orderId })
    .from(shipment)
    .where(eq(shipment.tracking, q))
    .limit(MAX_FOUND);
  return { ids: rows.map(({ id }) => id) };
}

async function findByIsbn(db: Database, isbn: string, search: OrderSearch): Promise<Found> {
  const isOfIsbn = eq(orderLine.isbn, isbn);
  const newest = newestLines(isOfIsbn, search);
  const rows = await db.select({ id: newest.orderId }).from(newest);
  return foundIn(
    rows.map(({ id }) => id),
    { isCut: rows.length === mostLines(search), matches: isOfIsbn },
    search,
  );
}

/** Orders of the titles that have all words; of those that the search of the shop puts first. */
async function findByTitle({ db, search: shop }: Deps, search: OrderSearch): Promise<Found> {
  const words = queryWords(search.q);
  if (words.length === 0) return { ids: [] };
  const filter = { q: search.q, page: 1, limit: MAX_TITLES };
  const { products } = await shop.search({ filter, words, facets: false });
  const named = products
    .filter(({ title }) => words.every((word) => searchedWordsOf(title).includes(word)))
    .map(({ id }) => id);
  if (named.length === 0) return { ids: [] };
  const newest = newestLines(eq(orderLine.productId, product.id), search);
  const rows = await db
    .select({ productId: product.id, id: newest.orderId })
    .from(product)
    .innerJoinLateral(newest, sql`true`)
    .where(isAmong(product.id, named));
  const ofTitles = [...Map.groupBy(rows, ({ productId }) => productId).values()];
  const isCut = ofTitles.some(({ length }) => length === mostLines(search));
  return foundIn(
    rows.map(({ id }) => id),
    { isCut, matches: isAmong(orderLine.productId, named) },
    search,
  );
}

/** The newest ones are enough for a page, unless only those of one state are wanted. */
const mostLines = ({ status, limit }: OrderSearch) => (status === undefined ? limit + 1 : MAX_FOUND);

function newestLines(matches: SQL, search: OrderSearch) {
  return subquery
    .select({ orderId: orderLine.orderId })
    .from(orderLine)
    .where(and(matches, search.before ? lt(orderLine.orderId, search.before) : undefined))
    .orderBy(desc(orderLine.orderId))
    .limit(mostLines(search))
    .as('newest');
}

/** `isCut`: whether there may be more lines that match. */
function foundIn(ids: string[], { isCut, matches }: { isCut: boolean; matches: SQL }, { status }: OrderSearch): Found {
  return status !== undefined && isCut ? { ids: [], tooMany: hasLine(matches) } : { ids };
}

function hasLine(matches: SQL): SQL {
  const isOfOrder = eq(orderLine.orderId, order.id);
  return exists(subquery.select({ id: orderLine.id }).from(orderLine).where(and(isOfOrder, matches)));
}
