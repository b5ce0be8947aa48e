import { expect, test } from 'vitest';
import { renderedEmailsTo } from '../../tests/emails.ts';
import { makeProduct, makeSignedInCustomer, type MadeProduct } from '../../tests/factories.ts';
import { errorOf, get, openTestApp, post } from '../../tests/test-app.ts';
import { sendPriceAlerts } from './price-alerts.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

const make = (title: string) => makeProduct(shop, { title, listPrice: 4000, memberPrice: 3600 });
const reprice = ({ vid }: MadeProduct, memberPrice: number) =>
  pool.query('UPDATE variant SET member_price = $2 WHERE id = $1', [vid, memberPrice]);
const setAlert = ({ id }: MadeProduct, on: unknown, token: string) =>
  post(app, '/api/wish-list/price-alert', { objectID: String(id), on }, { token });
const emailsTo = async (email: string) => renderedEmailsTo(deps, email);
const nextDay = (id: string) =>
  pool.query(`UPDATE customer SET price_alert_sent_at = now() - interval '25 hours' WHERE id = $1`, [id]);

/** A member who wishes for titles and wants emails about their prices. */
async function makeReader(...titles: MadeProduct[]) {
  const reader = await makeSignedInCustomer(shop);
  for (const title of titles) {
    await post(app, '/api/wish-list/toggle', { objectID: String(title.id) }, { token: reader.token });
    expect((await setAlert(title, true, reader.token)).status).toBe(204);
  }
  return reader;
}

test('one email names all titles that became cheaper for members, and none of the day after', async () => {
  const [emma, kim, dune] = [await make('Emma'), await make('Kim'), await make('Dune')];
  const { id, email } = await makeReader(emma, kim, dune);
  expect(await sendPriceAlerts(deps)).toBe(0);
  await reprice(emma, 3000);
  await reprice(kim, 2000);
  await reprice(dune, 3900);
  expect(await sendPriceAlerts(deps)).toBe(1);
  const [letter] = await emailsTo(email);
  expect(letter!.text).toMatch(/Kim: RM 20\.00 instead of RM 36\.00[^]*Emma: RM 30\.00 instead of RM 36\.00/);
  expect(letter!.text).not.toContain('Dune');
  await reprice(emma, 2500);
  expect(await sendPriceAlerts(deps)).toBe(0);
  await nextDay(id);
  expect(await sendPriceAlerts(deps)).toBe(1);
  expect((await emailsTo(email)).at(-1)!.text).toContain('Emma: RM 25.00 instead of RM 30.00');
  await nextDay(id);
  expect(await sendPriceAlerts(deps)).toBe(0);
});

test('servers that look at the same time send one email', async () => {
  const title = await make('Ulysses');
  const { email } = await makeReader(title);
  await reprice(title, 100);
  const counts = await Promise.all(Array.from({ length: 6 }, () => sendPriceAlerts(deps)));
  expect(counts.reduce((sum, one) => sum + one)).toBe(1);
  expect(await emailsTo(email)).toHaveLength(1);
});

test('it is off by default, for each title, and off again', async () => {
  const [one, other] = [await make('One'), await make('Other')];
  const { token, email } = await makeReader(one);
  await post(app, '/api/wish-list/toggle', { objectID: String(other.id) }, { token });
  const rows = (await get(app, '/api/wish-list/titles', { token })).body.rows as { id: number; price_alert: boolean }[];
  expect(rows.map(({ id, price_alert }) => [id, price_alert])).toEqual([
    [other.id, false],
    [one.id, true],
  ]);
  await setAlert(one, false, token);
  for (const title of [one, other]) await reprice(title, 100);
  expect(await sendPriceAlerts(deps)).toBe(0);
  expect(await emailsTo(email)).toEqual([]);
});

test('a title that left the shop, or that is wished for no more, is not told of', async () => {
  const [gone, removed] = [await make('Gone'), await make('Removed')];
  const { token } = await makeReader(gone, removed);
  for (const title of [gone, removed]) await reprice(title, 100);
  await pool.query('UPDATE product SET is_listed = false WHERE id = $1', [gone.id]);
  await post(app, '/api/wish-list/toggle', { objectID: String(removed.id) }, { token });
  expect(await sendPriceAlerts(deps)).toBe(0);
});

test('a title that is not on the own list is not found, and nonsense is refused', async () => {
  const title = await make('Solaris');
  await makeReader(title);
  const { token } = await makeSignedInCustomer(shop);
  expect(errorOf(await setAlert(title, true, token))).toEqual([404, 'not_found']);
  expect(errorOf(await setAlert(title, 'yes', token))).toEqual([422, 'invalid']);
});

test('the failure of an email leaves the old price to be told of', async () => {
  const title = await make('Nana');
  const { email } = await makeReader(title);
  await reprice(title, 100);
  const sendMail = async () => {
    throw new Error('gone');
  };
  await expect(sendPriceAlerts({ ...deps, jobs: { ...deps.jobs, sendMail } })).rejects.toThrow('gone');
  expect(await sendPriceAlerts(deps)).toBe(1);
  expect(await emailsTo(email)).toHaveLength(1);
});

test('a title that has not changed since the last run is not read again, and one after a long pause is', async () => {
  const title = await make('Middlemarch');
  const { email } = await makeReader(title);
  expect(await sendPriceAlerts(deps)).toBe(0);
  await pool.query('DELETE FROM product_change');
  await pool.query('UPDATE wishlist_item SET alert_price = 9999 WHERE product_id = $1', [title.id]);
  expect(await sendPriceAlerts(deps)).toBe(0);
  await pool.query(`UPDATE price_alert_run SET read_at = now() - interval '2 days'`);
  expect(await sendPriceAlerts(deps)).toBe(1);
  expect(await emailsTo(email)).toHaveLength(1);
});
