import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { isRunningLow } from '#domain/reorder.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post, runConcurrently } from '../../tests/test-app.ts';
import { countFormatSales } from '../catalogue/format-sales.ts';
import { transitionOrder } from '../orders/transition-order.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const amir = await makeSignedInCustomer(shop, { staffRole: 'fulfilment', displayName: 'Amir' });
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const reader = await makeSignedInCustomer(shop);

const low = async (query = '') => (await get(app, `/api/admin/stock/low?limit=100${query}`, amir)).body;
const suggestions = async () => (await get(app, '/api/admin/stock/suggestions', amir)).body.rows;
const suggestionOf = async ({ vid }: MadeProduct) =>
  (await suggestions()).find(({ id }: { id: number }) => id === vid) ?? { quantity: 0 };
const reorderOf = async ({ vid }: MadeProduct) => (await get(app, `/api/admin/stock/${vid}`, amir)).body.reorder;
const receive = ({ vid }: MadeProduct, qty: number) =>
  post(app, '/api/admin/stock/book', { id: randomUUID(), kind: 'received', lines: [{ id: vid, qty }] }, amir);
const order = ({ vid }: MadeProduct, before: number, copies: number) =>
  post(app, '/api/admin/stock/on-order', { lines: [{ id: vid, before, copies }] }, amir);
const setThreshold = ({ vid }: MadeProduct, before: number | null, copies: number | null) =>
  post(app, '/api/admin/stock/low-stock', { id: vid, before, copies }, amir);

/** Sells copies to a reader and counts the sales of 90 days anew. */
async function sell(title: MadeProduct, qty: number) {
  const made = await makeOrder(shop, { lines: [{ of: title, qty }], token: reader.token });
  await countFormatSales(deps.db);
  return made;
}

const awaitedTitle = () => makeProduct(shop, { published: '2099-03', variants: [{ stock: 0, availability: '10' }] });
const ask = ({ vid }: MadeProduct, of = reader) => post(app, '/api/alerts/add', { vid }, of);

test('a format that sells is low at the number of the shop, or at its own', async () => {
  const title = await makeProduct(shop, { stock: 5 });
  const unsold = await makeProduct(shop, { stock: 1 });
  await sell(title, 2);
  const ids = async () => (await low()).rows.map(({ id }: { id: number }) => id);
  expect(await ids()).not.toContain(title.vid);
  expect((await setThreshold(title, null, 3)).status).toBe(204);
  expect(await ids()).toContain(title.vid);
  expect(await ids()).not.toContain(unsold.vid);
  expect(errorOf(await setThreshold(title, null, 9))).toEqual([409, 'edited_meanwhile']);
  expect(await reorderOf(title)).toEqual({ low_stock: 3, shop_low_stock: 2, on_order: 0, sold: 2, waiting: 0 });
  await sell(title, 1);
  expect((await setThreshold(title, 3, null)).status).toBe(204);
  const { rows } = await low();
  expect(rows.find(({ id }: { id: number }) => id === title.vid)).toMatchObject({ stock: 2, low_stock: 2, sold: 3 });
  for (const row of rows) expect(isRunningLow(row.stock, { own: row.low_stock, shop: 2 })).toBe(true);
  expect((await get(app, '/api/admin/work-list', amir)).body.low_stock).toBe(rows.length);
});

test('the most wanted come first, page by page', async () => {
  const [one, three] = [await awaitedTitle(), await awaitedTitle()];
  await placeOrder(app, { lines: [{ of: one, qty: 1 }], token: reader.token });
  await placeOrder(app, { lines: [{ of: three, qty: 3 }], token: reader.token });
  const pages = [];
  for (let before = ''; pages.length < 50;) {
    const page = (await get(app, `/api/admin/stock/low?limit=1${before}`, amir)).body;
    pages.push(...page.rows);
    if (page.next === null) break;
    before = `&before=${page.next}`;
  }
  expect(pages).toEqual((await low()).rows);
  expect(pages.slice(0, 2).map(({ id, awaited }) => [id, awaited])).toEqual([
    [three.vid, 3],
    [one.vid, 1],
  ]);
});

test('a suggestion says its reason in numbers: sales, orders and readers that wait, stock, and what is on order', async () => {
  const title = await makeProduct(shop, { stock: 30, publisher: 'Kancil Press' });
  await sell(title, 27);
  expect(await suggestionOf(title)).toMatchObject({
    publisher: 'Kancil Press',
    stock: 3,
    sold: 27,
    lead_days: 7,
    expected: 11,
    quantity: 8,
  });
  expect((await order(title, 0, 5)).status).toBe(204);
  expect(await suggestionOf(title)).toMatchObject({ on_order: 5, quantity: 3 });
  await receive(title, 2);
  expect(await suggestionOf(title)).toMatchObject({ stock: 5, on_order: 3, quantity: 3 });
  await receive(title, 9);
  expect([await suggestionOf(title), await reorderOf(title)]).toMatchObject([{ quantity: 0 }, { on_order: 0 }]);
});

