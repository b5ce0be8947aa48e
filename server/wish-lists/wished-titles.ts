import { sql, type SQL } from 'drizzle-orm';
import type { AnswerOf, ParsedOf } from '#contract/endpoint.ts';
import type { listWishedTitles as contract, WishedTitle } from '#contract/wish-lists.ts';
import { ALL_FORMATS, isSold, type BookFormat } from '#domain/book-format.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { productRow, TITLE_COLUMNS, type TitleFacts } from '../catalogue/product-rows.ts';
import type { Database } from '../db/connection.ts';
import { product, variant, wish } from '../db/tables.ts';

type Query = ParsedOf<typeof contract>['query'];

const ORDERS: Record<Query['sort'], SQL> = {
  '-wished_at': sql`wished_at DESC, product_id DESC`,
  title: sql`title_sort, product_id`,
  price: sql`price, product_id`,
  '-price': sql`price DESC NULLS LAST, product_id`,
  '-drop': sql`drop DESC, wished_at DESC, product_id DESC`,
};

/** One page of a customer's wished titles as they are today; also those that left the shop. */
export async function listWishedTitles(
  db: Database,
  customerId: string,
  { page, limit, sort }: Query,
): Promise<AnswerOf<typeof contract>> {
  const { rows } = await db.execute<{ total: number; wishes: Wish[] }>(sql`
    SELECT (SELECT count(*)::int FROM ${wish} WHERE customer_id = ${customerId}) AS total,
      (SELECT coalesce(json_agg(one), '[]') FROM
        (${wishesOf(customerId)} ORDER BY ${ORDERS[sort]} LIMIT ${limit} OFFSET ${(page - 1) * limit}) AS one) AS wishes`);
  const { total, wishes } = rows[0]!;
  return { rows: await titlesOf(db, wishes), total, page };
}

/** The wished titles that became cheaper, the deepest drop first, and how many there are. */
export async function listPriceDrops(db: Database, customerId: string, limit: number) {
  const { rows } = await db.execute<{ total: number; wishes: Wish[] }>(sql`
    WITH dropped AS (SELECT * FROM (${wishesOf(customerId)}) AS wished WHERE drop > 0)
    SELECT (SELECT count(*)::int FROM dropped) AS total, (SELECT coalesce(json_agg(one), '[]') FROM
      (SELECT * FROM dropped ORDER BY ${ORDERS['-drop']} LIMIT ${limit}) AS one) AS wishes`);
  const { total, wishes } = rows[0]!;
  return { total, titles: await titlesOf(db, wishes) };
}

type Offer = { vid: number; format: BookFormat; price: number; list: number; stock: number };
type Wish = {
  product_id: number;
  wished_at: string;
  price_then: number;
  drop: number;
  is_listed: boolean;
  offer: Offer | null;
};

const SOLD = sql.param(ALL_FORMATS.filter(isSold));

/** `price` is the member price of the cheapest format on sale, as in any row of titles; `offer` is one to be had now. */
function wishesOf(customerId: string): SQL {
  return sql`
    SELECT w.product_id, w.created_at AS wished_at, w.price_then, p.is_listed, p.title_sort, today.price,
      greatest(w.price_then - coalesce(today.price, w.price_then), 0) AS drop,
      (SELECT json_build_object('vid', id, 'format', format, 'price', member_price, 'list', list_price, 'stock', stock)
        FROM (${onSale()}) AS sold WHERE stock > 0 ORDER BY list_price, id LIMIT 1) AS offer
    FROM ${wish} w JOIN ${product} p ON p.id = w.product_id
    LEFT JOIN LATERAL (SELECT member_price AS price FROM (${onSale()}) AS sold ORDER BY list_price, id LIMIT 1)
      AS today ON true
    WHERE w.customer_id = ${customerId}`;
}

function onSale(): SQL {
  return sql`SELECT * FROM ${variant} v
    WHERE v.product_id = w.product_id AND v.is_listed AND p.is_listed AND v.format = ANY(${SOLD}::text[])`;
}

async function titlesOf(db: Database, wishes: readonly Wish[]): Promise<WishedTitle[]> {
  if (wishes.length === 0) return [];
  const ids = sql.param(wishes.map((one) => one.product_id));
  const { rows } = await db.execute<TitleFacts>(
    sql`SELECT ${TITLE_COLUMNS} FROM ${product} WHERE ${product.id} = ANY(${ids}::int[])`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wishes.flatMap((one) => {
    const facts = byId.get(one.product_id);
    return facts ? titleOf(one, facts) : [];
  });
}

function titleOf({ wished_at, price_then, drop, is_listed, offer }: Wish, facts: TitleFacts): WishedTitle {
  return {
    ...productRow(facts),
    wished_at: new Date(wished_at).toISOString(),
    is_listed,
    price_then: ringgitFromSen(price_then),
    drop: ringgitFromSen(drop),
    offer: offer && {
      vid: offer.vid,
      format: offer.format,
      price: ringgitFromSen(offer.price),
      original_price: ringgitFromSen(offer.list),
      stock: offer.stock,
    },
  };
}
