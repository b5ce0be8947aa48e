import { beforeAll, expect, test } from 'vitest';
import { isbn13CheckDigit } from '#domain/catalogue/isbn.ts';
import { makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { expectIntegrity, waitUntilBlocked } from '../../tests/database.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const ravi = await makeSignedInCustomer(shop, { staffRole: 'catalogue', displayName: 'Ravi' });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });

const isbnOf = (number: number) => {
  const twelve = `978967${String(number).padStart(6, '0')}`;
  return twelve + isbn13CheckDigit(twelve);
};
const ISBNS = Array.from({ length: 200 }, (_, number) => isbnOf(number));
const made = new Map<string, Awaited<ReturnType<typeof makeProduct>>>();

beforeAll(async () => {
  for (const isbn of ISBNS) made.set(isbn, await makeProduct(shop, { isbn, listPrice: 4000, memberPrice: 3600 }));
});

const preview = (text: string) => post(app, '/api/admin/catalogue/prices/preview', { text }, ravi);
const apply = (rows: object[], by = ravi) => post(app, '/api/admin/catalogue/prices/apply', { rows }, by);

type Offer = { list_price: number; member_price: number; stock: number | null };
type Row = { isbn: string; before: Offer; after: Offer };
const wanted = (changes: Row[]) => changes.map(({ isbn, before, after }) => ({ isbn, before, after }));

async function offerOf(isbn: string) {
  const { body } = await get(app, `/api/admin/catalogue?q=${isbn}`, ravi);
  const { list_price: list, member_price: member, stock } = body.rows[0].formats[0];
  return [list, member, stock];
}

test('200 prices change in one go, each title with its history, and the shop shows them', async () => {
  const text = ['isbn,list_price,member_price', ...ISBNS.map((isbn) => `${isbn},44.90,39.90`)].join('\n');
  const { body } = await preview(text);
  expect([body.changes.length, body.unchanged, body.faults]).toEqual([200, 0, []]);
  expect(body.changes[0]).toMatchObject({
    line: 2,
    isbn: ISBNS[0],
    before: { list_price: 40, member_price: 36, stock: null },
    after: { list_price: 44.9, member_price: 39.9, stock: null },
    is_big: false,
  });
  expect(await offerOf(ISBNS[0]!)).toEqual([40, 36, 10]);
  const rows = wanted(body.changes);
  const { body: done } = await apply(rows);
  expect(done.results).toEqual(ISBNS.map((isbn) => ({ isbn, error: null, now: null })));
  for (const isbn of [ISBNS[0]!, ISBNS[199]!]) expect(await offerOf(isbn)).toEqual([44.9, 39.9, 10]);
  const { id } = made.get(ISBNS[7]!)!;
  expect((await get(app, `/api/site/products/${id}`)).body.variants).toMatchObject([{ original_price: 44.9 }]);
  const { history } = (await get(app, `/api/admin/catalogue/${id}`, ravi)).body;
  expect(history).toMatchObject([{ actor: 'Ravi', source: null }]);
  expect((await apply(rows)).body.results.every(({ error }: { error: null }) => error === null)).toBe(true);
  expect((await get(app, `/api/admin/catalogue/${id}`, ravi)).body.history).toHaveLength(1);
  const again = (await preview(text)).body;
  expect([again.changes, again.unchanged]).toEqual([[], 200]);
  const { rows: audit } = await pool.query(
    "SELECT details->>'verb' AS verb, details->>'about' AS about FROM audit_entry WHERE chain = $1 AND event = 'staff'",
    [ravi.id],
  );
  expect(audit[0]).toEqual({ verb: 'catalogue prices', about: '200 formats' });
});

test('rows that cannot be taken are listed by line, and large moves are marked', async () => {
  const [first, second, third, fourth] = ISBNS as [string, string, string, string];
  await pool.query('UPDATE variant SET is_listed = false WHERE isbn = $1', [fourth]);
  const lines = [
    '\uFEFFISBN;List_Price;member_price;stock',
    `${first};60;40;`,
    `${second};44,90;39,90;7`,
    `${first};50;40;`,
    '9789670000001;50;40;',
    'x;50;40;',
    `${third};0;;`,
    `${third};10.999;;`,
    `${third};10;11;`,
    `${third};10;9;-1`,
    `${third};10`,
    `${fourth};10;9;`,
    `${isbnOf(999)};10;9;`,
    `${third};30;;`,
  ];
  const { body } = await preview(lines.join('\r\n'));
  expect(body.faults.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [4, 'twice'],
    [5, 'isbn'],
    [6, 'isbn'],
    [7, 'price'],
    [8, 'price'],
    [9, 'member'],
    [10, 'stock'],
    [11, 'cells'],
    [12, 'withdrawn'],
    [13, 'unknown'],
  ]);
  expect(body.changes).toMatchObject([
    { isbn: first, is_big: true, after: { list_price: 60, stock: null } },
    { isbn: second, is_big: false, before: { stock: 10 }, after: { list_price: 44.9, stock: 7 } },
    { isbn: third, is_big: true, after: { list_price: 30, member_price: 30 } },
  ]);
  await pool.query('UPDATE variant SET is_listed = true WHERE isbn = $1', [fourth]);
  for (const text of ['', 'isbn\n1', 'title,isbn,list_price\nx,1,2', 'isbn,isbn,list_price', 'isbn,list_price\n"1,2'])
    expect([text, errorOf(await preview(text))]).toEqual([text, [422, 'invalid']]);
  const tooMany = ['isbn,list_price', ...Array.from({ length: 1001 }, () => `${first},1`)].join('\n');
  expect(errorOf(await preview(tooMany))).toEqual([422, 'invalid']);
});

