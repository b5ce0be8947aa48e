import { expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import {
  ADDRESS,
  makeCoupon,
  makeCustomer,
  makeSignedInCustomer,
  makeProduct,
  placeOrder,
  signIn,
  type MadeCustomer,
} from '../../tests/factories.ts';
import { expectIntegrity, auditEventsOf } from '../../tests/database.ts';
import { emailTokenTo, emailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { transitionOrder, type OrderTransition } from '../orders/transition-order.ts';
import { enforceDeadlines } from '../payments/payment-deadlines.ts';
import { transitionRefund } from '../orders/refunds/transition-refund.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, deps, pool, connect } = shop;

function onError(error: Error): never {
  throw error;
}

const title = await makeProduct(shop, { stock: 500 });

function remove(token: string) {
  return post(app, '/api/account/delete', {}, { token });
}

async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await pool.query(`SELECT table_schema || '.' || quote_ident(table_name) AS name
    FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'jobs')`);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await pool.query(`SELECT FROM ${name} AS t WHERE strpos(lower(t::text), lower($1)) > 0 LIMIT 1`, [
      text,
    ]);
    if (hit.rowCount === 1) found.push(name);
  }
  return found;
}

/** What names this person; all of it must be gone. */
const WORDS = ['zubaidah', '198765432', 'jalan rahsia', 'cikgu', 'rahsia besar', '198.51.100.77'];

/** A life with something of every kind: orders that arrived, one that is under way, words in every field. */
async function live(): Promise<MadeCustomer & { token: string; orders: string[] }> {
  const me = await makeCustomer(shop, { email: 'zubaidah@mail.test', username: 'zubaidah', displayName: 'Zubaidah' });
  const from = { ip: '198.51.100.77', headers: { 'user-agent': 'Cikgu browser' } };
  const credentials = { username: me.email, password: me.password };
  const token = (await post(app, '/customer/auth/login', credentials, from)).body.api_token;
  const address = { ...ADDRESS, name: 'Zubaidah', phone: '0198765432', line1: '1, Jalan Rahsia' };
  await post(app, '/customer/address/add', address, { token });
  const coupon = await makeCoupon(shop);
  const orders: string[] = [];
  for (const used of [coupon, undefined, undefined])
    orders.push((await placeOrder(app, { lines: [title], token, address, ...(used && { coupon: used }) })).body.id);
  const guest = await placeOrder(app, { lines: [title], email: me.email, address: { ...address, email: me.email } });
  orders.push(guest.body.id);
  await post(app, '/api/wish-list/toggle', { objectID: String(title.id) }, { token });
  await post(app, '/api/cart/saved', { add: [{ id: title.id, vid: title.vid, qty: 2 }] }, { token });
  await post(
    app,
    '/customer/ticket/add',
    { subject: 'Rahsia besar', message: 'Rahsia besar', order_id: orders[0] },
    { token },
  );
  await post(
    app,
    '/customer/profile',
    { phone: '0198765432', photoURL: 'https://a.test/zubaidah.jpg', starred: ['/cikgu'] },
    { token },
  );
  await post(app, '/api/auth/forgot-password', { email: me.email }, from);
  await pool.query("INSERT INTO identity VALUES ('https://id.test', 'zubaidah', $1, 'zubaidah@id.test')", [me.id]);
  for (const to of ['paid', 'packed', 'shipped', 'delivered'] as const) await move(orders[0]!, to);
  await move(orders[1]!, 'cancelled');
  await move(orders[2]!, 'paid');
  await move(orders[3]!, 'cancelled');
  await pool.query("UPDATE order_event SET note = 'Rahsia besar' WHERE order_id = $1", [orders[0]]);
  await pool.query(
    `INSERT INTO refund (id, order_id, customer_id, state, reason, note, merchandise_total, shipping, amount)
     VALUES (gen_random_uuid(), $1, $2, 'declined', 'damaged', 'Rahsia besar', 100, 0, 100)`,
    [orders[0], me.id],
  );
  return { ...me, token, orders };
}

