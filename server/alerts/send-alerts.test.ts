import { expect, test } from 'vitest';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeProduct, makeSignedInCustomer, placeOrder, type MadeProduct } from '../../tests/factories.ts';
import { openTestApp, post } from '../../tests/test-app.ts';
import { guestAlertsToken } from '../emails/links.ts';
import { transitionOrder } from '../orders/transition-order.ts';
import { addGuestAlert, confirmGuestAlert, readGuestAlerts } from './availability-alerts.ts';
import { sendAlerts } from './send-alerts.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

/** Members who wait for a title, in this order. */
async function makeReaders(count: number, { vid }: MadeProduct) {
  const readers = [];
  for (let index = 0; index < count; index += 1) {
    const reader = await makeSignedInCustomer(shop);
    await post(app, '/api/alerts/add', { vid }, { token: reader.token });
    readers.push(reader);
  }
  return readers;
}

const stockUp = ({ vid }: MadeProduct, stock: number) =>
  pool.query(
    `WITH moved AS (INSERT INTO stock_movement (variant_id, quantity, reason, actor) SELECT id, $2::int - stock,
        CASE WHEN $2::int > stock THEN 'received' ELSE 'adjusted' END, 'shop' FROM variant WHERE id = $1 AND stock <> $2::int)
      UPDATE variant SET stock = $2 WHERE id = $1`,
    [vid, stock],
  );

const alertsTo = async (emails: readonly string[]) => {
  const { rows } = await pool.query<{ recipient: string }>(
    `SELECT recipient FROM email_message WHERE kind = 'alert' AND recipient = ANY($1) ORDER BY id`,
    [emails],
  );
  return rows.map(({ recipient }) => recipient);
};

test('copies that come in are told of once, to the first readers first, and to more of them an hour later', async () => {
  const title = await makeProduct(shop, { title: 'Persuasion', stock: 0 });
  const emails = (await makeReaders(8, title)).map(({ email }) => email);
  expect(await sendAlerts(deps)).toBe(0);
  await stockUp(title, 1);
  expect(await sendAlerts(deps)).toBe(5);
  expect(await sendAlerts(deps)).toBe(0);
  expect(await alertsTo(emails)).toEqual(emails.slice(0, 5));
  await pool.query(`UPDATE availability_alert SET sent_at = sent_at - interval '61 minutes' WHERE state = 'sent'`);
  expect(await sendAlerts(deps)).toBe(3);
  expect(await alertsTo(emails)).toEqual(emails);
  await expectIntegrity(pool);
});

test('servers that look at the same time send each alert once, and no more than one would', async () => {
  const title = await makeProduct(shop, { stock: 0 });
  const emails = (await makeReaders(12, title)).map(({ email }) => email);
  await stockUp(title, 2);
  const counts = await Promise.all(Array.from({ length: 8 }, () => sendAlerts(deps)));
  expect(counts.reduce((sum, one) => sum + one)).toBe(10);
  expect(await alertsTo(emails)).toEqual(emails.slice(0, 10));
});

test('an order that is cancelled gives its copy to whoever waits', async () => {
  const title = await makeProduct(shop, { stock: 1 });
  const { body } = await placeOrder(app, { lines: [title], email: 'buyer@mail.test' });
  const [reader] = await makeReaders(1, title);
  expect(await sendAlerts(deps)).toBe(0);
  await transitionOrder(deps, body.id, { to: 'cancelled', actor: 'staff' });
  expect(await sendAlerts(deps)).toBe(1);
  expect(await alertsTo([reader!.email])).toHaveLength(1);
});

test('a failure while emails are written leaves every alert waiting', async () => {
  const title = await makeProduct(shop, { stock: 0 });
  const emails = (await makeReaders(3, title)).map(({ email }) => email);
  await stockUp(title, 3);
  let written = 0;
  const sendMail = async () => {
    if ((written += 1) === 2) throw new Error('gone');
  };
  await expect(sendAlerts({ ...deps, jobs: { ...deps.jobs, sendMail } })).rejects.toThrow('gone');
  expect(await alertsTo(emails)).toEqual([]);
  expect(await sendAlerts(deps)).toBe(3);
  expect(await alertsTo(emails)).toEqual(emails);
});

test('nothing is sent of what cannot be bought in spite of its copies, nor to an address that is not confirmed', async () => {
  const withdrawn = await makeProduct(shop, { stock: 0 });
  const ebook = await makeProduct(shop, { stock: 0, format: 'ebook' });
  const unlisted = await makeProduct(shop, { stock: 0 });
  const awaited = await makeProduct(shop, { title: 'Kerinchi', stock: 0 });
  for (const title of [withdrawn, ebook, unlisted]) await makeReaders(1, title);
  const here = { locale: 'fa', client: { ip: '203.0.113.9' } } as const;
  await addGuestAlert(deps, awaited.vid, { email: 'guest@mail.test', ...here });
  await pool.query(`UPDATE variant SET publishing_status = '11' WHERE id = $1`, [withdrawn.vid]);
  await pool.query('UPDATE variant SET is_listed = false WHERE id = $1', [unlisted.vid]);
  for (const title of [withdrawn, unlisted, awaited]) await stockUp(title, 1);
  expect(await sendAlerts(deps)).toBe(0);
  const token = guestAlertsToken(deps, 'guest@mail.test');
  await confirmGuestAlert(deps.db, token, (await readGuestAlerts(deps.db, token)).alerts[0]!.id);
  expect(await sendAlerts(deps)).toBe(1);
  const letter = (await renderedEmailsTo(deps, 'guest@mail.test')).at(-1)!;
  expect(letter).toMatchObject({ kind: 'alert', locale: 'fa' });
  expect(letter.text).toContain(`http://shop.test/fa/book/${awaited.id}/kerinchi`);
  expect(letter.text).toContain(`http://shop.test/fa/alerts/${token}`);
});
