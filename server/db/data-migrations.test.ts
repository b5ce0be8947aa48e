import { domainToASCII } from 'node:url';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { INTEGRITY_CHECKS } from '../maintenance/integrity-checks.ts';
import { listMigrations, migrate, migrateEmptySchema } from './migrate.ts';

const pool = new pg.Pool(await newDatabase());
afterAll(() => pool.end());

/** A connection to an empty schema with the migrations before a number. */
async function connectBefore(number: string): Promise<pg.PoolClient> {
  const client = await pool.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrateEmptySchema(
    client,
    listMigrations().filter((name) => name < number),
  );
  return client;
}

/** A paid order that was cancelled, as the first two migrations stored it: RM 40 for a book, RM 8 for its delivery. */
const CANCELLED = `
  INSERT INTO product (work_key, slug, title, title_sort, language) VALUES ('k', 's', 'Old', 'old', 'en');
  INSERT INTO variant (product_id, format, list_price, member_price, stock, loaded) VALUES (1, 'paperback', 4000, 3600, 5, 5);
  INSERT INTO "order" (id, email, locale, state, total, discount, pro_discount, shipping, payable, payment_method, address)
    VALUES (gen_random_uuid(), 'old@mail.test', 'en', 'cancelled', 4000, 0, 0, 800, 4800, 'bank_transfer', '{}');
  INSERT INTO order_line (id, order_id, position, product_id, variant_id, title, language, format, cover, qty, list_price,
    unit_price, promo) SELECT gen_random_uuid(), id, 0, 1, 1, 'Old', 'en', 'paperback', '', 1, 4000, 4000, 0 FROM "order";
  INSERT INTO ledger_entry (id, order_id, kind, method, amount)
    SELECT gen_random_uuid(), id, kind, 'bank_transfer', amount FROM "order",
      (VALUES ('charge', 4800), ('payment', -4800), ('refund', -4800)) AS entry (kind, amount)`;

test('a refund that was only in the ledger becomes an approved refund with its entry', async () => {
  const client = await connectBefore('0003');
  await client.query(CANCELLED);
  expect(await migrate(client)).toEqual(listMigrations().slice(2));
  const { rows } =
    await client.query(`SELECT state, merchandise_total AS goods, shipping, r.amount, kind, l.amount AS owed
    FROM refund r LEFT JOIN ledger_entry l ON l.refund_id = r.id`);
  expect(rows).toEqual([{ state: 'approved', goods: 4000, shipping: 800, amount: 4800, kind: 'refund', owed: -4800 }]);
  const { rows: movements } = await client.query(
    `SELECT reason, quantity, order_id IS NULL AS "isCount" FROM stock_movement ORDER BY id`,
  );
  expect(movements).toEqual([
    { reason: 'counted', quantity: 5, isCount: true },
    { reason: 'sold', quantity: -1, isCount: false },
    { reason: 'returned', quantity: 1, isCount: false },
  ]);
  client.release(true);
});

const CUSTOMERS: [email: string, activated: boolean][] = [
  ['plain@mail.test', true],
  ['ｐｌａｉｎ@mail.test', true],
  ['ｗｉｄｅ@mail.test', false],
  ['wi\u00adde@mail.test', true],
  ['ü@bücher.example', true],
  ['kitap@kitapçı.şirketi.test', true],
  ['book@例え.テスト', true],
];

const insertOrder = (email: string) =>
  `INSERT INTO "order" (id, email, locale, state, total, discount, pro_discount, shipping, payable, payment_method, address)
    VALUES (gen_random_uuid(), '${email}', 'en', 'placed', 0, 0, 0, 0, 0, 'bank_transfer', '{}')`;

