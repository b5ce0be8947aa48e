import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, lt, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { placeOrder as contract } from '#contract/orders.ts';
import type { Locale } from '#domain/locale.ts';
import { canPayBy, type PaymentMethod } from '#domain/orders/payment.ts';
import type { Zones } from '#domain/shipping.ts';
import { findAddress } from '../addresses/addresses.ts';
import { writeAudit } from '../audit/audit.ts';
import { reserveStock, type ReservedStock } from '../catalogue/stock.ts';
import { couponCustomer } from '../coupons/find-coupon.ts';
import { tryRedeemCoupon, type CouponBuyer } from '../coupons/redeem-coupon.ts';
import { isCollision, type Database } from '../db/connection.ts';
import { keepStatement, transactionAtOnce, type Given } from '../db/kept-statement.ts';
import { type OrderAddress, idempotency } from '../db/tables.ts';
import { listZones, requireServedPostalCode } from '../delivery/zones.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { availablePaymentMethods } from '../payments/checkout.ts';
import { throwApiError, throwFieldError, requireFound } from '../api-error.ts';
import { shortDigest } from '../secrets.ts';
import { concurrencyLimit } from '../limits.ts';
import { createOrder, numberOrder, type NewOrder, type StoredResponse } from './create-order.ts';
import { quoteOrder, readOffers, assertTotalsUnchanged, type QuotedOrder } from './quote-order.ts';
import {
  lockOrigin,
  orderOriginOf,
  readUnpaidState,
  assertWithinUnpaidLimits,
  type OrderOrigin,
} from './unpaid-limits.ts';

export type OrderRequest = {
  payload: ParsedOf<typeof contract>['body'];
  /** The signed-in customer; undefined for a guest. */
  buyer: { customerId: string; email: string } | undefined;
  idempotencyKey: string | undefined;
  /** Where the request came from, for the audit log and the limits of guests. */
  client?: ClientInfo;
  locale: Locale;
};
type OrderResponse = { response: StoredResponse; isReplay: boolean };

const MAX_TRIES = 4;
/** A random delay keeps two transactions that collided from colliding again; milliseconds. */
const MAX_RETRY_DELAY = 50;
/** Orders beyond this wait without a database connection, so that a rush for one title leaves the others free. */
const withConcurrencyLimit = concurrencyLimit({ concurrency: 4, maxWaiting: 1000, maxWaitSeconds: 10 });

/**
 * Places an order in one transaction: quotes it from the database, reserves stock and coupon by conditional updates in one
 * lock order, and writes the order, its ledger entry and the confirmation email with its job. Returns the stored response
 * (`isReplay`) where the same request was made before. Throws the errors that the contract lists. Only orders that were
 * placed count towards the limit per guest email, since anybody may enter any email.
 */
export async function placeOrder(deps: Deps, request: OrderRequest): Promise<OrderResponse> {
  const email = request.buyer?.email ?? requireGuestEmail(request);
  const reward = request.buyer ? undefined : await deps.consumeRateLimit('guest-order', shortDigest(email));
  try {
    const placed = await placeWithRetries(deps, request, email);
    if (placed.isReplay) await reward?.();
    return placed;
  } catch (error) {
    await reward?.();
    throw error;
  }
}

async function placeWithRetries(deps: Deps, request: OrderRequest, email: string): Promise<OrderResponse> {
  const scope = request.buyer ? `customer:${request.buyer.customerId}` : `guest:${email}`;
  const { payBy = 'bank_transfer' } = request.payload;
  const key = idempotencyKeyOf(scope, request.idempotencyKey, request.payload);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await withConcurrencyLimit(() =>
        transactionAtOnce(
          deps.preparedDb,
          (tx, begun) => placeInTransaction(tx, deps, { ...request, email, payBy, key, begun }),
          ONE_PLAN,
        ),
      );
    } catch (error) {
      if (attempt === MAX_TRIES || !isRetryable(error)) throw error;
      await wait(Math.random() * MAX_RETRY_DELAY);
    }
  }
}

function isRetryable(error: unknown): boolean {
  return error instanceof StockMovedError || isCollision(error);
}

type OrderPlacement = OrderRequest & {
  email: string;
  payBy: PaymentMethod;
  key: IdempotencyKey;
  /** The beginning of the transaction. */
  begun: Promise<unknown>;
};

