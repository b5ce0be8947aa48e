import { MAX_QTY, mergeLines } from '#domain/pricing/cart.ts';
import { ringgitFromSen, senFromRinggit, type Sen } from '#domain/money.ts';
import { checkCouponEligibility, visibleCouponError } from '#domain/pricing/coupon.ts';
import { quoteCart, type Quote } from '#domain/pricing/quote.ts';
import { SHIPPING_UNAVAILABLE, type Zones } from '#domain/shipping.ts';
import { isSellableFormat, type BookFormat } from '#domain/catalogue/product.ts';
import { productCoverPath } from '../catalogue/product-covers.ts';
import { productColumns } from '../catalogue/products.ts';
import { awaitableCopies, type AwaitableCopies } from '../catalogue/supply.ts';
import { keepStatement, type Given } from '../db/kept-statement.ts';
import { isAmong } from '../db/subqueries.ts';
import { product, variant } from '../db/tables.ts';
import { and, eq } from 'drizzle-orm';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';
import { findCoupon, type CouponCustomer, type FoundCoupon } from '../coupons/find-coupon.ts';
import type { Database } from '../db/connection.ts';
import { throwApiError } from '../api-error.ts';

export type OrderItem = { id: number; vid: number; qty: number };

/** The totals that the customer saw, in RM. */
export type ExpectedTotals = { total: number; proDis: number; shippingCost: number; gift_wrap?: number | undefined };

/** What an order asks for. */
export type OfferRequest = {
  items: readonly OrderItem[];
  couponCode: string | null;
  /** Whom a coupon's limit per customer counts; a guest's email is not verified. */
  couponCustomer: CouponCustomer;
};

/** What the database offers for it: the variants that can be ordered, by id, and the coupon, if there is one of this code. */
export type Offers = { variants: Map<number, OrderableVariant>; coupon: FoundCoupon | undefined };

export type QuoteRequest = OfferRequest & {
  isMember: boolean;
  zones: Zones;
  zip: string;
  /** What gift wrap costs, where it is wanted. */
  giftWrap?: Sen | undefined;
};

export type QuotedOrder = Offers & { quote: Quote; zones: Zones };

/** Reads variants and coupon as they are now. */
export async function readOffers(db: Database, request: OfferRequest): Promise<Offers> {
  const { items, couponCode, couponCustomer: customer } = request;
  const [variants, coupon] = await Promise.all([
    findOrderableVariants(
      db,
      items.map((item) => item.vid),
    ),
    couponCode ? findCoupon(db, couponCode, { customer, productIds: items.map((item) => item.id) }) : undefined,
  ]);
  return { variants, coupon };
}

/**
 * Quotes an order from what the database offers. Throws `out_of_stock` for lines that are not available, `coupon_*`, and
 * `postal_code_invalid` where the shop does not deliver.
 */
export function quoteOrder({ variants, coupon }: Offers, request: QuoteRequest): QuotedOrder {
  const items = mergeLines(request.items);
  assertQuantities(items);
  assertAvailable(items, variants);
  if (request.couponCode && !coupon) throwApiError('coupon_unknown');
  const lines = items.map(({ vid, qty }) => {
    const { productId, variantId, listPrice, memberPrice } = variants.get(vid)!;
    return { productId, variantId, qty, listPrice, memberPrice };
  });
  const { isMember, zones, zip: postalCode, giftWrap } = request;
  const quote = quoteCart({ lines, isMember, coupon, zones, postalCode, giftWrap });
  if (coupon) assertCouponApplies(coupon, quote, request);
  if (quote.shipping === SHIPPING_UNAVAILABLE) throwApiError('postal_code_invalid');
  return { quote, zones, variants, coupon };
}

/** Throws `price_changed`, with the quote's totals, unless they are the ones that the customer saw. */
export function assertTotalsUnchanged(quote: Quote, expected: ExpectedTotals): void {
  const isSame =
    senFromRinggit(expected.total) === quote.subtotal &&
    senFromRinggit(expected.proDis) === quote.couponDiscount &&
    senFromRinggit(expected.shippingCost) === quote.shipping &&
    senFromRinggit(expected.gift_wrap ?? 0) === quote.giftWrap;
  if (!isSame) throwApiError('price_changed', { cart: totalsInRinggit(quote) });
}

