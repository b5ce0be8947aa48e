import type pg from 'pg';
import { foldForSearch } from '#domain/catalogue/text.ts';
import { Random } from '../random.ts';

/** What staff search for: of an order, its customer and a title on it. */
export type OrderSample = {
  id: string;
  number: string;
  name: string;
  email: string;
  phone: string;
  customerId: string | null;
  isbn: string;
  title: string;
  variantId: number;
  tracking: string | null;
};

const SAMPLES = 300;

/** Orders drawn by their numbers, the same ones for the same seed. */
export async function listOrderSamples(client: pg.Client, seed: number): Promise<OrderSample[]> {
  const { rows: ends } = await client.query<{ first: number; last: number }>(
    `SELECT min(substr(number, 4)::int) AS first, max(substr(number, 4)::int) AS last FROM "order" WHERE address ->> 'name' <> 'Aisyah Rahman'`,
  );
  const random = new Random(seed);
  const { first, last } = ends[0]!;
  const numbers = Array.from({ length: SAMPLES }, () => `BK-${random.integer(first, last)}`);
  const { rows } = await client.query<OrderSample>(
    `SELECT o.id, o.number, address ->> 'name' AS name, o.email, address ->> 'phone' AS phone, o.customer_id AS "customerId", isbn, title,
       variant_id AS "variantId", (SELECT tracking FROM shipment WHERE order_id = o.id LIMIT 1) AS tracking
     FROM "order" o JOIN order_line l ON l.order_id = o.id AND position = 0 WHERE number = ANY($1) AND isbn IS NOT NULL ORDER BY o.id`,
    [numbers],
  );
  return random.shuffle(rows);
}

/** A word of a title that is long enough to be searched for. */
export function wordOf(title: string): string {
  return foldForSearch(title)
    .split(' ')
    .toSorted((one, other) => other.length - one.length)[0]!;
}