function move(order: string, to: OrderTransition['to']) {
  const parcel = to === 'shipped' ? { carrier: 'Pos', tracking: 'X1' } : undefined;
  return transitionOrder(deps, order, { to, actor: 'staff', ...(parcel && { parcel }) });
}

/* An account with a life is deleted; what the tests say of it comes one after the other. */
const me = await live();
await sendPendingEmails(deps);
const response = await remove(me.token);

test('clears the browser’s cookies', () => {
  expect([response.status, response.text]).toEqual([204, '']);
  expect(response.headers['clear-site-data']).toBe('"cache"');
  expect(String(response.headers['set-cookie'])).toMatch(/^bk=;/);
});

test('no sign-in works any more', async () => {
  expect(errorOf(await get(app, '/api/auth/me', { token: me.token }))).toEqual([401, 'token_invalid']);
  expect(errorOf(await post(app, '/api/auth/refresh-token', { accessToken: me.token }))).toEqual([
    401,
    'session_ended',
  ]);
  for (const username of [me.email, me.username, `${me.id}@deleted.invalid`])
    expect((await post(app, '/customer/auth/login', { username, password: me.password })).status).toBe(401);
  const before = (await pool.query('SELECT count(*)::int AS mails FROM email_message')).rows;
  for (const email of [me.email, `${me.id}@deleted.invalid`]) await post(app, '/api/auth/forgot-password', { email });
  expect((await pool.query('SELECT count(*)::int AS mails FROM email_message')).rows).toEqual(before);
});

test('the deletion email goes to the old address, and only emails about open orders stay queued', async () => {
  const { rows } = await pool.query(
    "SELECT kind, order_id FROM email_message WHERE recipient = $1 AND sent_at IS NULL AND dead_lettered_at IS NULL AND kind <> 'order_moved' ORDER BY id",
    [me.email],
  );
  expect(rows.filter((row) => row.order_id === null)).toEqual([{ kind: 'account_deleted', order_id: null }]);
  await expectIntegrity(pool);
});

test('orders and ledger are kept; finished orders are anonymized', async () => {
  const { rows } = await pool.query(
    'SELECT id, state, email, address FROM "order" WHERE customer_id = $1 ORDER BY id',
    [me.id],
  );
  expect(rows.map((row) => row.id)).toEqual(me.orders);
  for (const row of rows.filter(({ state }) => state !== 'paid')) {
    expect(row.email).toBe(`${me.id}@deleted.invalid`);
    expect(row.address).toMatchObject({ name: '', phone: '', line1: '', zip: '' });
  }
  const under = rows.find(({ state }) => state === 'paid');
  expect(under).toMatchObject({ id: me.orders[2], email: me.email, address: { line1: '1, Jalan Rahsia' } });
});

test('audit entries are kept without address and device', async () => {
  expect((await auditEventsOf(pool, me.id)).slice(-1)).toEqual(['account_deleted']);
  const { rows } = await pool.query('SELECT DISTINCT ip, user_agent FROM audit_entry WHERE chain = $1', [me.id]);
  expect(rows).toEqual([{ ip: null, user_agent: null }]);
});

test('nothing in the database identifies the customer once the last order is delivered', async () => {
  for (const to of ['packed', 'shipped', 'delivered'] as const) await move(me.orders[2]!, to);
  await sendPendingEmails(deps);
  await runMaintenance(connect, onError);
  const found: string[] = [];
  for (const word of WORDS) for (const table of await tablesWith(word)) found.push(`${word} in ${table}`);
  expect(found).toEqual([]);
  await expectIntegrity(pool);
});

