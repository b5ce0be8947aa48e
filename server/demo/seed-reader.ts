import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { OrderState } from '#domain/orders/order.ts';
import { INVITATION_DAYS } from '#domain/review.ts';
import { saveAddress } from '../addresses/addresses.ts';
import { couponCustomer } from '../coupons/find-coupon.ts';
import { customer, order, orderLine, orderEvent, searchEntry, variant, wishlistItem } from '../db/tables.ts';
import { listZones } from '../delivery/zones.ts';
import type { Deps } from '../context.ts';
import { transitionOrder, type OrderTransition } from '../orders/transition-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { findOrderableVariants, totalsInRinggit, quoteOrder, readOffers } from '../orders/quote-order.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { requestRefund } from '../orders/refunds/create-refund.ts';
import { saveListTitle, saveNamedList } from '../wish-lists/named-lists.ts';
import { toggleWish } from '../wish-lists/wish-list.ts';
import {
  FIRST_RECENT_ORDER,
  HOURS_TO_STATE,
  DEMO_ORDERS,
  UNTIL_DELIVERED,
  type DemoOrder,
  replayEvents,
  type PastEvent,
  ticketEvents,
} from './reader-history.ts';
import { DEMO_ACCOUNTS, READER_ADDRESSES } from './demo-accounts.ts';
import { makeReviewers, reviewEvents } from './seed-reviews.ts';

/** The number of the first order that shows a status; the orders of the year before have the numbers before it. */
const FIRST_RECENT_NUMBER = 100_001;
const MEMBERSHIP_DAYS = 380;
/** When the readers who review placed their orders: before the first one of the reader. */
const REVIEWERS_ORDER_DAYS = 360;

/** A year of the demo reader: addresses, orders, refunds, a wish list and tickets; and what readers say of their books. */
export async function seedReader(deps: Deps, customerId: string): Promise<void> {
  const { db } = deps;
  const addressId = await saveAddress(db, customerId, READER_ADDRESSES[0]);
  await saveAddress(db, customerId, READER_ADDRESSES[1]);
  const since = sql`now() - make_interval(days => ${MEMBERSHIP_DAYS})`;
  await db.update(customer).set({ createdAt: since, activatedAt: since }).where(eq(customer.id, customerId));
  const variants = await listBestsellers(deps);
  const others = await reviewersOrders(deps, variants);
  await db.execute(sql`SELECT setval('order_number', ${FIRST_RECENT_NUMBER - FIRST_RECENT_ORDER - others.length - 1})`);
  const orders: PlacedDemoOrder[] = DEMO_ORDERS.map((plan) => {
    const [first, count] = plan.books;
    const items = variants.slice(first, first + count);
    return { ...plan, customerId, email: DEMO_ACCOUNTS[0].email, addressId, items, id: '', states: [] };
  });
  const numbered = () => orders.slice(FIRST_RECENT_ORDER).map(({ id }) => id);
  const tickets = ticketEvents(deps, { customerId, orders: numbered, productId: variants[0]!.productId });
  const placed = [...others, ...orders];
  const reviews = await reviewEvents(deps);
  await replayEvents(db, [...placed.flatMap((order) => orderEvents(deps, order)), ...tickets, ...reviews]);
  for (const order of placed) await backdateOrderEvents(deps, order);
  for (const { productId } of variants.slice(20, 26)) await toggleWish(db, customerId, productId);
  await raiseWishedPrices(deps, variants.slice(20, 22));
  await makeGiftList(deps, customerId, variants.slice(26, 30));
}

/** A public list to give from, with a note on its first title. */
async function makeGiftList({ db }: Deps, customerId: string, variants: readonly DemoItem[]): Promise<void> {
  const values = { id: undefined, visibility: 'public', is_gift: true, renew: false } as const;
  const { id } = await saveNamedList(db, customerId, { ...values, name: 'Birthday' });
  for (const [index, { productId }] of variants.entries())
    await saveListTitle(db, customerId, { id, productId, note: index === 0 ? 'Hardback, if there is one' : '' });
}

/** One delivered order of each reader who reviews, with one copy of each of their titles. */
async function reviewersOrders(deps: Deps, variants: readonly DemoItem[]): Promise<PlacedDemoOrder[]> {
  const reviewers = await makeReviewers(deps, MEMBERSHIP_DAYS);
  return reviewers.map(({ titles, ...buyer }, index) => ({
    ...buyer,
    items: variants.filter(({ productId }) => titles.includes(productId)),
    hoursAgo: 24 * REVIEWERS_ORDER_DAYS - index,
    transitions: UNTIL_DELIVERED,
    id: '',
    states: [],
  }));
}

type DemoItem = { productId: number; variantId: number };
/** An order being seeded: its id once it is placed, and the times of its status changes. */
type PlacedDemoOrder = Omit<DemoOrder, 'books'> & {
  customerId: string;
  email: string;
  addressId: string;
  items: readonly DemoItem[];
  id: string;
  states: { state: OrderState; hoursAgo: number }[];
};

