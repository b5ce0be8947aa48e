import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { transitionOrder } from '../orders/transition-order.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'fulfilment', displayName: 'Amir' });
const reader = await makeSignedInCustomer(shop);

const stockOf = async ({ vid }: MadeProduct): Promise<number> =>
  (await get(app, `/api/admin/stock/${vid}`, amir)).body.format.stock;

type Entry = { id?: string; kind: string; lines: { id: number; qty: number }[]; reference?: string; note?: string };
const book = (entry: Entry) => post(app, '/api/admin/stock/book', { id: randomUUID(), ...entry }, amir);
const received = (title: MadeProduct, qty: number) => ({ kind: 'received', lines: [{ id: title.vid, qty }] });

type Counted = { id: number; counted: number; age: number };
const compare = async (lines: Counted[]) =>
  (await post(app, '/api/admin/stock/compare-count', { lines }, amir)).body.rows;
const count = (lines: Counted[], id: string = randomUUID()) =>
  post(app, '/api/admin/stock/book-count', { id, lines }, amir);

/** Sets everything about orders and stock so many minutes back. */
async function goBack(minutes: number): Promise<void> {
  await pool.query(`ALTER TABLE stock_movement DISABLE TRIGGER stock_movement_append_only`);
  const back = [minutes];
  await pool.query(
    "UPDATE stock_movement SET at = at - $1 * interval '1 minute', as_of = as_of - $1 * interval '1 minute'",
    back,
  );
  await pool.query("UPDATE order_event SET at = at - $1 * interval '1 minute'", back);
  await pool.query(`ALTER TABLE stock_movement ENABLE TRIGGER stock_movement_append_only`);
}

test('a format is found by its ISBN, however it is written, or by the words of its title', async () => {
  const { vid } = await makeProduct(shop, { title: 'The Lighthouse Keeper', isbn: '9780306406157', stock: 4 });
  const expected = { id: vid, isbn: '9780306406157', title: 'The Lighthouse Keeper', format: 'paperback', stock: 4 };
  for (const q of ['9780306406157', '0-306-40615-2', 'lighthouse keep']) {
    const { body } = await get(app, `/api/admin/stock?q=${encodeURIComponent(q)}`, amir);
    expect([q, body.rows]).toMatchObject([q, [expected]]);
  }
  for (const q of ['9783161484100', 'nothing like this', ''])
    expect((await get(app, `/api/admin/stock?q=${q}`, amir)).body.rows).toEqual([]);
});

test('a delivery sent twice, even at once, is booked once, and stands in the ledger and the audit trail by name', async () => {
  const title = await makeProduct(shop, { stock: 2 });
  const entry = { ...received(title, 5), id: randomUUID(), reference: 'LS-4711' };
  const twice = await Promise.all([book(entry), book(entry)]);
  expect([...twice, await book(entry)].map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await stockOf(title)).toBe(7);
  const { body } = await get(app, `/api/admin/stock/${title.vid}`, amir);
  expect(body.rows).toMatchObject([
    { reason: 'received', quantity: 5, stock: 7, actor: 'Amir', reference: 'LS-4711', order: null },
    { reason: 'counted', quantity: 2, stock: 2, actor: 'shop' },
  ]);
  expect(errorOf(await book({ ...entry, lines: [{ id: title.vid, qty: 6 }] }))).toEqual([422, 'idempotency_mismatch']);
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb FROM audit_entry WHERE details->>'about' = $1",
    [entry.id],
  );
  expect(rows).toEqual([{ actor: 'Amir', verb: 'stock receive' }]);
  await expectIntegrity(pool);
});

test('of a delivery with a format that nobody knows nothing is booked', async () => {
  const title = await makeProduct(shop, { stock: 2 });
  const ebook = await makeProduct(shop, { format: 'ebook', stock: 0 });
  for (const id of [2_000_000_000, ebook.vid]) {
    const lines = [...received(title, 1).lines, { id, qty: 1 }];
    expect(errorOf(await book({ kind: 'received', lines }))).toEqual([404, 'not_found']);
  }
  expect(await stockOf(title)).toBe(2);
});