test('orders and readers that wait are counted apart; the days of the supplier take the place of the setting', async () => {
  const title = await awaitedTitle();
  await placeOrder(app, { lines: [{ of: title, qty: 2 }], token: reader.token });
  const gone = await makeProduct(shop, { stock: 1, variants: [{ stock: 1, orderDays: 62 }] });
  await sell(gone, 1);
  expect((await ask(gone)).status).toBe(200);
  expect(await suggestionOf(title)).toMatchObject({ awaited: 2, waiting: 0, quantity: 2 });
  expect(await suggestionOf(gone)).toMatchObject({ waiting: 1, sold: 1, lead_days: 62, expected: 1, quantity: 2 });
});

test('sales are those of paid orders of 90 days, less what was refunded', async () => {
  const [cancelled, old] = [await makeProduct(shop), await makeProduct(shop)];
  const { id } = await makeOrder(shop, { lines: [{ of: cancelled, qty: 4 }], token: reader.token, state: 'paid' });
  await placeOrder(app, { lines: [{ of: cancelled, qty: 1 }], token: reader.token });
  const { id: oldId } = await makeOrder(shop, { lines: [{ of: old, qty: 4 }], token: reader.token });
  await pool.query(`UPDATE "order" SET placed_at = placed_at - interval '91 days' WHERE id = $1`, [oldId]);
  await countFormatSales(deps.db);
  expect([await reorderOf(cancelled), await reorderOf(old)]).toMatchObject([{ sold: 4 }, { sold: 0 }]);
  await transitionOrder(deps, id, { to: 'cancelled', actor: 'Lina' });
  await countFormatSales(deps.db);
  expect(await reorderOf(cancelled)).toMatchObject({ sold: 0 });
});

test('what no supplier has any more, or the shop does not show, is not suggested', async () => {
  const [outOfPrint, withdrawn] = [
    await makeProduct(shop, { variants: [{ stock: 3, publishingStatus: '07' }] }),
    await makeProduct(shop, { stock: 3 }),
  ];
  await sell(outOfPrint, 3);
  await sell(withdrawn, 3);
  await pool.query('UPDATE variant SET is_listed = false WHERE id = $1', [withdrawn.vid]);
  expect([await suggestionOf(outOfPrint), await suggestionOf(withdrawn)]).toEqual([{ quantity: 0 }, { quantity: 0 }]);
  expect((await low()).rows.map(({ id }: { id: number }) => id)).toContain(outOfPrint.vid);
});

test('settings of the shop change what is low and what is suggested', async () => {
  const title = await makeProduct(shop, { stock: 20 });
  await sell(title, 9);
  const set = async (lowStock: number | null, coverDays: number | null) => {
    const { settings } = (await get(app, '/api/admin/settings', lina)).body;
    const versionOf = (name: string) => settings.find((one: { name: string }) => one.name === name).version;
    const changes = [
      { name: 'lowStock', value: lowStock, version: versionOf('lowStock') },
      { name: 'coverDays', value: coverDays, version: versionOf('coverDays') },
    ];
    expect((await post(app, '/api/admin/settings/save', { changes }, lina)).status).toBe(204);
  };
  await set(11, 173);
  expect((await low()).rows.map(({ id }: { id: number }) => id)).toContain(title.vid);
  expect(await suggestionOf(title)).toMatchObject({ expected: 18, quantity: 7 });
  await set(null, null);
  expect(await suggestionOf(title)).toEqual({ quantity: 0 });
});

test('a list for the supplier is CSV by ISBN, in which nothing is a formula', async () => {
  const title = await makeProduct(shop, { title: '=SUM(A1)', isbn: '9780306406157', publisher: 'Duck, Inc' });
  const lines = [{ id: title.vid, qty: 12 }];
  const { status, text } = await post(app, '/api/admin/stock/suggestions/export', { lines }, amir);
  expect([status, text]).toEqual([
    200,
    '\uFEFFisbn,quantity,title,format,publisher\r\n9780306406157,12,\'=SUM(A1),paperback,"Duck, Inc"\r\n',
  ]);
  const unknown = { lines: [{ id: 2_000_000_000, qty: 1 }] };
  expect(errorOf(await post(app, '/api/admin/stock/suggestions/export', unknown, amir))).toEqual([404, 'not_found']);
});

test('of several who order the same at once one does, and no copy that comes meanwhile is forgotten', async () => {
  const title = await makeProduct(shop, { stock: 0 });
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => order(title, 0, 10 + n)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  const { on_order: before } = await reorderOf(title);
  await runConcurrently(5, 5, () => receive(title, 1));
  expect((await reorderOf(title)).on_order).toBe(before - 5);
  expect(errorOf(await order(title, before, 99))).toEqual([409, 'edited_meanwhile']);
  await expectIntegrity(pool);
});

test('every change is in the audit trail with the values before and after', async () => {
  const title = await makeProduct(shop);
  await setThreshold(title, null, 4);
  await order(title, 0, 7);
  const { rows } = await pool.query(
    "SELECT actor, details FROM audit_entry WHERE details->>'verb' LIKE 'stock %' ORDER BY at DESC LIMIT 2",
  );
  expect(rows).toMatchObject([
    { actor: 'Amir', details: { verb: 'stock on-order', before: { [title.vid]: 0 }, after: { [title.vid]: 7 } } },
    { actor: 'Amir', details: { verb: 'stock threshold', before: { low_stock: null }, after: { low_stock: 4 } } },
  ]);
});