function orderEvents(deps: Deps, order: PlacedDemoOrder): PastEvent[] {
  let { hoursAgo } = order;
  const record = (state: OrderState) => order.states.push({ state, hoursAgo });
  record('placed');
  const placed = { hoursAgo, run: async () => void (order.id = await placeDemoOrder(deps, order)) };
  const moves = order.transitions.map((to) => {
    hoursAgo -= HOURS_TO_STATE[to];
    record(to);
    return { hoursAgo, run: () => transitionDemoOrder(deps, order.id, to) };
  });
  return [placed, ...moves, ...refundEvents(deps, order)];
}

async function placeDemoOrder(
  deps: Deps,
  { customerId, email, addressId, items: ordered }: PlacedDemoOrder,
): Promise<string> {
  const items = ordered.map(({ productId, variantId }) => ({ id: productId, vid: variantId, qty: 1 }));
  const zip = READER_ADDRESSES[0].zip;
  const quoteRequest = {
    items,
    couponCode: null,
    couponCustomer: couponCustomer(deps, email),
    isMember: true,
    zones: await listZones(deps.db),
    zip,
  };
  const { quote } = quoteOrder(await readOffers(deps.db, quoteRequest), quoteRequest);
  const { total, proDis, shippingCost } = totalsInRinggit(quote);
  const payload = { items, proDis, disCode: null, total, shippingCost, address: { id: addressId } };
  const buyer = { customerId, email };
  const { response } = await placeOrder(deps, {
    payload,
    buyer,
    idempotencyKey: `demo-${items[0]!.vid}`,
    locale: 'en',
  });
  return response.id;
}

async function transitionDemoOrder(deps: Deps, orderId: string, to: OrderTransition['to']): Promise<void> {
  const parcel = to === 'shipped' ? { carrier: 'Pos Laju', tracking: 'EN123456789MY' } : undefined;
  await transitionOrder(deps, orderId, { to, actor: 'staff', ...(parcel && { parcel }) });
}

/** Refunds the first line of an order through the customer's and the staff's own commands. */
function refundEvents(deps: Deps, order: PlacedDemoOrder): PastEvent[] {
  if (!order.refund) return [];
  const { reason, transitions } = order.refund;
  let { hoursAgo } = order.refund;
  let refundId = '';
  const request = async () => {
    const [first] = await deps.db
      .select()
      .from(orderLine)
      .where(eq(orderLine.orderId, order.id))
      .orderBy(asc(orderLine.position))
      .limit(1);
    const asked = { id: order.id, reason, items: [{ id: first!.id, qty: 1 }] };
    refundId = (await requestRefund(deps, { customerId: order.customerId, body: asked })).id;
  };
  const states = transitions.map((to) => {
    hoursAgo -= HOURS_TO_STATE[to];
    return { hoursAgo, run: async () => void (await transitionRefund(deps, refundId, { to, actor: 'staff' })) };
  });
  return [{ hoursAgo: order.refund.hoursAgo, run: request }, ...states];
}

/** Whoever got an order more than two weeks ago was invited to review it then. */
async function backdateOrderEvents({ db }: Deps, { id, states }: PlacedDemoOrder): Promise<void> {
  const delivered = states.find(({ state }) => state === 'delivered');
  if (delivered) {
    const hours = 24 * INVITATION_DAYS - delivered.hoursAgo;
    const reviewInvitationAt = hours > 0 ? sql`now() + ${hours}::float8 * interval '1 hour'` : null;
    await db.update(order).set({ reviewInvitationAt }).where(eq(order.id, id));
  }
  for (const { state, hoursAgo } of states)
    await db
      .update(orderEvent)
      .set({ at: sql`now() - ${hoursAgo}::float8 * interval '1 hour'` })
      .where(and(eq(orderEvent.orderId, id), eq(orderEvent.state, state)));
}

/** Records a price RM 6 higher for wish-list products, so that the demo shows price drops. */
async function raiseWishedPrices({ db }: Deps, titles: readonly DemoItem[]): Promise<void> {
  const ids = titles.map(({ productId }) => productId);
  await db
    .update(wishlistItem)
    .set({ priceWhenAdded: sql`${wishlistItem.priceWhenAdded} + 600` })
    .where(inArray(wishlistItem.productId, ids));
}

async function listBestsellers({ db }: Deps): Promise<DemoItem[]> {
  const rows = await db
    .select({ productId: variant.productId, variantId: sql<number>`min(${variant.id})` })
    .from(variant)
    .innerJoin(searchEntry, eq(searchEntry.productId, variant.productId))
    .where(gte(variant.stock, 5))
    .groupBy(variant.productId, searchEntry.popularity)
    .orderBy(desc(searchEntry.popularity), variant.productId)
    .limit(60);
  const editions = await findOrderableVariants(
    db,
    rows.map((row) => row.variantId),
  );
  return rows.filter((row) => editions.has(row.variantId));
}