test('copies that come go to the orders that wait for them first', async () => {
  const title = await makeProduct(shop, { published: '2099-03', variants: [{ stock: 0, availability: '10' }] });
  const { body: order } = await placeOrder(app, { lines: [{ of: title, qty: 3 }], token: reader.token });
  expect((await get(app, `/api/admin/stock/${title.vid}`, amir)).body.format).toMatchObject({ stock: 0, awaited: 3 });
  await book(received(title, 5));
  const { body } = await get(app, `/api/admin/stock/${title.vid}`, amir);
  expect(body.format).toMatchObject({ stock: 2, awaited: 0 });
  expect(body.rows).toMatchObject([
    { reason: 'sold', quantity: -3, stock: 2, order: order.number },
    { reason: 'received', quantity: 5, stock: 5 },
  ]);
  await expectIntegrity(pool);
});

test('copies are corrected or damaged with a reason, never more than there are', async () => {
  const title = await makeProduct(shop, { stock: 5 });
  const lines = [{ id: title.vid, qty: 2 }];
  for (const kind of ['damaged', 'adjusted']) expect(errorOf(await book({ kind, lines }))).toEqual([422, 'invalid']);
  expect((await book({ kind: 'damaged', lines, note: 'Wet corner' })).status).toBe(204);
  expect((await book({ kind: 'adjusted', lines: [{ id: title.vid, qty: -1 }], note: 'Window copy' })).status).toBe(204);
  expect(await stockOf(title)).toBe(2);
  const short = await book({ kind: 'damaged', lines: [{ id: title.vid, qty: 3 }], note: 'Flood' });
  expect([errorOf(short), short.body.lines]).toEqual([
    [409, 'out_of_stock'],
    [{ id: title.id, vid: title.vid, available: 2 }],
  ]);
  const { body } = await get(app, `/api/admin/stock/${title.vid}`, amir);
  expect(body.rows).toMatchObject([
    { reason: 'adjusted', quantity: -1, stock: 2, note: 'Window copy' },
    { reason: 'damaged', quantity: -2, stock: 3, note: 'Wet corner' },
    { reason: 'counted', quantity: 5, stock: 5 },
  ]);
  await expectIntegrity(pool);
});

test.each([
  ['no line', []],
  ['no copies', [{ id: 1, qty: 0 }]],
  ['half a copy', [{ id: 1, qty: 0.5 }]],
  [
    'a line twice',
    [
      { id: 1, qty: 1 },
      { id: 1, qty: 1 },
    ],
  ],
  ['too many copies', [{ id: 1, qty: 10_000 }]],
])('an entry with %s is refused', async (_, lines) => {
  expect(errorOf(await book({ kind: 'received', lines }))).toEqual([422, 'invalid']);
});

test('deliveries and damages during orders lose no copy', async () => {
  const title = await makeProduct(shop, { stock: 100 });
  await Promise.all([
    runConcurrently(30, 6, () => placeOrder(app, { lines: [title], token: reader.token })),
    runConcurrently(20, 4, () => book(received(title, 3))),
    runConcurrently(20, 4, () => book({ kind: 'damaged', lines: [{ id: title.vid, qty: 1 }], note: 'Torn' })),
  ]);
  expect(await stockOf(title)).toBe(100 - 30 + 60 - 20);
  await expectIntegrity(pool);
});