test('email and username can be registered again as a new customer', async () => {
  const form = { displayName: 'New', email: me.email, username: me.username, password: 'a good long password' };
  await post(app, '/customer/auth/register', { ...form, confirmPassword: form.password });
  await post(app, '/api/auth/activate', {
    token: await emailTokenTo(pool, me.email, 'activate'),
    password: form.password,
  });
  const token = await signIn(app, { id: '', ...form });
  expect((await get(app, '/customer/order', { token })).body).toEqual([]);
  await runMaintenance(connect, onError);
  expect((await get(app, '/api/auth/me', { token })).body.email).toBe(me.email);
  expect(await emailsTo(pool, me.email)).toMatchObject([{ kind: 'activate' }]);
});

test('unpaid orders, also guest orders, are cancelled and their stock released', async () => {
  const me = await makeSignedInCustomer(shop);
  const scarce = await makeProduct(shop, { stock: 2 });
  const coupon = await makeCoupon(shop, { maxUses: 1 });
  const own = await placeOrder(app, { lines: [scarce], token: me.token, coupon });
  const guest = await placeOrder(app, { lines: [scarce], email: me.email });
  expect((await remove(me.token)).status).toBe(204);
  const ids = [own.body.id, guest.body.id];
  const { rows } = await pool.query('SELECT DISTINCT state FROM "order" WHERE id = ANY($1)', [ids]);
  expect(rows).toEqual([{ state: 'cancelled' }]);
  const { rows: stock } = await pool.query('SELECT stock FROM variant WHERE id = $1', [scarce.vid]);
  expect(stock).toEqual([{ stock: 2 }]);
  expect((await placeOrder(app, { lines: [title], email: 'next@mail.test', coupon })).status).toBe(201);
  await sendPendingEmails(deps);
  await runMaintenance(connect, onError);
  expect(await tablesWith(me.email)).toEqual([]);
  await expectIntegrity(pool);
});

test('without a fresh proof of identity no order is cancelled', async () => {
  const me = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [title], token: me.token });
  await pool.query("UPDATE session SET proven_at = now() - interval '1 hour' WHERE customer_id = $1", [me.id]);
  expect(errorOf(await remove(me.token))).toEqual([403, 'proof_required']);
  expect((await get(app, `/api/orders/${body.id}`, { token: me.token })).body.status).toBe('placed');
});

test('an order placed during the deletion is kept and anonymized once finished', async () => {
  const me = await makeSignedInCustomer(shop);
  const gone = await Promise.all([placeOrder(app, { lines: [title], token: me.token }), remove(me.token)]);
  const [placed, removed] = gone;
  expect(removed!.status).toBe(204);
  expect([201, 401, 404]).toContain(placed!.status);
  if (placed!.status === 201) {
    await pool.query('UPDATE "order" SET payment_due_at = now() WHERE id = $1', [placed!.body.id]);
    await enforceDeadlines(deps, onError);
  }
  await sendPendingEmails(deps);
  await runMaintenance(connect, onError);
  expect(await tablesWith(me.email)).toEqual([]);
  await expectIntegrity(pool);
});

test('an order with an open refund keeps its customer’s data until it is paid out', async () => {
  const me = await makeSignedInCustomer(shop);
  const { body } = await placeOrder(app, { lines: [title], token: me.token });
  for (const to of ['paid', 'packed', 'shipped', 'delivered'] as const) await move(body.id, to);
  const asked = await post(app, '/customer/order/refund', { id: body.id, reason: 'damaged' }, { token: me.token });
  await remove(me.token);
  await runMaintenance(connect, onError);
  const emailOf = async () => (await pool.query('SELECT email FROM "order" WHERE id = $1', [body.id])).rows[0].email;
  expect(await emailOf()).toBe(me.email);
  await transitionRefund(deps, asked.body.id, { to: 'declined', actor: 'operator' });
  await sendPendingEmails(deps);
  await runMaintenance(connect, onError);
  expect(await emailOf()).toBe(`${me.id}@deleted.invalid`);
  expect(await tablesWith(me.email)).toEqual([]);
  await expectIntegrity(pool);
});
