import { and, between, desc, eq, exists, lt, or, sql, type Placeholder, type SQL } from 'drizzle-orm';
import type { OrderState } from '#domain/orders/order.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { searchedWordsOf } from '../catalogue/search-words.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { beginningSearch, MAX_FOUND } from '../db/find-by-beginning.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong, subquery } from '../db/subqueries.ts';
import { order, orderLine, product, shipment } from '../db/tables.ts';
import { queryWords } from '../search/search-index.ts';

/* What is typed is resolved to the ids of a bounded number of orders first, each kind of text by its index. Where more orders match, they
   are so many that reading the list from its newest end soon finds a page of them. */

export type OrderSearch = { q: string; status?: OrderState | undefined; before?: string | undefined; limit: number };

/** As many titles stand for the words of a search. */
const MAX_TITLES = 20;

const BEGINNINGS = {
  name: beginningSearch(order.id, sql`lower(${order.address}->>'name')`),
  email: beginningSearch(order.id, order.email),
};

/** Orders by their ids, the newest first, and what those have in common that are too many: a pattern of their names or email addresses, lines. */
export type FoundOrders = { ids: readonly string[]; name?: string; email?: string; lines?: SQL };

/** The same, and where the page begins, or the places of these values in a statement. */
type Wanted = { [K in 'ids' | 'name' | 'email']?: FoundOrders[K] | Placeholder | undefined } & {
  lines?: SQL | undefined;
  before: string | Placeholder | undefined;
};

/** Which orders a list shows, of those that were found or of all, and their order: the newest first. */
export function pageOfOrders({ before, ids, name, email, lines }: Wanted, status: OrderState | undefined) {
  const { name: byName, email: byEmail } = BEGINNINGS;
  const alike = or(lines, name ? byName.matches(name) : undefined, email ? byEmail.matches(email) : undefined);
  // Of the newest orders few may have a state: its index is asked for, which the planner does not prefer.
  const isFirstOfState = status && !before && !ids;
  const isOfState = isFirstOfState ? between(order.state, status, status) : status && eq(order.state, status);
  return {
    where: and(isOfState, before ? lt(order.id, before) : undefined, ids && or(isAmong(order.id, ids), alike)),
    orderBy: [...(isFirstOfState ? [order.state] : []), desc(order.id)],
  };
}

/** The orders that a text finds, for this page of the list only. */
export async function findOrders(deps: Deps, search: OrderSearch): Promise<FoundOrders> {
  const { before, status, limit } = search;
  const found = await Promise.all(findByKind(deps, search));
  const newest = [...new Set(found.flatMap(({ ids }) => ids))]
    .filter((id) => before === undefined || id < before)
    .toSorted()
    .toReversed();
  return Object.assign({}, ...found, { ids: status === undefined ? newest.slice(0, limit + 1) : newest });
}

/** Text is a number, an email address, an ISBN, or one of several things. */
function findByKind(deps: Deps, search: OrderSearch): Promise<FoundOrders>[] {
  const { q } = search;
  const db = deps.preparedDb;
  const number = /^(?:bk-?)?(\d{6,9})$/i.exec(q)?.[1];
  if (number) return [findByNumber(db, `BK-${number}`)];
  if (q.includes('@')) return [findByBeginning(db, 'email', q.toLowerCase())];
  const isbn = parseIsbn(q);
  if (isbn !== undefined) return [findByIsbn(db, isbn, search)];
  return [findByBeginning(db, 'name', q.toLowerCase()), findByTracking(db, q), findByTitle(deps, search)];
}

async function findByBeginning(db: Database, kind: keyof typeof BEGINNINGS, beginning: string): Promise<FoundOrders> {
  const { ids, pattern } = await BEGINNINGS[kind].find(db, beginning);
  return { ids, ...(pattern !== undefined && { [kind]: pattern }) };
}

const foundOf = (rows: readonly { id: string }[]): FoundOrders => ({ ids: rows.map(({ id }) => id) });

