import { and, asc, desc, eq, gt, not, sql } from 'drizzle-orm';
import type { ErrorCode } from '#contract/error-codes.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { OrderState } from '#domain/orders/order.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, keepStatement, type Given, type PerhapsGiven } from '../db/kept-statement.ts';
import { isAmong, subquery, valueOf } from '../db/subqueries.ts';
import { order, orderEvent, orderLine } from '../db/tables.ts';
import { hasHeldLines, listHeldLinesOf, refundedQty, type HeldLine } from './held-lines.ts';
import { listParcelLines, type ParcelLine } from './parcels.ts';

/** A paid order that waits to be packed, and why it cannot be, unless it can. */
export type OrderToPack = {
  id: string;
  number: string;
  placedAt: Date;
  name: string;
  copies: number;
  isGift: boolean;
  held: HeldLine[];
};

type Page = { held: boolean; after?: string | undefined; limit: number };

/** Copies of a line that go into its parcel: those that are not refunded. */
const keptQty = sql<number>`(${orderLine.qty} - coalesce(${refundedQty}, 0))::int`;

const copiesToPack = valueOf(
  subquery
    .select({ value: sql<number>`coalesce(sum(${keptQty}), 0)::int` })
    .from(orderLine)
    .where(eq(orderLine.orderId, order.id)),
);

/** Paid orders, oldest first: those that can be dispatched, or those that wait for a date or for copies. */
export async function listOrdersToPack(db: Database, { held, after, limit }: Page): Promise<OrderToPack[]> {
  const today = dayInMalaysia(new Date().toISOString());
  const rows = await selectPage(db, { today, after }, { held, limit });
  const lines = held
    ? await listHeldLinesOf(
        db,
        rows.map(({ id }) => id),
      )
    : new Map<string, HeldLine[]>();
  return rows.map((row) => ({ ...row, held: lines.get(row.id) ?? [] }));
}

type Form = { held: boolean; limit: number };
type After = { today: string; after: string | undefined };

const selectPage = keepForms((db, given: PerhapsGiven<After>, { held, limit }: Form) => {
  const after = given('after');
  const isHeld = hasHeldLines(given('today'));
  return db
    .select({
      id: order.id,
      number: order.number,
      placedAt: order.placedAt,
      name: sql<string>`${order.address}->>'name'`,
      isGift: sql<boolean>`${order.giftWrap} > 0 OR ${order.giftMessage} IS NOT NULL`,
      copies: copiesToPack,
    })
    .from(order)
    .where(and(eq(order.state, 'paid'), after && gt(order.id, after), held ? isHeld : not(isHeld)))
    .orderBy(asc(order.id))
    .limit(limit);
});

/** A format on a pick list, with the orders that want it. */
export type PickedFormat = Omit<ParcelLine, 'orderId' | 'number' | 'id' | 'qty'> & {
  copies: number;
  orders: { number: string; copies: number }[];
};

export type PickList = {
  formats: PickedFormat[];
  /** Those that are on it, oldest first, and those that are not, with the reason. */
  orders: string[];
  skipped: { number: string; error: ErrorCode }[];
};

/** What to fetch from the shelves for these orders, by title; which of them cannot be packed, and why. */
export async function makePickList(db: Database, numbers: readonly string[]): Promise<PickList> {
  const found = await selectOrders(db, { numbers: [...new Set(numbers)] });
  const held = await listHeldLinesOf(
    db,
    found.map(({ id }) => id),
  );
  const reasons = new Map(found.map((one) => [one.number, reasonToSkip(one.state, held.get(one.id))]));
  const picked = found.filter(({ number }) => reasons.get(number) === undefined);
  const lines = await listParcelLines(
    db,
    picked.map(({ id }) => id),
  );
  return {
    formats: formatsOf(lines),
    orders: picked.map(({ number }) => number),
    skipped: [...new Set(numbers)].flatMap((number) => {
      const error = reasons.has(number) ? reasons.get(number) : 'not_found';
      return error === undefined ? [] : [{ number, error }];
    }),
  };
}

const selectOrders = keepStatement((db, given: Given<{ numbers: readonly string[] }>) =>
  db
    .select({ id: order.id, number: order.number, state: order.state })
    .from(order)
    .where(isAmong(order.number, given('numbers')))
    .orderBy(asc(order.id)),
);

function reasonToSkip(state: OrderState, held: readonly HeldLine[] = []): ErrorCode | undefined {
  if (state !== 'paid') return 'too_late';
  if (held.some(({ embargo }) => embargo !== null)) return 'embargoed';
  return held.length > 0 ? 'awaiting_stock' : undefined;
}

function formatsOf(lines: readonly ParcelLine[]): PickedFormat[] {
  const formats = [...Map.groupBy(lines, ({ variantId }) => variantId).values()].map((same) => {
    const { variantId, title, language, contributors, format, isbn, cover } = same[0]!;
    const copies = same.reduce((sum, { qty }) => sum + qty, 0);
    const orders = same.map(({ number, qty }) => ({ number, copies: qty }));
    return { variantId, title, language, contributors, format, isbn, cover, copies, orders };
  });
  return formats.toSorted((a, b) => TITLES.compare(a.title, b.title));
}

const TITLES = new Intl.Collator('en', { numeric: true });

/** Who packed an order, and when; nobody where it is not packed. */
export async function findPacker(db: Database, orderId: string): Promise<{ actor: string; at: Date } | undefined> {
  const [packed] = await db
    .select({ actor: orderEvent.actor, at: orderEvent.at })
    .from(orderEvent)
    .where(and(eq(orderEvent.orderId, orderId), eq(orderEvent.state, 'packed')))
    .orderBy(desc(orderEvent.id))
    .limit(1);
  return packed;
}