/**
 * Asks the database twice: to read, and to reserve and write. The statements of each time travel together and run in the order
 * of their calls, so that the rows that other orders wait for, stock and coupon, are locked for as short as can be. A transaction
 * that did not begin ends with the reading; of that, a number and an unanswered key may stay.
 */
async function placeInTransaction(tx: Database, deps: Deps, placement: OrderPlacement): Promise<OrderResponse> {
  const { payload, buyer, email, payBy, locale, key, client, begun } = placement;
  const customer = couponCustomer(deps, email);
  const wanted = { items: payload.items, couponCode: payload.disCode || null, couponCustomer: customer };
  const [, earlier, numbered, zones, saved, offers] = await Promise.all([
    begun,
    claimIdempotencyKey(tx, key),
    numberOrder(tx, deps, payBy),
    listZones(tx),
    findSavedAddress(tx, placement),
    readOffers(tx, wanted),
  ]);
  if (earlier) return { response: earlier as StoredResponse, isReplay: true };
  const address = requireAddress(placement, { saved, zones });
  const quoted = quoteOrder(offers, {
    ...wanted,
    isMember: buyer !== undefined,
    zones,
    zip: address.zip,
    giftWrap: payload.gift_wrap ? (deps.config.giftWrapPrice ?? 0) : 0,
  });
  assertTotalsUnchanged(quoted.quote, payload);
  if (!availablePaymentMethods(deps.config).includes(payBy) || !canPayBy(payBy, quoted.quote.total))
    throwApiError('method_unavailable');
  await deps.betweenReadAndWrite?.();
  const id = uuidv7();
  const origin = orderOriginOf(deps, placement);
  const limited = deps.config.rateLimits ? origin : undefined;
  const couponBuyer = { customer, isVerified: buyer !== undefined, addressHash: origin.addressHash };
  const awaited = awaitedCopies(quoted);
  const newOrder: NewOrder = {
    id,
    ...numbered,
    quoted,
    awaited,
    buyer,
    email,
    address,
    extras: extrasOf(payload),
    locale,
    payBy,
    origin,
    couponBuyer,
    key,
  };
  const details = { order: numbered.number };
  const [, response] = await Promise.all([
    reserveStockAndCoupon(tx, quoted, { id, couponBuyer, limited, awaited }),
    createOrder(tx, deps, newOrder),
    buyer && writeAudit(tx, { event: 'order_placed', customerId: buyer.customerId, details, client }),
  ]);
  return { response, isReplay: false };
}

/**
 * Lists of any length have one plan, as all statements of an order: the planner would else make one for each number of lines
 * each time, which took longer than anything that an order writes.
 */
const ONE_PLAN = 'SET LOCAL plan_cache_mode = force_generic_plan';

/** How many copies an order waits for, of variants that have less in stock, as far as was read. */
function awaitedCopies({ quote, variants }: QuotedOrder): ReservedStock['awaited'] {
  const awaited = quote.lines.map(({ variantId, qty }) => [variantId, qty - variants.get(variantId)!.stock] as const);
  return new Map(awaited.filter(([, copies]) => copies > 0));
}

/**
 * Stock first, by ascending variant; then the coupon, because most orders meet at its row. Throws {@link StockMovedError}
 * where the order waits for other copies than was read.
 */
async function reserveStockAndCoupon(
  tx: Database,
  { quote, variants, coupon }: QuotedOrder,
  { id, couponBuyer, limited, awaited }: Reservation,
): Promise<void> {
  const requested = quote.lines.map(({ variantId, qty }) => {
    return { variantId, qty, isAwaitable: variants.get(variantId)!.awaitable !== undefined };
  });
  const [, { short, awaited: found }, unpaid, couponError] = await Promise.all([
    limited && lockOrigin(tx, limited),
    reserveStock(tx, requested, { orderId: id }),
    limited && readUnpaidState(tx, limited, quote.lines),
    coupon && tryRedeemCoupon(tx, coupon, couponBuyer),
  ]);
  const lines = short.map(({ variantId, available }) => ({
    id: variants.get(variantId)!.productId,
    vid: variantId,
    available,
  }));
  if (lines.length > 0) throwApiError('out_of_stock', { lines });
  if (unpaid) assertWithinUnpaidLimits(unpaid, { lines: quote.lines, awaited });
  if (couponError) throwApiError(couponError);
  if (!isDeepStrictEqual(found, awaited)) throw new StockMovedError();
}

