import { expect, test } from 'vitest';
import { get, openDoor, post } from '../../tests/door.ts';
import { makeOrder, makeSignedIn, makeTitle } from '../../tests/factories.ts';
import { guestTokenTo, lettersTo, sendMails } from '../../tests/mails.ts';
import { resendMail } from './resend-mail.ts';

const shop = await openDoor();
const { app, deps, pool } = shop;
const title = await makeTitle(shop, { stock: 50 });

async function textsTo(email: string): Promise<string[]> {
  return (await lettersTo(deps, email)).map(({ text }) => text);
}

test('every mail about a guest’s order leads there by a token that no row keeps, before and after it is sent', async () => {
  const email = 'guest@mail.test';
  const { id } = await makeOrder(shop, { lines: [title], email, state: 'paid' });
  const token = await guestTokenTo(deps, email);
  expect((await get(app, `/api/guest-orders/${token}`)).body).toMatchObject({ id });
  const waiting = await textsTo(email);
  expect(waiting.map((text) => text.includes(`http://shop.test/order/${token}\n`))).toEqual([true, true]);
  const sent = (await sendMails(deps)).filter(({ to }) => to === email);
  expect(sent.map(({ text }) => text).toSorted()).toEqual(waiting.toSorted());
  expect(await textsTo(email)).toEqual(waiting);
  const { rows } = await pool.query('SELECT kind FROM mail WHERE strpos(facts::text, $1) > 0', [token]);
  expect(rows).toEqual([]);
});

test('a mail about an order is sent again with its link', async () => {
  await makeOrder(shop, { lines: [title], email: 'again@mail.test', state: 'placed' });
  const first = await sendMails(deps);
  const [{ id } = { id: '' }] = await lettersTo(deps, 'again@mail.test');
  expect(await resendMail(deps, id)).toBeUndefined();
  expect(await sendMails(deps)).toEqual(first);
  expect(first).toMatchObject([{ text: expect.stringContaining('/order/') }]);
});

test('a mail whose link was forgotten when it was sent is shown without it', async () => {
  const { email } = await makeSignedIn(shop);
  await post(app, '/api/auth/forgot-password', { email });
  expect((await textsTo(email))[0]).toContain('#reset=');
  await sendMails(deps);
  expect((await textsTo(email))[0]).toMatch(/^Hello Siti,\n\nChoose a new password within one hour:\n\nIf this/);
});