/** A quote's totals in RM, as the contract names them. */
export function totalsInRinggit(quote: Quote) {
  return {
    total: ringgitFromSen(quote.subtotal),
    discount: ringgitFromSen(quote.memberDiscount),
    proDis: ringgitFromSen(quote.couponDiscount),
    shippingCost: ringgitFromSen(quote.shipping),
    gift_wrap: ringgitFromSen(quote.giftWrap),
    payable: ringgitFromSen(quote.total),
  };
}

/** Lines of one variant were merged: the limit holds for their sum. */
function assertQuantities(items: readonly OrderItem[]): void {
  if (items.some((item) => item.qty > MAX_QTY)) throwApiError('invalid');
}

function assertAvailable(items: readonly OrderItem[], variants: Map<number, OrderableVariant>): void {
  const lines = items
    .filter(({ id, vid, qty }) => variants.get(vid)?.productId !== id || orderableCopies(variants.get(vid)!) < qty)
    .map(({ id, vid }) => {
      const found = variants.get(vid);
      return { id, vid, available: found?.productId === id ? orderableCopies(found) : 0 };
    });
  if (lines.length > 0) throwApiError('out_of_stock', { lines });
}

function assertCouponApplies(coupon: FoundCoupon, quote: Quote, { isMember }: QuoteRequest): void {
  const cart = { productIds: quote.lines.map((line) => line.productId), total: quote.subtotal };
  const error = checkCouponEligibility(coupon, cart, coupon.now);
  if (error) throwApiError(visibleCouponError(error, { isVerified: isMember }));
}

/** A variant that can be ordered now, with what an order line copies from it. Prices in sen. */
export type OrderableVariant = {
  productId: number;
  variantId: number;
  title: string;
  language: string;
  cover: string;
  format: BookFormat;
  isbn: string | null;
  listPrice: Sen;
  memberPrice: Sen;
  stock: number;
  /** Copies beyond the stock. */
  awaitable: AwaitableCopies | undefined;
  /** Until when it may not be dispatched, and when it is published, as precise as they are known. */
  embargo: string | null;
  published: string | null;
};

function orderableCopies({ stock, awaitable }: OrderableVariant): number {
  return stock + (awaitable?.places ?? 0);
}

const orderableColumns = { ...productColumns, vid: variant.id, isbn: variant.isbn };

/** The listed and sellable ones of these variants, by variant id, in one query. */
export async function findOrderableVariants(
  db: Database,
  variantIds: readonly number[],
): Promise<Map<number, OrderableVariant>> {
  const rows = await selectOrderable(db, { ids: variantIds });
  return new Map(rows.flatMap((row) => toOrderableVariant(row) ?? []).map((one) => [one.variantId, one]));
}

const selectOrderable = keepStatement((db, given: Given<{ ids: readonly number[] }>) =>
  db
    .select(orderableColumns)
    .from(variant)
    .innerJoin(product, eq(product.id, variant.productId))
    .where(and(isAmong(variant.id, given('ids')), eq(variant.isListed, true), eq(product.isListed, true))),
);

function toOrderableVariant(row: SelectResultFields<typeof orderableColumns>): OrderableVariant | undefined {
  const chosen = row.variants.find((one) => one.id === row.vid);
  if (!chosen || !isSellableFormat(chosen.format)) return undefined;
  const { format, listPrice, memberPrice, stock, supply } = chosen;
  const { id: productId, title, language } = row;
  return {
    productId,
    variantId: row.vid,
    title,
    language,
    cover: productCoverPath(row),
    format,
    isbn: row.isbn,
    awaitable: awaitableCopies(supply),
    embargo: supply.embargo,
    published: supply.published,
    listPrice,
    memberPrice,
    stock,
  };
}
