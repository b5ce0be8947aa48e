import { afterEach, expect, test, vi } from 'vitest';
import { runConcurrently, openTestApp, post, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { emailsTo } from '../../tests/emails.ts';

const shop = await openTestApp({ RATE_LIMITS: 'on' });
const { app, pool } = shop;
let people = 0;

async function visitor() {
  const { token, id } = await makeSignedInCustomer(shop);
  people += 1;
  const ip = `10.1.0.${people}`;
  const write = (written: object) => post(app, '/customer/ticket/add', written, { token, ip });
  return { id, write, open: () => write({ subject: 'S', message: 'M' }) };
}

afterEach(() => {
  vi.useRealTimers();
});

test('the sixth new ticket within a minute is rejected with a retry time', async () => {
  const one = await visitor();
  const responses = await runConcurrently(6, 3, () => one.open());
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 5, 429: 1 });
  const { headers, body } = responses.find(({ status }) => status === 429)!;
  expect(body.code).toBe('too_many_requests');
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await (await visitor()).open()).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  expect((await one.open()).status).toBe(200);
});

test('replies are counted separately from new tickets', async () => {
  const one = await visitor();
  const { body } = await one.open();
  const responses = await runConcurrently(6, 1, () => one.write({ parent: body.id, message: 'M' }));
  expect(countValues(responses.map(({ status }) => status))).toEqual({ 200: 5, 429: 1 });
  expect((await one.open()).status).toBe(200);
});

test.each([
  ['new-ticket', 20],
  ['ticket-reply', 60],
] as const)('%s is rejected beyond %d a day', async (name, most) => {
  const one = await visitor();
  const parent = (await one.open()).body.id;
  const write = () => (name === 'new-ticket' ? one.open() : one.write({ parent, message: 'M' }));
  const key = `${name}:86400:customer:${one.id}`;
  await pool.query(
    `INSERT INTO rate_counter VALUES ($1, $2, $3) ON CONFLICT (key) DO UPDATE SET points = $2, expire = $3`,
    [key, most - 1, Date.now() + 5 * 3600_000],
  );
  expect((await write()).status).toBe(200);
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4 * 3600);
});

test('invalid requests do not count', async () => {
  const one = await visitor();
  await runConcurrently(8, 1, () => one.write({ subject: '', message: 'M' }));
  expect((await one.open()).status).toBe(200);
});

test('closing and reopening a ticket sends at most three emails an hour', async () => {
  const { id, token, email } = await makeSignedInCustomer(shop);
  const { body } = await post(app, '/customer/ticket/add', { subject: 'S', message: 'M' }, { token, ip: '10.1.9.9' });
  for (let turn = 0; turn < 4; turn += 1)
    for (const deed of ['close', 'reopen'])
      expect((await post(app, `/api/ticket/${deed}`, { id: body.id }, { token, ip: '10.1.9.9' })).status).toBe(204);
  expect((await emailsTo(pool, email)).map((mail) => mail.kind)).toEqual([
    'ticket_opened',
    'ticket_closed',
    'ticket_reopened',
    'ticket_closed',
  ]);
  const { rows } = await pool.query(
    'SELECT count(*)::int AS moves FROM ticket_event JOIN ticket t ON t.id = ticket_id WHERE customer_id = $1',
    [id],
  );
  expect(rows).toEqual([{ moves: 9 }]);
});
