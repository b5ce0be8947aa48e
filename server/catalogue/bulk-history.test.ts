import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';

const shop = await testShop();
const { db } = shop.deps;

/** What an update of variants leaves in the history and the log of changes, by the triggers of rows or those of imports; undone. */
async function logged(update: string, by: 'row' | 'statement'): Promise<unknown> {
  let found: unknown;
  class UndoneError extends Error {}
  const undone = db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO product (id, work_key, slug, title, title_sort, language) OVERRIDING SYSTEM VALUE
      SELECT id, 'work ' || id, 'title', 'Title', 'title', 'en' FROM generate_series(900001, 900002) AS id`);
    await tx.execute(sql`INSERT INTO variant (id, product_id, format, isbn, list_price, member_price, stock, details)
      OVERRIDING SYSTEM VALUE VALUES (900001, 900001, 'paperback', '9780141439587', 3990, 3590, 7, '{"edition": 1}'),
        (900002, 900001, 'hardback', NULL, 5990, 4990, 0, NULL), (900003, 900002, 'ebook', NULL, 1990, 1990, 0, NULL)`);
    await tx.execute(sql`DELETE FROM product_change`);
    await tx.execute(sql`SELECT set_config('shop.bulk', ${by === 'statement' ? 'on' : ''}, true)`);
    await tx.execute(sql.raw(`UPDATE variant SET ${update} WHERE id > 900000`));
    const { rows: history } = await tx.execute(sql`
      SELECT product_id, variant_id, actor, source, changes FROM product_history WHERE product_id > 900000 ORDER BY variant_id`);
    const { rows: changed } = await tx.execute(sql`SELECT product_id FROM product_change ORDER BY product_id`);
    found = { history, changed };
    throw new UndoneError();
  });
  await expect(undone).rejects.toThrow(UndoneError);
  return found;
}

/** How each column may be written, but those that other columns or triggers make. */
const UPDATES: Readonly<Record<string, string>> = {
  product_id: 'CASE id WHEN 900002 THEN 900002 ELSE product_id END',
  format: `CASE id WHEN 900002 THEN 'paperback' ELSE format END`,
  isbn: `CASE id WHEN 900002 THEN '9780140434781' END`,
  list_price: 'list_price + id % 2 * 10',
  member_price: 'member_price - 10',
  stock: 'stock + 1',
  awaited: '2',
  awaited_limit: '2',
  pages: 'CASE id WHEN 900001 THEN 300 END',
  published: `'1926-10'`,
  is_listed: 'id <> 900001',
  availability: `'20'`,
  publishing_status: `'04'`,
  embargo: `'2027-01-01'`,
  expected: `'2027-02'`,
  order_days: '5',
  details: `CASE id WHEN 900003 THEN '{"edition": 2}'::jsonb END`,
  accessibility: `'{"codes": []}'`,
};

test('what an import changes of variants is logged as if each had been changed alone', async () => {
  const { rows: columns } = await db.execute<{ name: string }>(sql`
    SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'variant'`);
  const made = ['id', 'updated_at', 'is_screen_reader_friendly'];
  expect(columns.map(({ name }) => name).toSorted()).toEqual([...Object.keys(UPDATES), ...made].toSorted());
  const single = Object.entries(UPDATES).map(([column, value]) => `${column} = ${value}`);
  for (const update of [...single, single.join(', '), 'stock = stock'])
    expect({ update, ...Object(await logged(update, 'statement')) }).toEqual({
      update,
      ...Object(await logged(update, 'row')),
    });
  expect(await logged('list_price = 4990', 'statement')).toMatchObject({
    history: [{ variant_id: 900001, changes: { list_price: [3990, 4990] } }, {}, {}],
    changed: [{ product_id: 900001 }, { product_id: 900002 }],
  });
});