test('spellings of one email address become one', async () => {
  const client = await connectBefore('0130');
  for (const [email, isActivated] of CUSTOMERS)
    await client.query(
      `INSERT INTO customer (id, email, display_name, activated_at)
        VALUES (gen_random_uuid(), $1, '', CASE WHEN $2 THEN now() END)`,
      [email, isActivated],
    );
  await client.query(insertOrder('gu\u200best@mail.test'));
  await client.query("INSERT INTO coupon (id, code, value_type, value) VALUES (gen_random_uuid(), 'C', 1, 1000)");
  for (const key of ['wide@mail.test', 'ｗｉｄｅ@mail.test', 'wi\u00adde@mail.test', 'a keyed hash'])
    await client.query('INSERT INTO coupon_use (coupon_id, customer_key, used) SELECT id, $1, 1 FROM coupon', [key]);
  await migrate(client);
  const { rows } = await client.query('SELECT email FROM customer ORDER BY id');
  expect(rows.map(({ email }) => email).toSorted()).toEqual(
    [
      'plain@mail.test',
      'ｐｌａｉｎ@mail.test',
      'ｗｉｄｅ@mail.test',
      'wide@mail.test',
      'ü@xn--bcher-kva.example',
      `kitap@${domainToASCII('kitapçı.şirketi.test')}`,
      `book@${domainToASCII('例え.テスト')}`,
    ].toSorted(),
  );
  expect((await client.query('SELECT email FROM "order"')).rows).toEqual([{ email: 'guest@mail.test' }]);
  expect((await client.query('SELECT customer_key, used FROM coupon_usage ORDER BY used')).rows).toEqual([
    { customer_key: 'a keyed hash', used: 1 },
    { customer_key: 'wide@mail.test', used: 3 },
  ]);
  expect((await client.query(INTEGRITY_CHECKS['customer: email is stored in normal form'])).rowCount).toBe(2);
  client.release(true);
});

test('phone numbers stored as typed become E.164 where they are unambiguous', async () => {
  const typed = ['012-345 6789', '(03) 1234 5678', '+60 12 345 6789', '60123456789', '0044 20 7946 0958', '۰۱۲۳۴۵۶۷۸۹'];
  const ambiguous = ['12', '012 345 6789 ext 5', 'ask next door', '7946 0958'];
  const client = await connectBefore('0133');
  for (const [index, phone] of [...typed, ...ambiguous].entries())
    await client.query("INSERT INTO customer (id, email, display_name, phone) VALUES (gen_random_uuid(), $1, '', $2)", [
      `${index}@mail.test`,
      phone,
    ]);
  await migrate(client);
  const { rows } = await client.query('SELECT phone FROM customer ORDER BY length(email), email');
  expect(rows.map(({ phone }) => phone)).toEqual([
    '+60123456789',
    '+60312345678',
    '+60123456789',
    '+60123456789',
    '+442079460958',
    '+60123456789',
    ...ambiguous,
  ]);
  client.release(true);
});

test('search entries keep what they hold when their words get a table of their own', async () => {
  const client = await connectBefore('0300');
  await client.query(`
    INSERT INTO product (work_key, slug, title, title_sort, language) VALUES ('k', 's', 'Lives', 'lives', 'en');
    INSERT INTO search_entry (product_id, document, words, title_sort, popularity, published, list_price, available,
      language, publisher, subjects, formats, authors, series, is_screen_reader_friendly)
      VALUES (1, '''lives'':1A', 'lives', 'lives', 7, '1926', 4000, true, 'en', 'P', '{FB}', '{paperback}', '{ann}', '{s}', true)`);
  await migrate(client);
  const { rows } =
    await client.query(`SELECT document::text, title_sort, popularity, published, list_price, available, publisher,
    subjects, formats, authors, series, is_screen_reader_friendly FROM search_entry JOIN search_text USING (product_id)`);
  expect(rows.map((row) => Object.values(row))).toEqual([
    ["'lives':1A", 'lives', 7, '1926', 4000, true, 'P', ['FB'], ['paperback'], ['ann'], ['s'], true],
  ]);
  client.release(true);
});

test('who wrote a title with its author becomes one of its authors, in the search index too', async () => {
  const client = await connectBefore('0310');
  await client.query(`
    INSERT INTO product (work_key, slug, title, title_sort, language) VALUES ('k', 's', 'Lives', 'lives', 'en');
    INSERT INTO contributor (slug, name, name_sort) VALUES ('ann', 'Ann', 'ann'), ('wanda', 'Wanda', 'wanda'), ('tom', 'Tom', 'tom');
    INSERT INTO product_contributor (product_id, contributor_id, role, position)
      VALUES (1, 1, 'author', 0), (1, 2, 'with', 1), (1, 3, 'translator', 2);
    INSERT INTO search_entry (product_id, title_sort, popularity, published, list_price, available, language, publisher,
      subjects, formats, authors, series)
      VALUES (1, 'lives', 0, '', 4000, true, 'en', '', '{}', '{}', '{ann}', '{}');
    DELETE FROM product_change`);
  await migrate(client);
  const { rows } = await client.query(
    'SELECT authors, c.product_id AS changed FROM search_entry JOIN product_change c USING (product_id)',
  );
  expect(rows).toEqual([{ authors: ['ann', 'wanda'], changed: 1 }]);
  client.release(true);
});
