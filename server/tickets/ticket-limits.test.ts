import { expect, test } from 'vitest';
import { crowd, openDoor, post, tally } from '../../tests/door.ts';
import { makeSignedIn } from '../../tests/factories.ts';

const shop = await openDoor({ RATE_LIMITS: 'on' });
const { app, pool } = shop;
let people = 0;

async function visitor() {
  const { token, id } = await makeSignedIn(shop);
  people += 1;
  const ip = `10.1.0.${people}`;
  const write = (written: object) => post(app, '/customer/ticket/add', written, { token, ip });
  return { id, write, open: () => write({ subject: 'S', message: 'M' }) };
}

/** Lets the minute pass for one customer. */
async function aMinuteLater(customerId: string): Promise<void> {
  await pool.query("UPDATE rate_counter SET window_ends_at = now() WHERE key LIKE '%:60:customer:' || $1", [
    customerId,
  ]);
}

test('the sixth new ticket within a minute is refused, and told when to come back', async () => {
  const one = await visitor();
  const answers = await crowd(6, 3, () => one.open());
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 5, 429: 1 });
  const { headers, body } = answers.find(({ status }) => status === 429)!;
  expect(body.code).toBe('too_many_requests');
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
  expect((await (await visitor()).open()).status).toBe(200);
  await aMinuteLater(one.id);
  expect((await one.open()).status).toBe(200);
});

test('replies are counted apart from new tickets', async () => {
  const one = await visitor();
  const { body } = await one.open();
  const answers = await crowd(6, 1, () => one.write({ parent: body.id, message: 'M' }));
  expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 5, 429: 1 });
  expect((await one.open()).status).toBe(200);
});

test.each([
  ['new-ticket', 20],
  ['ticket-reply', 60],
] as const)('%s is refused beyond %d a day, until the day is over', async (name, most) => {
  const one = await visitor();
  const parent = (await one.open()).body.id;
  const write = () => (name === 'new-ticket' ? one.open() : one.write({ parent, message: 'M' }));
  const key = `${name}:86400:customer:${one.id}`;
  await pool.query(
    `INSERT INTO rate_counter VALUES ($1, $2, now() + interval '5 hours') ON CONFLICT (key) DO UPDATE SET count = $2`,
    [key, most - 1],
  );
  expect((await write()).status).toBe(200);
  const refused = await write();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(4 * 3600);
});

test('what is refused for its shape costs nothing', async () => {
  const one = await visitor();
  await crowd(8, 1, () => one.write({ subject: '', message: 'M' }));
  expect((await one.open()).status).toBe(200);
});