test('what somebody changed after the preview stays, and says so; the rest is done', async () => {
  const [first, second] = ISBNS.slice(20) as [string, string];
  const text = `isbn\tlist_price\tmember_price\n${first}\t50\t45\n${second}\t50\t45`;
  const rows = wanted((await preview(text)).body.changes);
  expect((await apply([{ ...rows[0], after: { list_price: 48, member_price: 40, stock: null } }], amir)).status).toBe(
    200,
  );
  const { body } = await apply([...rows, { ...rows[0]!, isbn: isbnOf(999) }]);
  expect(body.results).toEqual([
    { isbn: first, error: 'edited_meanwhile', now: { list_price: 48, member_price: 40, stock: null } },
    { isbn: second, error: null, now: null },
    { isbn: isbnOf(999), error: 'not_found', now: null },
  ]);
  expect([await offerOf(first), await offerOf(second)]).toEqual([
    [48, 40, 10],
    [50, 45, 10],
  ]);
});

test('a count that copies were sold after is not taken; one that is taken is a movement of stock', async () => {
  const [first, second] = [isbnOf(500), isbnOf(501)];
  const [sold, counted] = [await makeProduct(shop, { isbn: first }), await makeProduct(shop, { isbn: second })];
  const text = `isbn,list_price,stock\n${first},40,25\n${second},40,25`;
  const rows = wanted((await preview(text)).body.changes);
  expect((await placeOrder(app, { lines: [sold] })).status).toBe(201);
  expect((await apply(rows)).body.results).toEqual([
    { isbn: first, error: 'edited_meanwhile', now: { list_price: 40, member_price: 36, stock: 9 } },
    { isbn: second, error: null, now: null },
  ]);
  expect([(await offerOf(first))[2], (await offerOf(second))[2]]).toEqual([9, 25]);
  const { rows: movements } = await pool.query(
    'SELECT quantity, reason, actor FROM stock_movement WHERE variant_id = $1 ORDER BY id DESC LIMIT 1',
    [counted.vid],
  );
  expect(movements).toEqual([{ quantity: 15, reason: 'counted', actor: 'Ravi' }]);
  await expectIntegrity(pool);
});

test('of two who change the same prices at once one wins, format by format', async () => {
  const isbns = ISBNS.slice(50, 60);
  const [mine, theirs] = await Promise.all(
    [51, 52].map(async (price) => {
      const { body } = await preview(['isbn,list_price', ...isbns.map((isbn) => `${isbn},${price}`)].join('\n'));
      return wanted(body.changes);
    }),
  );
  const lock = await pool.connect();
  await lock.query("BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('write catalogue', 0))");
  const both = [apply(mine!, ravi), apply(theirs!, amir)];
  await waitUntilBlocked(pool, 2);
  await lock.query('COMMIT');
  lock.release();
  const errors = (await Promise.all(both)).map(({ body }) => new Set(body.results.map(({ error }: Fault) => error)));
  expect(errors.map((one) => [...one]).toSorted()).toEqual([['edited_meanwhile'], [null]].toSorted());
  const winner = errors[0]!.has(null) ? 51 : 52;
  for (const isbn of isbns) expect((await offerOf(isbn))[0]).toBe(winner);
});

type Fault = { error: string | null };
