import { expect, test } from 'vitest';
import { get, openTestApp, post } from '../../tests/test-app.ts';
import { ADDRESS, makeOrder, makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';
import { orderTokenTo, renderedEmailsTo, sendPendingEmails } from '../../tests/emails.ts';
import { resendEmail } from './outbox.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const title = await makeProduct(shop, { stock: 50 });

async function textsTo(email: string): Promise<string[]> {
  return (await renderedEmailsTo(deps, email)).map(({ text }) => text);
}

test('every email about a guest’s order links to it by a token that no row stores, before and after it is sent', async () => {
  const email = 'guest@mail.test';
  const { id } = await makeOrder(shop, { lines: [title], email, state: 'paid' });
  const token = await orderTokenTo(deps, email);
  expect((await get(app, `/api/guest-orders/${token}`)).body).toMatchObject({ id });
  const waiting = await textsTo(email);
  expect(waiting.map((text) => text.includes(`http://shop.test/order/${token}\n`))).toEqual([true, true]);
  const sent = (await sendPendingEmails(deps)).filter(({ to }) => to === email);
  expect(sent.map(({ text }) => text).toSorted()).toEqual(waiting.toSorted());
  expect(await textsTo(email)).toEqual(waiting);
  const { rows } = await pool.query('SELECT kind FROM email_message WHERE strpos(data::text, $1) > 0', [token]);
  expect(rows).toEqual([]);
});

test('an email about an order is resent with its link', async () => {
  await makeOrder(shop, { lines: [title], email: 'again@mail.test', state: 'placed' });
  const first = await sendPendingEmails(deps);
  const [{ id } = { id: '' }] = await renderedEmailsTo(deps, 'again@mail.test');
  expect(await resendEmail(deps, id)).toBeUndefined();
  expect(await sendPendingEmails(deps)).toEqual(first);
  expect(first).toMatchObject([{ text: expect.stringContaining('/order/') }]);
});

test('an email whose link was removed when it was sent is shown without it', async () => {
  const { email } = await makeSignedInCustomer(shop);
  await post(app, '/api/auth/forgot-password', { email });
  expect((await textsTo(email))[0]).toContain('#reset=');
  await sendPendingEmails(deps);
  expect((await textsTo(email))[0]).toMatch(
    /^Hello Siti,\n\nChoose a new password with this link. It works for one hour:\n\nIf this/,
  );
});

test('every email about an order shows its titles, its covers as images that exist, and its address', async () => {
  const { id } = await makeOrder(shop, { lines: [{ of: title, qty: 2 }], email: 'covers@mail.test', state: 'paid' });
  await pool.query(`UPDATE email_message SET data = data - 'address' WHERE order_id = $1`, [id]);
  const { rows } = await pool.query('SELECT title, cover FROM order_line WHERE order_id = $1', [id]);
  const picture = rows[0].cover.replace('.svg', '-small.png');
  const emails = (await sendPendingEmails(deps)).filter(({ to }) => to === 'covers@mail.test');
  expect(emails).toHaveLength(2);
  for (const { html, text } of emails) {
    expect(html).toContain(` src="http://shop.test${picture}"`);
    expect(text).toContain(`${rows[0].title} · 2 × Paperback: RM 80.00\n`);
    expect(text).toContain(`Delivery address:\n${ADDRESS.name}\n`);
  }
  const response = await app.inject({ url: picture });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  expect([response.rawPayload.readUInt32BE(16), response.rawPayload.readUInt32BE(20)]).toEqual([144, 216]);
  expect(response.headers['cache-control']).toContain('immutable');
  expect((await app.inject({ url: picture.replace('.png', '.svg') })).statusCode).toBe(404);
});
