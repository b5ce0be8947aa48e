import { asc, eq, getTableColumns } from 'drizzle-orm';
import { emailCoverPath } from '#contract/covers.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import type { Locale } from '#domain/locale.ts';
import { dispatchDate, expectedArrival } from '#domain/orders/order.ts';
import type { DeliveryAdjustment, LineAdjustment } from '#domain/pricing/price-breakdown.ts';
import { type TotalLine, orderTotals, type OrderAmounts } from '#domain/pricing/quote.ts';
import type { Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { type OrderAddress, order, orderLine, variant } from '../db/tables.ts';
import { getTranslator } from '../translations.ts';
import { DELETED_EMAIL_DOMAIN } from './anonymize-emails.ts';

/** A line of an order as emails show it: its cost at list price (sen), and the adjustments. */
export type OrderEmailLine = {
  title: string;
  format: string;
  qty: number;
  cost: number;
  reasons?: readonly LineAdjustment[];
  /** The URL of its cover, a PNG; lines stored in old rows have none. */
  picture?: string;
  /** Before which date it is not dispatched, as precise as it is known. */
  dispatchedFrom?: string | undefined;
  /** Copies that are not in stock yet. */
  awaited?: number;
};

/** What emails about an order show of it, read when they are rendered and never stored. */
export type OrderEmailData = {
  lines?: readonly OrderEmailLine[];
  sums?: readonly TotalLine[];
  delivery?: DeliveryAdjustment | null;
  address?: OrderAddress;
  /** When it arrives; nothing for orders that have arrived or never will. */
  expected?: string;
};

type OrderRow = typeof order.$inferSelect;
export type OrderWithLines = OrderRow & { lines: (typeof orderLine.$inferSelect & { embargo: string | null })[] };

export async function findOrderWithLines(db: Database, id: string): Promise<OrderWithLines | undefined> {
  const [[row], lines] = await Promise.all([selectOrder(db, { id }), selectLines(db, { id })]);
  return row && { ...row, lines };
}

const selectOrder = keepStatement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(order)
    .where(eq(order.id, given('id'))),
);

const selectLines = keepStatement((db, given: Given<{ id: string }>) =>
  db
    .select({ ...getTableColumns(orderLine), embargo: variant.embargo })
    .from(orderLine)
    .leftJoin(variant, eq(variant.id, orderLine.variantId))
    .where(eq(orderLine.orderId, given('id')))
    .orderBy(asc(orderLine.position)),
);

/** An order's amounts as quoted. */
export function figuresOf(row: OrderRow): OrderAmounts {
  return {
    subtotal: row.subtotal,
    memberDiscount: row.memberDiscount,
    couponDiscount: row.couponDiscount,
    shipping: row.shipping,
    giftWrap: row.giftWrap,
    total: row.total,
  };
}

/** When an order that is on its way, or will be, arrives. */
function expectedOf({ deliveryPromise, state }: OrderRow, locale: Locale): Pick<OrderEmailData, 'expected'> {
  const arrival = expectedArrival(state, deliveryPromise, locale);
  return arrival ? { expected: getTranslator(locale)(`common.arrival.${arrival.key}`, arrival.values) } : {};
}

/** The same words and figures as on the order page; without the address of an anonymized order. */
export function orderEmailData(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  stored: OrderWithLines,
  locale: Locale,
): OrderEmailData {
  const { lines, priceBreakdown: explanation, address, email, state } = stored;
  const today = dayInMalaysia(new Date().toISOString());
  return {
    lines: lines.map(({ title, format, qty, listPrice, cover, ...line }, index) => ({
      title,
      format: getTranslator(locale)(`common.formats.${format}`),
      qty,
      cost: qty * listPrice,
      reasons: explanation?.lines[index]?.reasons ?? [],
      picture: publicUrl + emailCoverPath(cover),
      dispatchedFrom: dispatchDate(state, line, today),
      awaited: line.awaited,
    })),
    sums: orderTotals(figuresOf(stored), stored.couponCode),
    delivery: explanation?.delivery ?? null,
    ...expectedOf(stored, locale),
    ...(!email.endsWith(DELETED_EMAIL_DOMAIN) && { address }),
  };
}
