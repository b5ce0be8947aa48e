import { refuseCoupon } from '#domain/coupon.ts';
import { MAX_QTY, mergeLines } from '#domain/cart.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { quoteCart, type Quote } from '#domain/price.ts';
import { SHIPPING_UNAVAILABLE } from '#domain/shipping.ts';
import { findEditions, type Edition } from '../catalogue/find-editions.ts';
import { findCoupon, type FoundCoupon } from '../coupons/find-coupon.ts';
import type { Database } from '../db/connection.ts';
import { refuse } from '../refuse.ts';

export type Wanted = { id: number; vid: number; qty: number };

/** What the customer saw and agreed to, in RM. */
export type Agreed = { total: number; proDis: number; shippingCost: number };

export type OrderToQuote = {
  items: readonly Wanted[];
  couponCode: string | null;
  /** Who a coupon's per-customer limit counts. */
  couponKey: string;
  isMember: boolean;
  zip: string;
};

export type QuotedOrder = { quote: Quote; editions: Map<number, Edition>; coupon: FoundCoupon | undefined };

/**
 * The server's own figures for an order, from the database alone. Refuses `out_of_stock` for lines that cannot be
 * had, `coupon_*`, and `postal_code_invalid` where we do not deliver.
 */
export async function quoteOrder(db: Database, wanted: OrderToQuote): Promise<QuotedOrder> {
  const items = mergeLines(wanted.items);
  refuseTooMany(items);
  const editions = await findEditions(
    db,
    items.map((item) => item.vid),
  );
  refuseMissing(items, editions);
  const coupon = wanted.couponCode ? await requireCoupon(db, wanted.couponCode, wanted, items) : undefined;
  const lines = items.map(({ vid, qty }) => {
    const { productId, variantId, listPrice, memberPrice } = editions.get(vid)!;
    return { productId, variantId, qty, listPrice, memberPrice };
  });
  const quote = quoteCart({ lines, isMember: wanted.isMember, coupon, postalCode: wanted.zip });
  if (coupon) refuseUnfit(coupon, quote);
  if (quote.shipping === SHIPPING_UNAVAILABLE) refuse('postal_code_invalid');
  return { quote, editions, coupon };
}

/** Refuses `price_changed`, with our figures, unless they are the ones that the customer saw. */
export function refuseChangedPrice(quote: Quote, agreed: Agreed): void {
  const isSame =
    senFromRinggit(agreed.total) === quote.total &&
    senFromRinggit(agreed.proDis) === quote.proDiscount &&
    senFromRinggit(agreed.shippingCost) === quote.shipping;
  if (!isSame) refuse('price_changed', { cart: figuresOf(quote) });
}

/** A quote's figures in RM, as the contract names them. */
export function figuresOf(quote: Quote) {
  return {
    total: ringgitFromSen(quote.total),
    discount: ringgitFromSen(quote.discount),
    proDis: ringgitFromSen(quote.proDiscount),
    shippingCost: ringgitFromSen(quote.shipping),
    payable: ringgitFromSen(quote.payable),
  };
}

/** Lines of one variant are one line: their sum is bounded like any quantity. */
function refuseTooMany(items: readonly Wanted[]): void {
  if (items.some((item) => item.qty > MAX_QTY)) refuse('invalid');
}

function refuseMissing(items: readonly Wanted[], editions: Map<number, Edition>): void {
  const lines = items
    .filter(({ id, vid, qty }) => editions.get(vid)?.productId !== id || editions.get(vid)!.stock < qty)
    .map(({ id, vid }) => {
      const edition = editions.get(vid);
      return { id, vid, available: edition?.productId === id ? edition.stock : 0 };
    });
  if (lines.length > 0) refuse('out_of_stock', { lines });
}

async function requireCoupon(
  db: Database,
  code: string,
  { couponKey }: OrderToQuote,
  items: readonly Wanted[],
): Promise<FoundCoupon> {
  const productIds = items.map((item) => item.id);
  return (await findCoupon(db, code, { key: couponKey, productIds })) ?? refuse('coupon_unknown');
}

function refuseUnfit(coupon: FoundCoupon, quote: Quote): void {
  const cart = { productIds: quote.lines.map((line) => line.productId), total: quote.total };
  const refusal = refuseCoupon(coupon, cart, coupon.now);
  if (refusal) refuse(refusal);
}
