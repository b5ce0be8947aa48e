import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../server/db/connection.ts';
import { customer } from '../server/db/tables.ts';
import { startSession } from '../server/sessions/sessions.ts';
import type { Random } from './random.ts';

/* Orders of three lines by bank transfer, of signed-in customers among a thousand titles of one price that never sell out. */

const TITLES = 1000;
const LIST_PRICE = 3990;
/** Where orders of benchmarks go. */
export const ADDRESS = {
  name: 'Siti',
  phone: '012-345 6789',
  line1: 'Jalan 1',
  city: 'KL',
  state: 'Kuala Lumpur',
  zip: '50480',
};

/** What is ordered, by its numbers of product and variant. */
export type Titles = readonly { id: number; vid: number }[];

/** Adds the titles that are ordered. */
export async function addTitles(db: Database): Promise<Titles> {
  await db.execute(sql`INSERT INTO product (work_key, slug, title, title_sort, language, is_listed)
    SELECT 'ordered-' || n, 'ordered-' || n, 'Title ' || n, n::text, 'en', true FROM generate_series(1, ${TITLES}) n`);
  const { rows } = await db.execute<{ id: number; vid: number }>(sql`
    INSERT INTO variant (product_id, format, list_price, member_price, stock, is_listed)
    SELECT id, 'paperback', ${LIST_PRICE}, ${LIST_PRICE}, 1000000, true FROM product WHERE work_key LIKE 'ordered-%' ORDER BY id
    RETURNING product_id AS id, id AS vid`);
  await db.execute(sql`ANALYZE`);
  return rows;
}

/** Signs in as many new customers; their access tokens. */
export function addCustomers(db: Database, count: number): Promise<string[]> {
  const add = async (index: number) => {
    const id = uuidv7();
    const email = `reader-${index}-${id}@mail.test`;
    await db.insert(customer).values({ id, email, displayName: 'Siti', activatedAt: new Date() });
    return (await startSession(db, id, { userAgent: 'bench', ip: '127.0.0.1' })).token;
  };
  return Promise.all(Array.from({ length: count }, (_, index) => add(index)));
}

export function threeOf(titles: Titles, random: Random): Titles {
  const chosen = new Set<Titles[number]>();
  while (chosen.size < 3) chosen.add(random.pick(titles));
  return [...chosen];
}

/** The request that places an order, with a coupon of ten percent if one is given. */
export function orderRequest(token: string, titles: Titles, code?: string) {
  const subtotal = (titles.length * LIST_PRICE) / 100;
  return {
    method: 'POST' as const,
    url: '/customer/order/set',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: {
      items: titles.map(({ id, vid }) => ({ id, vid, qty: 1 })),
      disCode: code ?? null,
      total: subtotal,
      proDis: code ? subtotal / 10 : 0,
      shippingCost: 8,
      address: ADDRESS,
    },
  };
}
