import { join } from 'node:path';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../accounts/passwords.ts';
import { saveAddress } from '../addresses/save-address.ts';
import { findEditions } from '../catalogue/find-editions.ts';
import { importTitles } from '../catalogue/import-titles.ts';
import { readCsv } from '../catalogue/read-csv.ts';
import type { Connection } from '../db/connection.ts';
import { coupon, customer, product, searchEntry, variant, wish } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { moveOrder, type Move } from '../orders/move-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import { figuresOf, quoteOrder } from '../orders/quote-order.ts';
import { toggleWish } from '../wish-lists/toggle-wish.ts';
import { DEMO_COUPONS } from './coupons.ts';
import { DEMO_PASSWORD, DEMO_PEOPLE, READER_ADDRESSES } from './people.ts';
import { seedTickets } from './tickets.ts';
import { refundFor, setBack, type DemoRefund } from './after-delivery.ts';

export const DEMO_CATALOGUE = join(import.meta.dirname, '../../demo/catalogue.csv');

/**
 * True where the demo may be seeded: no title is there, or an earlier seeding was cut off (the demo's coupons are
 * there, which come first, but nobody is, who comes last).
 */
export async function mayBeSeeded({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const [titles, people, coupons] = await Promise.all([
    db.$count(product),
    db.$count(customer),
    db.$count(coupon, IS_DEMO),
  ]);
  return titles === 0 || (people === 0 && coupons > 0);
}

const IS_DEMO = eq(coupon.code, DEMO_COUPONS[0]!.code);

/**
 * Fills a shop with the demo: coupons, catalogue, accounts, and a life for `reader`. Cut off, it can be done again:
 * the first two change nothing the second time, the others come together or not at all.
 */
export async function seedDemo(deps: Deps, onProgress?: (done: number, all: number) => void): Promise<void> {
  const { db } = deps;
  await db
    .insert(coupon)
    .values(DEMO_COUPONS.map((terms) => ({ id: uuidv7(), ...terms })))
    .onConflictDoNothing();
  const { titles } = await readCsv(DEMO_CATALOGUE);
  await importTitles(db, titles, onProgress);
  await db.transaction(async (tx) => {
    const inside = { ...deps, db: tx as unknown as Connection };
    const people = await seedPeople(inside);
    await seedReader(inside, people.get('reader')!);
  });
}

/** The demo accounts; answers their ids by username. */
async function seedPeople({ db }: Pick<Deps, 'db'>): Promise<Map<string, string>> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const activatedAt = sql`now()`;
  const made = await db
    .insert(customer)
    .values(DEMO_PEOPLE.map((person) => ({ id: uuidv7(), ...person, passwordHash, activatedAt })))
    .returning({ id: customer.id, username: customer.username });
  return new Map(made.map((row) => [row.username!, row.id]));
}

type DemoLife = {
  /** From which of the sought-after titles, and how many of them. */
  books: [first: number, count: number];
  moves: Move['to'][];
  daysAgo?: number;
  refund?: DemoRefund;
};

const TO_THE_DOOR: Move['to'][] = ['paid', 'packed', 'shipped', 'delivered'];

/** How far each of the reader's orders has come, how many days ago, and what was asked back of it. */
const LIVES: readonly DemoLife[] = [
  { books: [15, 1], moves: TO_THE_DOOR, daysAgo: 26, refund: { reason: 'damaged', moves: ['approved', 'paid_out'] } },
  { books: [17, 2], moves: TO_THE_DOOR, daysAgo: 16, refund: { reason: 'changed_mind', moves: [] } },
  { books: [0, 1], moves: TO_THE_DOOR, daysAgo: 5 },
  { books: [3, 2], moves: ['paid', 'packed', 'shipped'] },
  { books: [6, 1], moves: ['paid'] },
  { books: [9, 2], moves: [] },
  { books: [12, 1], moves: ['cancelled'] },
];

async function seedReader(deps: Deps, customerId: string): Promise<void> {
  const home = await saveAddress(deps.db, customerId, READER_ADDRESSES[0]);
  await saveAddress(deps.db, customerId, READER_ADDRESSES[1]);
  const editions = await listSoughtAfter(deps);
  const orders: string[] = [];
  for (const life of LIVES) {
    const [first, count] = life.books;
    const wanted = editions.slice(first, first + count);
    const id = await placeFor(deps, { customerId, addressId: home, wanted, moves: life.moves });
    if (life.daysAgo) await setBack(deps, id, life.daysAgo);
    if (life.refund) await refundFor(deps, { customerId, id, ...life.refund });
    orders.push(id);
  }
  for (const { productId } of editions.slice(20, 26)) await toggleWish(deps.db, customerId, productId);
  await wishedWhenDearer(deps, editions.slice(20, 22));
  await seedTickets(deps, { customerId, orders, productId: editions[0]!.productId });
}

/** Lets titles have cost RM 6 more when they were wished, so that the demo has a drop to show. */
async function wishedWhenDearer({ db }: Deps, titles: readonly Wanted[]): Promise<void> {
  const ids = titles.map(({ productId }) => productId);
  await db
    .update(wish)
    .set({ priceThen: sql`${wish.priceThen} + 600` })
    .where(inArray(wish.productId, ids));
}

type Wanted = { productId: number; variantId: number };

async function listSoughtAfter({ db }: Deps): Promise<Wanted[]> {
  const rows = await db
    .select({ productId: variant.productId, variantId: sql<number>`min(${variant.id})` })
    .from(variant)
    .innerJoin(searchEntry, eq(searchEntry.productId, variant.productId))
    .where(sql`${variant.stock} >= 5`)
    .groupBy(variant.productId, searchEntry.popularity)
    .orderBy(desc(searchEntry.popularity), variant.productId)
    .limit(30);
  const editions = await findEditions(
    db,
    rows.map((row) => row.variantId),
  );
  return rows.filter((row) => editions.has(row.variantId));
}

type Life = { customerId: string; addressId: string; wanted: readonly Wanted[]; moves: readonly Move['to'][] };

async function placeFor(deps: Deps, { customerId, addressId, wanted, moves }: Life): Promise<string> {
  const email = DEMO_PEOPLE[0].email;
  const items = wanted.map(({ productId, variantId }) => ({ id: productId, vid: variantId, qty: 1 }));
  const zip = READER_ADDRESSES[0].zip;
  const { quote } = await quoteOrder(deps.db, { items, couponCode: null, couponKey: email, isMember: true, zip });
  const { total, proDis, shippingCost } = figuresOf(quote);
  const payload = { items, proDis, disCode: null, total, shippingCost, address: { id: addressId } };
  const buyer = { customerId, email };
  const { answer } = await placeOrder(deps, { payload, buyer, idempotencyKey: `demo-${items[0]!.vid}`, locale: 'en' });
  for (const to of moves) {
    const parcel = to === 'shipped' ? { carrier: 'Pos Laju', tracking: 'EN123456789MY' } : undefined;
    await moveOrder(deps, answer.id, { to, actor: 'staff', ...(parcel && { parcel }) });
  }
  return answer.id;
}
