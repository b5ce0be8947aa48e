import { describe, expect, test } from 'vitest';
import { get, openTestApp, errorOf } from '../../tests/test-app.ts';
import { makeProduct } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app } = shop;

type Made = { id: number; title: string; language: string; price: number; published: string; popularity: number };
const made: Made[] = [];

for (let n = 0; n < 48; n += 1) {
  const article = n % 2 ? 'The ' : '';
  const title = `${article}Book ${String((n * 5) % 48).padStart(2, '0')}`;
  const facts = {
    title,
    language: n % 5 ? 'en' : 'de',
    published: String(1950 + ((n * 7) % 60)),
    popularity: (n * 13) % 31,
  };
  const price = [1999, 2499, 2500, 4999, 25_000][n % 5]!;
  const { id } = await makeProduct(shop, { ...facts, listPrice: price, work: `work ${n}` });
  made.push({ id, ...facts, price });
}

const list = async (query: string) => (await get(app, `/api/site/products?limit=100&${query}`)).body;
const idsOf = (page: { rows: { id: number }[] }) => page.rows.map((row) => row.id);

describe('sorted', () => {
  const sortKey = (one: Made) => (one.language === 'en' ? one.title.replace('The ', '') : one.title);
  const newest = (a: Made, b: Made) => b.published.localeCompare(a.published) || a.id - b.id;
  const ORDERS: Record<string, (a: Made, b: Made) => number> = {
    newest,
    bestselling: (a, b) => b.popularity - a.popularity || a.id - b.id,
    price: (a, b) => a.price - b.price || a.id - b.id,
    '-price': (a, b) => b.price - a.price || b.id - a.id,
    title: (a, b) => sortKey(a).localeCompare(sortKey(b)) || a.id - b.id,
  };
  test.each(Object.keys(ORDERS))('by %s, page by page', async (sort) => {
    const expected = made.toSorted(ORDERS[sort]).map((one) => one.id);
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => get(app, `/api/site/products?sort=${sort}&limit=10&page=${page}`)),
    );
    expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(expected);
  });

  test('a page past the end is empty, with the true total', async () => {
    expect(await list('page=1000')).toMatchObject({ rows: [], total: 48, page: 1000 });
    expect(await list('page=1000000')).toMatchObject({ rows: [], total: 48 });
  });
});

test.each([
  'page=0',
  'page=-1',
  'page=1e9',
  'limit=0',
  'limit=101',
  'limit=1e6',
  'sort=stock',
  'sort=price&sort=title',
  'page=1&page=2',
  'min_price=-1',
  'min_price=x',
  'max_price=1e9',
  'in_stock=1',
  'q=a&q=b',
  `author=${'x'.repeat(101)}`,
  'language=',
])('%s is rejected', async (query) => {
  expect(errorOf(await get(app, `/api/site/products?${query}`))).toEqual([422, 'invalid']);
});

test('totals are exact up to ten thousand, then a lower bound', async () => {
  const many = await openTestApp();
  const { id } = await makeProduct(many);
  const grow = async (count: number) => {
    await many.pool.query(
      `INSERT INTO product (work_key, slug, title, title_sort, language) SELECT gen_random_uuid(), 'x', 'x', 'x', 'en' FROM generate_series(1, $1)`,
      [count],
    );
    await many.pool.query(`INSERT INTO search_entry
      SELECT (jsonb_populate_record(e, jsonb_build_object('product_id', p.id))).* FROM search_entry e, product p
      WHERE e.product_id = ${id} AND p.id NOT IN (SELECT product_id FROM search_entry)`);
  };
  await grow(9_999);
  const exact = (await get(many.app, '/api/site/products')).body;
  expect([exact.total, exact.total_is_lower_bound]).toEqual([10_000, undefined]);
  await grow(5);
  const bounded = (await get(many.app, '/api/site/products?page=101&limit=100')).body;
  expect([bounded.total, bounded.total_is_lower_bound]).toEqual([10_000, true]);
});
