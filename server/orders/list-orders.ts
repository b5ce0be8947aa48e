import { and, count, desc, eq, exists, gt, inArray, like, lt, or, sql, type SQL } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { listOrders as contract, Order } from '#contract/orders.ts';
import { parseIsbn } from '#domain/catalogue/isbn.ts';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { MAX_LINES } from '#domain/pricing/cart.ts';
import { requireFound } from '../api-error.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/connection.ts';
import { subquery, valueOf } from '../db/subqueries.ts';
import { order, orderLine } from '../db/tables.ts';
import { orderOf, selectOrders } from './queries.ts';

type OrderFilter = ParsedOf<typeof contract>['query'] & { customerId: string };

/** The most lines in the orders of one response; a single order may have {@link MAX_LINES}. */
const MAX_LINES_PER_RESPONSE = 1000;

/**
 * A customer's orders, newest first; `before` is the id of the last order of the previous page. Fewer than `limit` where they
 * would have too many lines together. Throws `not_found`.
 */
export async function listOrders(
  db: Database,
  config: Config,
  { customerId, limit, before, q, status }: OrderFilter,
): Promise<Order[]> {
  if (before) await requireOwnOrder(db, { id: before, customerId });
  const matches = and(
    eq(order.customerId, customerId),
    before ? lt(order.id, before) : undefined,
    status && eq(order.state, status),
    q ? matchesSearch(q) : undefined,
  );
  const bounded =
    limit * MAX_LINES > MAX_LINES_PER_RESPONSE
      ? inArray(order.id, await listIdsWithinLineLimit(db, matches, limit))
      : matches;
  const rows = await selectOrders(db, bounded).orderBy(desc(order.id)).limit(limit);
  return rows.map((row) => orderOf(row, config));
}

/** The ids of the newest of these orders whose lines fit into one response. */
async function listIdsWithinLineLimit(db: Database, matches: SQL | undefined, limit: number): Promise<string[]> {
  const rows = await db
    .select({
      id: order.id,
      lines: valueOf(subquery.select({ value: count() }).from(orderLine).where(eq(orderLine.orderId, order.id))),
    })
    .from(order)
    .where(matches)
    .orderBy(desc(order.id))
    .limit(limit);
  let lines = 0;
  return rows.filter((row) => (lines += row.lines) <= MAX_LINES_PER_RESPONSE).map(({ id }) => id);
}

async function requireOwnOrder(db: Database, { id, customerId }: { id: string; customerId: string }): Promise<void> {
  const [own] = await db
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.id, id), eq(order.customerId, customerId)));
  requireFound(own);
}

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
