import { expect, test } from 'vitest';
import { makeOrder, makeProduct, makeSignedInCustomer, placeOrder } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const title = await makeProduct(shop, { isbn: '9786299906841', stock: 1000 });
const meiLing = await makeSignedInCustomer(shop, { staffRole: 'fulfilment', displayName: 'Mei Ling' });
const amir = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Amir' });

const list = async (search: string) => (await get(app, `/api/admin/orders?${search}`, amir)).body;
const numbersOf = async (search: string) => (await list(search)).rows.map((row: { number: string }) => row.number);
const transition = async (body: object, by = meiLing) => post(app, '/api/admin/orders/transition', body, by);

async function auditOf(customerId: string) {
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb, details->>'about' AS about FROM audit_entry WHERE chain = $1 AND event = 'staff' ORDER BY position",
    [customerId],
  );
  return rows;
}

test('orders are found by number, email, ISBN, tracking code and name, and by state', async () => {
  const paid = await makeOrder(shop, { lines: [title], email: 'Find.Me@mail.test', state: 'paid' });
  const shipped = await makeOrder(shop, { lines: [title], state: 'packed' });
  const parcel = { carrier: 'Pos Laju', tracking: 'EP100MY' };
  await transition({ numbers: [shipped.number], to: 'shipped', parcel });
  for (const search of [paid.number, paid.number.slice(3), paid.number.toLowerCase(), 'find.me@', 'FIND.ME@mail.test'])
    expect([search, await numbersOf(`q=${encodeURIComponent(search)}`)]).toEqual([search, [paid.number]]);
  expect(await numbersOf('q=EP100MY')).toEqual([shipped.number]);
  expect(await numbersOf('q=978-629-99068-4-1&status=paid')).toEqual([paid.number]);
  const { rows } = await list('status=shipped');
  expect(rows).toMatchObject([{ number: shipped.number, status: 'shipped', copies: 1, name: expect.any(String) }]);
  expect(await numbersOf(`q=${encodeURIComponent(rows[0].name.slice(0, 3).toUpperCase())}`)).toContain(shipped.number);
  for (const nothing of ['BK-999999', '%', '_', "'; DROP", '9780000000002'])
    expect([nothing, await numbersOf(`q=${encodeURIComponent(nothing)}`)]).toEqual([nothing, []]);
});

test('pages of orders follow each other without a gap', async () => {
  for (let made = 0; made < 3; made += 1) await placeOrder(app, { lines: [title], email: 'pages@mail.test' });
  const all = await numbersOf('q=pages@');
  const first = await list('q=pages@&limit=2');
  const second = await list(`q=pages@&limit=2&before=${first.next}`);
  expect([...first.rows, ...second.rows].map(({ number }: { number: string }) => number)).toEqual(all);
  expect([all.length, second.next]).toEqual([3, null]);
});

test('each order of a bulk action is moved once, and says why if it is not', async () => {
  const paid = await makeOrder(shop, { lines: [title], state: 'paid' });
  const placed = await makeOrder(shop, { lines: [title], state: 'placed' });
  const numbers = [paid.number, placed.number, 'BK-999999', paid.number];
  const { body } = await transition({ numbers, to: 'packed' });
  expect(body.results).toEqual([
    { number: paid.number, status: 'packed', error: null },
    { number: placed.number, status: null, error: 'too_late' },
    { number: 'BK-999999', status: null, error: 'not_found' },
  ]);
  const { body: again } = await transition({ numbers: [paid.number], to: 'packed' });
  expect(again.results).toEqual([{ number: paid.number, status: null, error: 'too_late' }]);
});