const selectByNumber = keepStatement((db, given: Given<{ number: string }>) =>
  db
    .select({ id: order.id })
    .from(order)
    .where(eq(order.number, given('number'))),
);

async function findByNumber(db: Database, number: string): Promise<FoundOrders> {
  return foundOf(await selectByNumber(db, { number }));
}

const selectByTracking = keepStatement((db, given: Given<{ tracking: string }>) =>
  db
    .select({ id: shipment.orderId })
    .from(shipment)
    .where(eq(shipment.tracking, given('tracking')))
    .limit(MAX_FOUND),
);

async function findByTracking(db: Database, tracking: string): Promise<FoundOrders> {
  return foundOf(await selectByTracking(db, { tracking }));
}

type Before = { before: string | undefined };
type Form = { most: number };

const selectByIsbn = keepForms((db, given: PerhapsGiven<Before & { isbn: string }>, { most }: Form) => {
  const newest = newestLines(eq(orderLine.isbn, given('isbn')), { before: given('before'), most });
  return db.select({ id: newest.id }).from(newest);
});

async function findByIsbn(db: Database, isbn: string, search: OrderSearch): Promise<FoundOrders> {
  const most = mostLines(search);
  const rows = await selectByIsbn(db, { isbn, before: search.before }, { most });
  return foundIn(rows, { isCut: rows.length === most, matches: eq(orderLine.isbn, isbn) }, search);
}

const selectByTitles = keepForms((db, given: PerhapsGiven<Before & { named: readonly number[] }>, { most }: Form) => {
  const newest = newestLines(eq(orderLine.productId, product.id), { before: given('before'), most });
  return db
    .select({ productId: product.id, id: newest.id })
    .from(product)
    .innerJoinLateral(newest, sql`true`)
    .where(isAmong(product.id, given('named')));
});

/** Orders of the titles that have all words; of those that the search of the shop puts first. */
async function findByTitle({ preparedDb, search: shop }: Deps, search: OrderSearch): Promise<FoundOrders> {
  const words = queryWords(search.q);
  if (words.length === 0) return { ids: [] };
  const filter = { q: search.q, page: 1, limit: MAX_TITLES };
  const { products } = await shop.search({ filter, words, facets: false });
  const named = products
    .filter(({ title }) => words.every((word) => searchedWordsOf(title).includes(word)))
    .map(({ id }) => id);
  if (named.length === 0) return { ids: [] };
  const most = mostLines(search);
  const rows = await selectByTitles(preparedDb, { named, before: search.before }, { most });
  const ofTitles = [...Map.groupBy(rows, ({ productId }) => productId).values()];
  const isCut = ofTitles.some(({ length }) => length === most);
  return foundIn(rows, { isCut, matches: isAmong(orderLine.productId, named) }, search);
}

/** The newest ones are enough for a page, unless only those of one state are wanted. */
const mostLines = ({ status, limit }: OrderSearch) => (status === undefined ? limit + 1 : MAX_FOUND);

function newestLines(matches: SQL, { before, most }: { before: Placeholder | undefined; most: number }) {
  return subquery
    .select({ id: orderLine.orderId })
    .from(orderLine)
    .where(and(matches, before && lt(orderLine.orderId, before)))
    .orderBy(desc(orderLine.orderId))
    .limit(most)
    .as('newest');
}

/** `isCut`: whether there may be more lines that match. */
function foundIn(
  lines: readonly { id: string }[],
  { isCut, matches }: { isCut: boolean; matches: SQL },
  { status }: OrderSearch,
): FoundOrders {
  return status !== undefined && isCut ? { ids: [], lines: hasLine(matches) } : foundOf(lines);
}

function hasLine(matches: SQL): SQL {
  const isOfOrder = eq(orderLine.orderId, order.id);
  return exists(subquery.select({ id: orderLine.id }).from(orderLine).where(and(isOfOrder, matches)));
}