test('the movements of a format come in pages, with the stock after each', async () => {
  const title = await makeProduct(shop, { stock: 1 });
  for (let copies = 2; copies < 9; copies += 1) await book(received(title, copies));
  const read = async (before?: number) => {
    const { body } = await get(app, `/api/admin/stock/${title.vid}?limit=3${before ? `&before=${before}` : ''}`, amir);
    return body as { rows: { stock: number; quantity: number }[]; next: number | null };
  };
  const pages = [await read()];
  while (pages.at(-1)!.next !== null) pages.push(await read(pages.at(-1)!.next!));
  expect(pages.map(({ rows }) => rows.map(({ stock }) => stock))).toEqual([
    [36, 28, 21],
    [15, 10, 6],
    [3, 1],
  ]);
  expect(errorOf(await get(app, '/api/admin/stock/2000000000', amir))).toEqual([404, 'not_found']);
});

test('a stocktake expects the copies of unpacked orders on the shelf, and changes what differs', async () => {
  const [right, short] = [await makeProduct(shop, { stock: 10 }), await makeProduct(shop, { stock: 10 })];
  await makeOrder(shop, {
    lines: [
      { of: right, qty: 2 },
      { of: short, qty: 1 },
    ],
    token: reader.token,
    state: 'paid',
  });
  await makeOrder(shop, { lines: [{ of: right, qty: 3 }], token: reader.token, state: 'packed' });
  const lines = [
    { id: right.vid, counted: 7, age: 0 },
    { id: short.vid, counted: 8, age: 0 },
  ];
  expect(await compare(lines)).toMatchObject([
    { id: right.vid, expected: 7, difference: 0, missing: 0 },
    { id: short.vid, expected: 10, difference: -2, missing: 0 },
  ]);
  expect([await stockOf(right), await stockOf(short)]).toEqual([5, 9]);
  const id = randomUUID();
  expect([(await count(lines, id)).status, (await count(lines, id)).status]).toEqual([204, 204]);
  expect([await stockOf(right), await stockOf(short)]).toEqual([5, 7]);
  await expectIntegrity(pool);
});

test('what is sold, packed or received between count and booking is respected', async () => {
  const title = await makeProduct(shop, { stock: 10 });
  const { id: waiting } = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: reader.token, state: 'paid' });
  await goBack(60);
  await transitionOrder(deps, waiting, { to: 'packed', actor: 'Amir' });
  await placeOrder(app, { lines: [{ of: title, qty: 3 }], token: reader.token });
  await book(received(title, 4));
  const counted = { id: title.vid, counted: 9, age: 1800 };
  expect(await compare([counted])).toMatchObject([{ expected: 10, difference: -1 }]);
  await count([counted]);
  expect(await stockOf(title)).toBe(10 - 2 - 3 + 4 - 1);
  await expectIntegrity(pool);
});

test('a count that is older than another changes nothing and says so', async () => {
  const title = await makeProduct(shop, { stock: 10 });
  await goBack(60);
  await count([{ id: title.vid, counted: 8, age: 60 }]);
  const late = { id: title.vid, counted: 3, age: 1800 };
  expect(await compare([late])).toMatchObject([{ is_outdated: true }]);
  expect((await count([late])).status).toBe(204);
  expect(await stockOf(title)).toBe(8);
});

test('copies that orders have and nobody found are missing; the stock is never below zero', async () => {
  const title = await makeProduct(shop, { stock: 5 });
  await makeOrder(shop, { lines: [{ of: title, qty: 4 }], token: reader.token, state: 'paid' });
  const counted = { id: title.vid, counted: 1, age: 0 };
  expect(await compare([counted])).toMatchObject([{ expected: 5, difference: -4, missing: 3 }]);
  await count([counted]);
  expect(await stockOf(title)).toBe(0);
  await expectIntegrity(pool);
});

test('a stocktake during orders loses no copy', async () => {
  const title = await makeProduct(shop, { stock: 200 });
  await Promise.all([
    runConcurrently(40, 6, () => placeOrder(app, { lines: [title], token: reader.token })),
    runConcurrently(10, 2, () => count([{ id: title.vid, counted: 200, age: 0 }])),
  ]);
  expect(await stockOf(title)).toBe(160);
  await expectIntegrity(pool);
});