test('two people pack the same order at once: one does, and stands in the audit trail', async () => {
  const { number } = await makeOrder(shop, { lines: [title], state: 'paid' });
  const both = await Promise.all([meiLing, amir].map((by) => transition({ numbers: [number], to: 'packed' }, by)));
  const errors = both.map(({ body }) => body.results[0].error);
  expect(errors.toSorted()).toEqual([null, 'too_late'].toSorted());
  const winner = errors[0] === null ? { who: meiLing, actor: 'Mei Ling' } : { who: amir, actor: 'Amir' };
  const entries = [...(await auditOf(meiLing.id)), ...(await auditOf(amir.id))].filter(({ about }) => about === number);
  expect(entries).toEqual([{ actor: winner.actor, verb: 'order pack', about: number }]);
  const { body } = await get(app, `/api/admin/orders/${number}`, amir);
  expect(body.changes.map(({ actor }: { actor: string }) => actor)).toEqual(['customer', 'staff', winner.actor]);
});

test('a payment by bank transfer is recorded once', async () => {
  const { number } = await makeOrder(shop, { lines: [title], state: 'placed' });
  const twice = await Promise.all([amir, amir].map((by) => transition({ numbers: [number], to: 'paid' }, by)));
  expect(twice.map(({ body }) => body.results[0].status ?? body.results[0].error).toSorted()).toEqual([
    'paid',
    'too_late',
  ]);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS payments FROM ledger_entry l JOIN "order" o ON o.id = l.order_id WHERE number = $1 AND kind = 'payment'`,
    [number],
  );
  expect(rows).toEqual([{ payments: 1 }]);
});

test('notes stay with the order and with the staff', async () => {
  const buyer = await makeSignedInCustomer(shop);
  const { id, number } = await makeOrder(shop, { lines: [title], token: buyer.token, state: 'paid' });
  expect(
    (await post(app, '/api/admin/orders/note', { number, text: 'Called: wants it by Friday.' }, meiLing)).status,
  ).toBe(204);
  expect(errorOf(await post(app, '/api/admin/orders/note', { number: 'BK-999999', text: 'x' }, meiLing))).toEqual([
    404,
    'not_found',
  ]);
  expect(errorOf(await post(app, '/api/admin/orders/note', { number, text: ' ' }, meiLing))).toEqual([422, 'invalid']);
  const { body } = await get(app, `/api/admin/orders/${number}`, amir);
  expect(body.notes).toMatchObject([{ author: 'Mei Ling', text: 'Called: wants it by Friday.' }]);
  expect(body.emails[0]).toMatchObject({ subject: expect.stringContaining(number), status: 'queued' });
  const own = await get(app, `/api/orders/${id}`, buyer);
  expect(own.status).toBe(200);
  expect(own.text).not.toMatch(/Friday|Mei Ling/);
});

test('the work list counts what waits, and a role sees only its own', async () => {
  const before = (await get(app, '/api/admin/work-list', amir)).body;
  await makeOrder(shop, { lines: [title], state: 'placed' });
  await makeOrder(shop, { lines: [title], state: 'paid' });
  const after = (await get(app, '/api/admin/work-list', amir)).body;
  expect(after.orders.placed - before.orders.placed).toBe(1);
  expect(after.orders.paid - before.orders.paid).toBe(1);
  expect(after.orders.oldest_paid).toEqual(expect.any(String));
  expect(after.takings.today.orders - before.takings.today.orders).toBe(1);
  expect(after.takings.today.amount).toBeGreaterThan(before.takings.today.amount);
  expect(after.takings.month.before).toBe(0);
  expect(Object.keys((await get(app, '/api/admin/work-list', meiLing)).body)).toEqual(['orders', 'low_stock']);
});

test('whoever packs books neither takes payments nor cancels orders', async () => {
  const { number } = await makeOrder(shop, { lines: [title], state: 'placed' });
  for (const to of ['paid', 'cancelled'])
    expect(errorOf(await transition({ numbers: [number], to }, meiLing))).toEqual([404, 'not_found']);
  expect((await transition({ numbers: [number], to: 'cancelled' }, amir)).body.results[0].status).toBe('cancelled');
});