type Reservation = {
  id: string;
  couponBuyer: CouponBuyer;
  limited: OrderOrigin | undefined;
  awaited: ReservedStock['awaited'];
};

/** The last copies were sold between reading and reserving: the order is written anew with other copies to wait for. */
class StockMovedError extends Error {}

/** What the customer wrote beside the order; nothing where nothing stands. */
function extrasOf({ gift_message, note, company, tax_number }: OrderRequest['payload']): NewOrder['extras'] {
  return {
    giftMessage: gift_message || null,
    note: note || null,
    company: company || null,
    taxNumber: tax_number || null,
  };
}

/** The customer's saved address, if the order names one that is theirs. */
async function findSavedAddress(tx: Database, { payload, buyer }: OrderPlacement) {
  return 'id' in payload.address && buyer ? findAddress(tx, buyer.customerId, payload.address.id) : undefined;
}

type SavedAddress = Awaited<ReturnType<typeof findSavedAddress>>;

function requireAddress(
  { payload, locale }: OrderPlacement,
  { saved, zones }: { saved: SavedAddress; zones: Zones },
): OrderAddress {
  if ('id' in payload.address) {
    const { name, phone, line1, line2, city, state, zip } = requireFound(saved);
    return { name, phone, line1, line2, city, state, zip, country: 'MY' };
  }
  const { email: _, line2, ...fields } = payload.address;
  requireServedPostalCode(zones, fields.zip, { locale, path: 'address.zip' });
  return { ...fields, line2: line2 || null };
}

function requireGuestEmail({ payload, locale }: OrderRequest): string {
  if ('id' in payload.address) throwApiError('not_found');
  return payload.address.email ?? throwFieldError(locale, 'address.email', 'required');
}

/** Two requests are the same order where scope (customer or guest email), key and payload (its hash) are the same. */
export type IdempotencyKey = { scope: string; key: string; fingerprint: Buffer; seconds: number };

const DAY_SECONDS = 24 * 3600;
/** Without a key, an equal payload of the same buyer within so many seconds is a repeated request. */
const KEYLESS_SECONDS = 10;

export function idempotencyKeyOf(scope: string, key: string | undefined, payload: unknown): IdempotencyKey {
  const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest();
  if (key === undefined)
    return { scope, key: `payload:${fingerprint.toString('hex')}`, fingerprint, seconds: KEYLESS_SECONDS };
  return { scope, key: `key:${key}`, fingerprint, seconds: DAY_SECONDS };
}

/**
 * Inserts the key's row, on which concurrent requests with the same key wait until this transaction ends. Returns the
 * stored response where the key was used before. Throws `idempotency_mismatch` when it was used with another payload.
 */
export async function claimIdempotencyKey(
  db: Database,
  { scope, key, fingerprint, seconds }: IdempotencyKey,
): Promise<unknown> {
  const claimed = await insertKey(db, { scope, key, fingerprint, seconds });
  if (claimed.rowCount === 1) return undefined;
  const [existing] = await db.select().from(idempotency).where(isKey({ scope, key }));
  if (!existing || !existing.fingerprint.equals(fingerprint)) throwApiError('idempotency_mismatch');
  return existing.response ?? undefined;
}

const insertKey = keepStatement((db, given: Given<IdempotencyKey>) => {
  const [scope, key, fingerprint] = [given('scope'), given('key'), given('fingerprint')];
  return db
    .insert(idempotency)
    .values({ scope, key, fingerprint })
    .onConflictDoUpdate({
      target: [idempotency.scope, idempotency.key],
      set: { fingerprint: sql`excluded.fingerprint`, response: null, createdAt: sql`now()` },
      setWhere: lt(idempotency.createdAt, sql`now() - make_interval(secs => ${given('seconds')})`),
    });
});

function isKey({ scope, key }: Pick<IdempotencyKey, 'scope' | 'key'>) {
  return and(eq(idempotency.scope, scope), eq(idempotency.key, key));
}
