import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import {
  ADDRESS,
  makeCustomer,
  makeOrder,
  makeProduct,
  makeSignedInCustomer,
  placeOrder,
} from '../../tests/factories.ts';
import { errorOf, get, openTestApp } from '../../tests/test-app.ts';
import { writeCustomers } from './export-customers.ts';
import { writeOrders } from './export-orders.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
const lina = await makeSignedInCustomer(shop, { staffRole: 'manager', displayName: 'Lina' });
const suki = await makeSignedInCustomer(shop, { staffRole: 'support' });
const reader = await makeSignedInCustomer(shop, { displayName: '=HYPERLINK("x")', email: 'reader@mail.test' });
const title = await makeProduct(shop, { stock: 5000 });

async function download(path: string) {
  const { status, text, headers } = await get(app, `/api/admin/${path}`, lina);
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return parse(text, { bom: true, columns: true }) as Record<string, string>[];
}

test('orders are exported as the list is filtered, to the sen, and no cell is a formula', async () => {
  const address = { ...ADDRESS, name: '+60 Siti' };
  const paid = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], token: reader.token, address, state: 'paid' });
  const { body: placed } = await placeOrder(app, { lines: [title] });
  const rows = await download('orders/export');
  expect(rows.map(({ number }) => number)).toEqual([placed.number, paid.number]);
  expect(rows[1]).toMatchObject({
    status: 'paid',
    email: 'reader@mail.test',
    name: "'+60 Siti",
    copies: '2',
    subtotal: '80.00',
    member_discount: '8.00',
    total: paid.payable.toFixed(2),
  });
  expect((await download('orders/export?status=paid')).map(({ number }) => number)).toEqual([paid.number]);
  expect(await download('orders/export?q=reader@')).toHaveLength(1);
});

test('customers are exported with what they paid, without those who deleted their account', async () => {
  const gone = await makeCustomer(shop, { email: 'gone@mail.test' });
  await pool.query('UPDATE customer SET deleted_at = now() WHERE id = $1', [gone.id]);
  const rows = await download('customers/export-all');
  expect(rows.find(({ email }) => email === 'reader@mail.test')).toMatchObject({
    name: '\'=HYPERLINK("x")',
    orders: '1',
    paid: expect.stringMatching(/^\d+\.\d\d$/),
  });
  expect(rows.filter(({ email }) => email === 'gone@mail.test')).toEqual([]);
  expect(await download('customers/export-all?q=reader@')).toHaveLength(1);
});

test('rows beyond a batch come once each, and no more than a batch is read before it is wanted', async () => {
  await pool.query(
    `INSERT INTO customer (id, email, display_name, created_at)
     SELECT gen_random_uuid(), 'many' || n || '@mail.test', 'Many', now() FROM generate_series(1, 2500) n`,
  );
  const rows = await download('customers/export-all?q=many');
  expect(new Set(rows.map(({ email }) => email)).size).toBe(2500);
  const text = writeCustomers(deps.db, { q: 'many' });
  await text.next();
  const first = await text.next();
  expect(String(first.value).trimEnd().split('\r\n')).toHaveLength(1000);
  await text.return(undefined);
  let length = 0;
  for await (const part of writeOrders(deps)) length += part.length;
  expect(length).toBeGreaterThan(0);
});

test('only who may see money or change customers exports them, and it is in the audit trail', async () => {
  for (const path of ['orders/export', 'customers/export-all'])
    expect(errorOf(await get(app, `/api/admin/${path}`, suki))).toEqual([404, 'not_found']);
  await download('orders/export?status=paid&q=reader@');
  await download('customers/export-all');
  const { rows } = await pool.query(
    "SELECT actor, details->>'verb' AS verb, details->>'about' AS about FROM audit_entry WHERE details->>'verb' LIKE '%export' ORDER BY at DESC LIMIT 2",
  );
  expect(rows).toEqual([
    { actor: 'Lina', verb: 'customers export', about: '' },
    { actor: 'Lina', verb: 'orders export', about: 'paid search' },
  ]);
});
