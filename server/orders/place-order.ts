import { setTimeout as wait } from 'node:timers/promises';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { placeOrder as contract } from '#contract/orders.ts';
import type { Locale } from '#domain/locale.ts';
import { canPayBy, type PaymentMethod } from '#domain/payment.ts';
import { findAddress } from '../addresses/queries.ts';
import { takeStock } from '../catalogue/take-stock.ts';
import { customerKey } from '../coupons/find-coupon.ts';
import { takeCoupon } from '../coupons/take-coupon.ts';
import { asDatabaseError, type Database } from '../db/connection.ts';
import type { OrderAddress } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { methodsOf } from '../payments/pending-payment.ts';
import { refuse, required } from '../refuse.ts';
import { digestOf } from '../secrets.ts';
import { turnstile } from '../turnstile.ts';
import { faultSentence } from '../words.ts';
import { attemptOf, claimKey, type Attempt } from './idempotency.ts';
import { quoteOrder, refuseChangedPrice, type QuotedOrder } from './quote-order.ts';
import { writeOrder } from './write-order.ts';

type Payload = ParsedOf<typeof contract>['body'];
export type PlacedOrder = AnswerOf<typeof contract>;
/** What of it is kept for its key: no address by which a guest's order can be seen. */
export type KeptAnswer = Omit<PlacedOrder, 'page'>;

export type OrderCall = {
  payload: Payload;
  /** The signed-in customer, or nobody for a guest. */
  buyer: { customerId: string; email: string } | undefined;
  idempotencyKey: string | undefined;
  /** From where the call came, for the trail. */
  from?: Origin;
  locale: Locale;
};

/** Serialization failures and deadlocks: the same work again may succeed. */
const RETRYABLE = new Set(['40001', '40P01']);
const MOST_TRIES = 4;
/** Rivals that met do not meet again at the same moment; milliseconds. */
const MOST_PAUSE = 50;
/** A rush for one title waits here, not on the connections that everybody else needs too. */
const inTurn = turnstile({ atOnce: 4, mostWaiting: 1000 });

/**
 * Places an order, all in one transaction or not at all: the server's own figures, stock and coupon by conditional
 * updates in one lock order, order, lines, ledger, and the confirmation mail with its job. Answers the earlier answer
 * (`isReplay`) where the same call was made before. Refuses as the contract lists.
 */
export async function placeOrder(deps: Deps, call: OrderCall): Promise<{ answer: KeptAnswer; isReplay: boolean }> {
  const email = customerKey(call.buyer?.email ?? requireGuestEmail(call));
  if (!call.buyer) await deps.takeCredit('guest-order', digestOf(email));
  const scope = call.buyer ? `customer:${call.buyer.customerId}` : `guest:${email}`;
  const { payBy = 'bank_transfer' } = call.payload;
  const attempt = attemptOf(scope, call.idempotencyKey, call.payload);
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTurn(() => deps.db.transaction((tx) => placeOnce(tx, deps, { ...call, email, payBy, attempt })));
    } catch (error) {
      if (tries === MOST_TRIES || !RETRYABLE.has(asDatabaseError(error)?.code ?? '')) throw error;
      await wait(Math.random() * MOST_PAUSE);
    }
  }
}

type Placing = OrderCall & { email: string; payBy: PaymentMethod; attempt: Attempt };

async function placeOnce(tx: Database, deps: Deps, placing: Placing) {
  const earlier = await claimKey(tx, placing.attempt);
  if (earlier) return { answer: earlier as KeptAnswer, isReplay: true };
  const { payload, buyer, email, payBy } = placing;
  const address = await requireAddress(tx, placing);
  const quoted = await quoteOrder(tx, {
    items: payload.items,
    couponCode: payload.disCode || null,
    couponKey: email,
    isMember: buyer !== undefined,
    zip: address.zip,
  });
  refuseChangedPrice(quoted.quote, payload);
  if (!methodsOf(deps.config).includes(payBy) || !canPayBy(payBy, quoted.quote.payable)) refuse('method_unavailable');
  await deps.betweenReadAndWrite?.();
  await takeAll(tx, quoted, email);
  const { attempt, locale, from } = placing;
  const written = { quoted, buyer, email, address, locale, payBy, attempt, from };
  return { answer: await writeOrder(tx, deps, written), isReplay: false };
}

/** Stock first, by ascending variant; the coupon last: its row is the hottest and is held the shortest. */
async function takeAll(tx: Database, { quote, editions, coupon }: QuotedOrder, key: string): Promise<void> {
  const short = await takeStock(tx, quote.lines);
  const lines = short.map(({ variantId, available }) => ({
    id: editions.get(variantId)!.productId,
    vid: variantId,
    available,
  }));
  if (lines.length > 0) refuse('out_of_stock', { lines });
  if (coupon) await takeCoupon(tx, coupon, key);
}

async function requireAddress(tx: Database, { payload, buyer }: Placing): Promise<OrderAddress> {
  if ('id' in payload.address) return savedAddress(tx, buyer, payload.address.id);
  const { email: _, line2, ...fields } = payload.address;
  return { ...fields, line2: line2 || null };
}

async function savedAddress(tx: Database, buyer: Placing['buyer'], id: string): Promise<OrderAddress> {
  const saved = required(buyer && (await findAddress(tx, buyer.customerId, id)));
  const { name, phone, line1, line2, city, state, zip } = saved;
  return { name, phone, line1, line2, city, state, zip, country: 'MY' };
}

function requireGuestEmail({ payload, locale }: OrderCall): string {
  if ('id' in payload.address) refuse('not_found');
  const path = 'address.email';
  return (
    payload.address.email ??
    refuse('invalid', { errors: [{ path, message: faultSentence(locale, { path, key: 'required' }) }] })
  );
}
