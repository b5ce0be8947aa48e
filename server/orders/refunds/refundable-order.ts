import { and, eq, gt, sql } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import type { Order } from '#contract/orders.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { type RefundableOrder, type OrderProgress, isRequoted, type QuoteTerms } from '#domain/orders/refund.ts';
import { returnState } from '#domain/orders/return.ts';
import type { Database } from '../../db/connection.ts';
import { jsonArray, jsonObject, milliseconds, optionalValueOf, subquery, valueOf } from '../../db/subqueries.ts';
import {
  order,
  orderLine,
  orderEvent,
  orderReturn,
  refund,
  refundLine,
  refundEvent,
  returnPhoto,
  variant,
} from '../../db/tables.ts';

export type OrderRow = typeof order.$inferSelect;

/** An order as the domain's refund rules take it, with its state and the database's time in milliseconds. */
export type RefundContext = { order: RefundableOrder; progress: OrderProgress; now: number };

const lines = valueOf(
  subquery
    .select({
      value: jsonArray(
        {
          id: orderLine.id,
          productId: orderLine.productId,
          variantId: orderLine.variantId,
          title: orderLine.title,
          language: orderLine.language,
          format: orderLine.format,
          isbn: orderLine.isbn,
          cover: orderLine.cover,
          qty: orderLine.qty,
          listPrice: orderLine.listPrice,
          unitPrice: orderLine.unitPrice,
          couponDiscount: orderLine.couponDiscount,
          embargo: variant.embargo,
          onSaleFrom: orderLine.onSaleFrom,
          awaited: orderLine.awaited,
        },
        orderLine.position,
      ),
    })
    .from(orderLine)
    .leftJoin(variant, eq(variant.id, orderLine.variantId))
    .where(eq(orderLine.orderId, order.id)),
);

const { orderLineId, qty, amount, revokedDiscount } = refundLine;

const refunds = valueOf(
  subquery
    .select({
      value: jsonArray(
        {
          id: refund.id,
          state: refund.state,
          reason: refund.reason,
          shipping: refund.shipping,
          giftWrap: refund.giftWrap,
          amount: refund.amount,
          requestedAt: refund.requestedAt,
          changedAt: valueOf(
            subquery
              .select({ value: sql<Date>`max(${refundEvent.at})` })
              .from(refundEvent)
              .where(eq(refundEvent.refundId, refund.id)),
          ),
          shopNote: optionalValueOf(
            subquery
              .select({ value: refundEvent.note })
              .from(refundEvent)
              .where(and(eq(refundEvent.refundId, refund.id), eq(refundEvent.state, 'declined'))),
          ),
          isWithdrawal: refund.isWithdrawal,
          return: optionalValueOf(
            subquery
              .select({
                value: jsonObject({
                  number: orderReturn.number,
                  acceptedAt: orderReturn.acceptedAt,
                  photos: valueOf(
                    subquery
                      .select({ value: jsonArray({ id: returnPhoto.id }, returnPhoto.id) })
                      .from(returnPhoto)
                      .where(eq(returnPhoto.refundId, orderReturn.refundId)),
                  ),
                }),
              })
              .from(orderReturn)
              .where(eq(orderReturn.refundId, refund.id)),
          ),
          lines: valueOf(
            subquery
              .select({ value: jsonArray({ id: orderLineId, qty, amount }, orderLineId) })
              .from(refundLine)
              .where(and(eq(refundLine.refundId, refund.id), gt(qty, 0))),
          ),
          withdrawn: valueOf(
            subquery
              .select({ value: jsonArray({ id: orderLineId, amount: revokedDiscount }, orderLineId) })
              .from(refundLine)
              .where(and(eq(refundLine.refundId, refund.id), gt(revokedDiscount, 0))),
          ),
        },
        refund.requestedAt,
        refund.id,
      ),
    })
    .from(refund)
    .where(eq(refund.orderId, order.id)),
);

/**
 * The columns of a select from `order`, from which follows what of it can be refunded: its lines, its refunds (oldest
 * first), and its delivery and the database's time in milliseconds. Amounts in sen.
 */
export const refundableOrderColumns = {
  order,
  lines,
  refunds,
  deliveredAt: optionalValueOf(
    subquery
      .select({ value: milliseconds(orderEvent.at) })
      .from(orderEvent)
      .where(and(eq(orderEvent.orderId, order.id), eq(orderEvent.state, 'delivered'))),
  ),
  now: milliseconds(sql`now()`),
};

type RefundableOrderRow = SelectResultFields<typeof refundableOrderColumns>;

/** Reads an order's lines and refunds, but the one `without`. The order's row is locked by the caller. */
export async function loadRefundableOrder(
  db: Database,
  orderId: string,
  { without }: { without?: string } = {},
): Promise<RefundContext> {
  const [found] = await db.select(refundableOrderColumns).from(order).where(eq(order.id, orderId));
  const { deliveredAt, now, refunds: all } = found!;
  const counted = { ...found!, refunds: all.filter(({ id }) => id !== without) };
  return { order: refundableOrderOf(counted), progress: { state: found!.order.state, deliveredAt }, now };
}

/** An order's rows as the domain's refund rules take them. */
export function refundableOrderOf({
  order: row,
  lines: bought,
  refunds: earlier,
}: Pick<RefundableOrderRow, 'order' | 'lines' | 'refunds'>): RefundableOrder {
  const refundable = bought.map(({ couponDiscount: promo, ...line }) => ({ ...line, promo }));
  const terms = isRequoted(row.state) ? termsOf(row) : null;
  return { lines: refundable, shipping: row.shipping, giftWrap: row.giftWrap, earlier, terms };
}

/** The terms by which an order was quoted; null for orders from before they were stored. */
export function termsOf({ couponMinimum, deliveryCost, deliveryFreeFrom: freeFrom }: OrderRow): QuoteTerms | null {
  if (deliveryCost === null || freeFrom === null) return null;
  return { couponMinimum: couponMinimum ?? 0, deliveryCost, freeFrom };
}

/** A refund as an order shows it to its customer. */
export function refundOf(row: RefundableOrderRow['refunds'][number]): Order['refunds'][number] {
  return {
    id: row.id,
    status: row.state,
    amount: ringgitFromSen(row.amount),
    shipping: ringgitFromSen(row.shipping),
    gift_wrap: ringgitFromSen(row.giftWrap),
    reason: row.reason,
    lines: row.lines.map((line) => ({ ...line, amount: ringgitFromSen(line.amount) })),
    withdrawn: row.withdrawn.map((line) => ({ ...line, amount: ringgitFromSen(line.amount) })),
    requested_at: new Date(row.requestedAt).toISOString(),
    moved_at: new Date(row.changedAt).toISOString(),
    shop_note: row.shopNote,
    ...(row.return && {
      return: {
        number: row.return.number,
        status: returnState({ refund: row.state, isAccepted: row.return.acceptedAt !== null }),
        photos: row.return.photos.map(({ id }) => id),
      },
    }),
  };
}
