import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { DEMO_PASSWORD, DEMO_STAFF, disableDemoStaffPassword } from './demo-accounts.ts';
import { importSamples } from '../covers/import-samples.ts';
import { withPictureSources } from '../covers/picture-sources.ts';
import { seedDemo } from './seed-demo.ts';
import { DEMO_SAMPLES } from './seed-samples.ts';

const shop = await openTestApp();
const { app, pool, deps } = shop;
await seedDemo(deps);
const { body: session } = await post(app, '/customer/auth/login', { username: 'reader', password: DEMO_PASSWORD });
const read = async (path: string) => (await get(app, path, { token: session.api_token })).body;

type Row = { order_number: string; kind: string; amount: number; balance: number; at: string };

test('the demo passes the integrity checks', async () => {
  await expectIntegrity(pool);
});

test('titles in two directions have sample pages, as an import of the same files would leave them', async () => {
  const { rows } = await pool.query(
    `SELECT language, count(*)::int AS pages FROM sample_page JOIN variant v ON v.id = variant_id
      JOIN product p ON p.id = product_id GROUP BY p.id, language ORDER BY language`,
  );
  expect(rows).toEqual([
    { language: 'de', pages: 3 },
    { language: 'en', pages: 4 },
    { language: 'fa', pages: 4 },
  ]);
  const options = { isDryRun: false, onIssue: () => {}, onProgress: () => {} };
  const counts = await withPictureSources(DEMO_SAMPLES, (files) => importSamples(deps, files, options));
  expect(counts).toEqual({ added: 0, changed: 0, unchanged: 3, rejected: 0 });
});

test('at most one month of the last year has no spending', async () => {
  const { spending } = await read('/api/dashboard');
  expect(spending).toHaveLength(12);
  expect(spending.filter(({ amount }: { amount: number }) => amount > 0).length).toBeGreaterThanOrEqual(11);
});

test('orders, payments and refunds of the demo reader are within a year, in order, and add up', async () => {
  const { rows, sums, total } = await read('/customer/transaction?sort=at&limit=100');
  expect(rows).toHaveLength(total);
  let balance = 0;
  for (const row of rows as Row[]) {
    balance += Math.round(row.amount * 100);
    expect(Math.round(row.balance * 100)).toBe(balance);
  }
  expect(Math.round(sums.balance * 100)).toBe(balance);
  const age = (row: Row) => (Date.now() - Date.parse(row.at)) / 86_400_000;
  expect(age(rows[0])).toBeGreaterThan(340);
  expect(age(rows[0])).toBeLessThan(366);
  expect(age(rows.at(-1))).toBeLessThan(1);
  expect(new Set(rows.map((row: Row) => row.kind))).toEqual(
    new Set(['charge', 'payment', 'reversal', 'refund', 'payout']),
  );
});

test('order numbers, lines and events are in chronological order', async () => {
  const { rows } = await pool.query<{ number: string; state: string; at: Date; moves: Date[] }>(
    `SELECT number, state, placed_at AS at, (SELECT array_agg(m.at ORDER BY m.id) FROM order_event m WHERE m.order_id = o.id) AS moves
     FROM "order" o ORDER BY id`,
  );
  for (const [index, { at, moves }] of rows.entries()) {
    expect(moves[0]).toEqual(at);
    expect(moves.toSorted((one, other) => one.getTime() - other.getTime())).toEqual(moves);
    if (index > 0) expect(at.getTime()).toBeGreaterThan(rows[index - 1]!.at.getTime());
  }
  expect(rows.slice(-7).map(({ number, state }) => [number, state])).toEqual([
    ['BK-100001', 'delivered'],
    ['BK-100002', 'delivered'],
    ['BK-100003', 'delivered'],
    ['BK-100004', 'shipped'],
    ['BK-100005', 'paid'],
    ['BK-100006', 'placed'],
    ['BK-100007', 'cancelled'],
  ]);
});

test('audit entries and tickets have the dates of their events', async () => {
  const { rows: trail } = await pool.query<{ at: Date }>(`SELECT at FROM audit_entry WHERE event = 'order_placed'
    ORDER BY position`);
  expect(trail.map(({ at }) => at)).toEqual(trail.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime()));
  expect(Date.now() - trail[0]!.at.getTime()).toBeGreaterThan(340 * 86_400_000);
  const { rows: tickets } = await pool.query(
    `SELECT FROM ticket t WHERE updated_at <> (SELECT max(r.at) FROM ticket_reply r WHERE r.ticket_id = t.id)
      OR EXISTS (SELECT FROM ticket_reply r WHERE r.ticket_id = t.id AND r.at NOT BETWEEN t.created_at AND now())`,
  );
  expect(tickets).toEqual([]);
});

test('no email of the past is sent today, and later rows get today’s date', async () => {
  const { rows } = await pool.query(
    `SELECT FROM email_message WHERE order_id IS NOT NULL AND sent_at IS NULL AND created_at < now() - interval '1 day'`,
  );
  expect(rows).toEqual([]);
  const { rows: triggers } = await pool.query(`SELECT tgname FROM pg_trigger WHERE tgname LIKE 'a_date_at_%'`);
  expect(triggers).toEqual([]);
});

async function makeStaff(password: string) {
  const staff = await makeCustomer(shop, { passwordHash: await hashPassword(password) });
  await pool.query('DELETE FROM customer WHERE email = $1', [DEMO_STAFF.email]);
  await pool.query("UPDATE customer SET email = $1, staff_role = 'owner' WHERE id = $2", [DEMO_STAFF.email, staff.id]);
}

async function signIn(password: string): Promise<number> {
  return (await post(app, '/customer/auth/login', { username: DEMO_STAFF.email, password })).status;
}

test('the public demo password no longer signs in to the staff account', async () => {
  await makeStaff(DEMO_PASSWORD);
  expect(await signIn(DEMO_PASSWORD)).toBe(200);
  expect([await disableDemoStaffPassword(deps), await disableDemoStaffPassword(deps)]).toEqual([true, false]);
  expect(await signIn(DEMO_PASSWORD)).toBe(401);
});

test('a changed staff password stays', async () => {
  await makeStaff('a password of their own');
  expect(await disableDemoStaffPassword(deps)).toBe(false);
  expect(await signIn('a password of their own')).toBe(200);
});
