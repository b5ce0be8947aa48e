import {
  and,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  like,
  lt,
  lte,
  or,
  sql,
  type Placeholder,
  type SQL,
} from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { listOrders as contract, Order } from '#contract/orders.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import type { OrderState } from '#domain/orders/order.ts';
import { requireFound } from '../api-error.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { order, orderLine } from '../db/tables.ts';
import { orderOf, selectOrders } from './queries.ts';

type OrderFilter = ParsedOf<typeof contract>['query'] & { customerId: string };

/** The most lines in the orders of one response. */
const MAX_LINES_PER_RESPONSE = 1000;

/**
 * A customer's orders, newest first; `before` is the id of the last order of the previous page. Fewer than `limit` where they
 * would have too many lines together. Throws `not_found`.
 */
export async function listOrders(
  { db, preparedDb, config }: Pick<Deps, 'db' | 'preparedDb' | 'config'>,
  { customerId, limit, before, q, status }: OrderFilter,
): Promise<Order[]> {
  if (before) await requireOwnOrder(preparedDb, { id: before, customerId });
  const rows = q
    ? await selectNewest(
        db,
        and(eq(order.customerId, customerId), isBefore(before), isIn(status), matchesSearch(q)),
        limit,
      )
    : await selectPage(preparedDb, { customerId, before }, { status, limit });
  return rows.map((row) => orderOf(row, config));
}

type OfCustomer = { customerId: string; before: string | undefined };

const selectPage = keepForms((db, given: PerhapsGiven<OfCustomer>, { status, limit }: PageForm) =>
  selectNewest(db, and(eq(order.customerId, given('customerId')), isBefore(given('before')), isIn(status)), limit),
);

type PageForm = { status: OrderState | undefined; limit: number };

function isBefore(id: string | Placeholder | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(order.id, id);
}

function isIn(status: OrderState | undefined): SQL | undefined {
  return status && eq(order.state, status);
}

/** The newest of these orders whose lines fit into one response. */
function selectNewest(db: Database, matches: SQL | undefined, limit: number) {
  const lines = valueOf(subquery.select({ value: count() }).from(orderLine).where(eq(orderLine.orderId, order.id)));
  const newest = subquery
    .select({ id: order.id, lines: lines.as('lines') })
    .from(order)
    .where(matches)
    .orderBy(desc(order.id))
    .limit(limit)
    .as('newest');
  const counted = subquery
    .select({
      id: newest.id,
      upToHere: sql<number>`sum(${newest.lines}) OVER (ORDER BY ${newest.id} DESC)`.as('up_to_here'),
    })
    .from(newest)
    .as('counted');
  const fitting = subquery
    .select({ id: counted.id })
    .from(counted)
    .where(lte(counted.upToHere, MAX_LINES_PER_RESPONSE));
  return selectOrders(db, inArray(order.id, fitting)).orderBy(desc(order.id));
}

async function requireOwnOrder(db: Database, { id, customerId }: { id: string; customerId: string }): Promise<void> {
  const [own] = await selectOwn(db, { id, customerId });
  requireFound(own);
}

const selectOwn = keepStatement((db, given: Given<{ id: string; customerId: string }>) =>
  db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.id, given('id')), eq(order.customerId, given('customerId')))),
);

const MAX_SEARCH_WORDS = 8;

/**
 * Whether an order matches a search: a whole number `BK-…` is that order alone; otherwise part of the number, an ISBN or its
 * beginning, or words of one of its titles, whatever the accents and digits.
 */
function matchesSearch(q: string): SQL {
  const number = /^bk-?(\d{6,})$/i.exec(q.trim())?.[1];
  if (number) return eq(order.number, `BK-${number}`);
  const words = foldForSearch(q).split(' ').filter(Boolean).slice(0, MAX_SEARCH_WORDS);
  const digits = words.join('').replace(/^bk/, '');
  const isDigits = /^\d{1,13}$/.test(digits);
  const isbn = parseIsbn(q) ?? (isDigits && digits.length >= 4 ? digits : undefined);
  const found = or(
    isDigits ? like(order.number, `%${digits}%`) : undefined,
    isbn === undefined ? undefined : hasMatchingLine(like(orderLine.isbn, `${isbn}%`)),
    words.length > 0 ? hasMatchingLine(and(...words.map((word) => gt(position(word), 0)))) : undefined,
  );
  return found ?? sql`false`;
}

function hasMatchingLine(condition: SQL | undefined): SQL {
  const isOfOrder = eq(orderLine.orderId, order.id);
  return exists(subquery.select({ id: orderLine.id }).from(orderLine).where(and(isOfOrder, condition)));
}

/** Where a word stands in a line's title, or 0. Folds the title like `foldForSearch`, as far as matching words needs it. */
function position(word: string): SQL<number> {
  return sql`strpos(translate(replace(replace(replace(
    lower(regexp_replace(normalize(${orderLine.title}, NFKD), '[\u0300-\u036f\u064b-\u065f\u0670]', '', 'g')),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øيىكەة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹''’ʼ', 'oییکهه01234567890123456789'), ${word})`;
}
