import { asc, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { productColumns } from '../catalogue/products.ts';
import { keepStatement, together, type Given } from './kept-statement.ts';
import { product } from './tables.ts';
import { isAmong, rowsAsTable } from './subqueries.ts';

const { deps } = await testShop();

const PRODUCT = { slug: 'book', title: 'Book', titleSort: 'book', language: 'en', description: '', publisher: '' };
const TEXTS = ['', ' ', 'NULL', 'null', '"quoted"', 'back\\slash\\', '{a,b}', 'two\nlines', 'ஆ中ب', '1', 'true'].concat(
  '"two"\n\\lines\t\u007f\u2028',
);

test('rows arrive as they are, whatever their texts hold', async () => {
  const rows = TEXTS.map((text, place) => {
    const json = place === 0 ? null : { text };
    return { place, text, list: [text, 'x'], json, flag: place % 2 === 0, at: new Date(place), none: null };
  });
  const types = { place: 'integer', text: 'text', list: 'text[]', json: 'jsonb', flag: 'boolean', at: 'timestamptz' };
  const { rows: found } = await deps.db.execute(
    sql`SELECT * FROM ${rowsAsTable({ ...types, none: 'text' }, rows)} AS given ORDER BY place`,
  );
  expect(found.map((row) => ({ ...row, at: new Date(String(row.at)) }))).toEqual(rows);
});

test('a column is compared with many values by one parameter', async () => {
  const query = deps.db.select({ key: product.workKey }).from(product).where(isAmong(product.workKey, TEXTS));
  expect(query.toSQL().params).toHaveLength(1);
  await deps.db.insert(product).values(TEXTS.map((text) => ({ ...PRODUCT, workKey: `${text}.` })));
  const wanted = [TEXTS[3]!, TEXTS[5]!].map((text) => `${text}.`);
  const found = await deps.db.select({ key: product.workKey }).from(product).where(isAmong(product.workKey, wanted));
  expect(found.map(({ key }) => key).toSorted()).toEqual(wanted.toSorted());
});

test('a kept statement with a list of any length keeps one plan, and finds each row once', async () => {
  const keys = Array.from({ length: 12 }, (_, index) => `${index} "kept" {,}`);
  await deps.db.insert(product).values(keys.map((workKey) => ({ ...PRODUCT, workKey })));
  const select = keepStatement((db, given: Given<{ keys: readonly string[] }>) =>
    db
      .select({ ...productColumns, key: product.workKey })
      .from(product)
      .where(isAmong(product.workKey, given('keys')))
      .orderBy(asc(product.id)),
  );
  await together(deps.preparedDb, async (db) => {
    for (const length of [1, 2, 1, 3, 1, 2, 9, 10, 12, 0])
      expect((await select(db, { keys: keys.slice(0, length) })).map(({ key }) => key)).toEqual(keys.slice(0, length));
    const { rows } = await db.execute<{ kept: string }>(
      sql`SELECT generic_plans AS kept FROM pg_prepared_statements WHERE statement LIKE ${'%"work_key" = ANY%"id" asc'}`,
    );
    expect(rows.map(({ kept }) => Number(kept))).toEqual([5]);
  });
});
