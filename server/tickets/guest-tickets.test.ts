import { expect, test } from 'vitest';
import { guestTicketPath } from '#contract/pages.ts';
import { runConcurrently, get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, signIn } from '../../tests/factories.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderedEmailsTo, emailTokenTo, emailsTo } from '../../tests/emails.ts';
import { activateManually } from '../accounts/registration.ts';
import { guestTicketToken } from '../emails/links.ts';
import { ApiError } from '../api-error.ts';
import { answerTicket } from './conversation.ts';
import { closeTicket } from './transition-ticket.ts';
import { closeAsGuest, openGuestTicket, readGuestTicket, replyAsGuest } from './conversation.ts';
import { listAllTickets, requireTicketByNumber } from './queries.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;
const { deps: limited } = await openTestApp({ RATE_LIMITS: 'on' });
let guests = 0;

function newGuest() {
  guests += 1;
  const email = `asker-${guests}@mail.test`;
  return { name: 'Aminah', email, subject: 'A map of Melaka', message: 'Have you one?\n\nAn old one.' };
}

const from = { ip: '203.0.113.9' };
const here = { locale: 'de', client: from } as const;

async function open(written = newGuest()) {
  await openGuestTicket(deps, written, here);
  const [row] = (await pool.query('SELECT id, number FROM ticket WHERE guest_email = $1', [written.email])).rows;
  return { ...written, ...(row as { id: string; number: string }), token: guestTicketToken(deps, row.id) };
}

async function ticketOf(token: string) {
  const found = await readGuestTicket(deps, token);
  return 'ticket' in found ? found.ticket : found;
}

test('a guest’s message becomes a ticket, and the email quotes it with a link', async () => {
  const one = await open();
  expect(await ticketOf(one.token)).toMatchObject({
    number: one.number,
    subject: one.subject,
    status: 'open',
    messages: [{ author: 'customer', name: 'Aminah', message: one.message }],
    timeline: [{ status: 'open', by: 'customer' }],
  });
  const [letter] = await renderedEmailsTo(deps, one.email);
  expect(letter).toMatchObject({ kind: 'guest_ticket_opened', locale: 'de' });
  expect(letter!.subject).not.toContain('Melaka');
  expect(letter!.text).toContain(`http://shop.test/de${guestTicketPath(one.token)}`);
  expect(letter!.text).toContain('A map of Melaka\n\nHave you one?\n\nAn old one.');
  expect(letter!.text).toContain('203.0.113.9');
});

test('neither row stores the token, and the typed text makes no link', async () => {
  const evil = 'https://evil.test/win';
  const one = await open({ ...newGuest(), name: evil, subject: evil, message: `${evil}\n${evil}` });
  const { rows } = await pool.query('SELECT t::text FROM ticket t UNION ALL SELECT m::text FROM email_message m');
  expect(JSON.stringify(rows)).not.toContain(one.token);
  const [letter] = await renderedEmailsTo(deps, one.email);
  expect(letter!.text).not.toContain('evil.test');
  await answerTicket(deps, { number: one.number, actor: 'aisha', message: 'No.' });
  const response = (await renderedEmailsTo(deps, one.email)).at(-1)!;
  expect(response.subject + response.text).not.toContain('evil.test');
});

test('staff can list, show, answer and close it, with emails that contain the link', async () => {
  const one = await open();
  expect(await listAllTickets(deps.db, { limit: 1 })).toMatchObject([{ number: one.number, email: one.email }]);
  await answerTicket(deps, { number: one.number, actor: 'aisha', name: 'Mei Ling', message: 'We have.' });
  expect(await requireTicketByNumber(deps.db, one.number)).toMatchObject({ is_guest: true, unread: true });
  expect(await ticketOf(one.token)).toMatchObject({ status: 'answered', messages: [{}, { name: 'Mei Ling' }] });
  expect(await requireTicketByNumber(deps.db, one.number)).toMatchObject({ unread: false });
  await closeTicket(deps, { number: one.number }, 'aisha');
  const letters = await renderedEmailsTo(deps, one.email);
  expect(letters.map(({ kind }) => kind)).toEqual(['guest_ticket_opened', 'ticket_answered', 'ticket_closed']);
  for (const { text } of letters) expect(text).toContain(guestTicketPath(one.token));
});

test('the guest replies and closes through the link, without an email', async () => {
  const one = await open();
  await closeAsGuest(deps, one.token);
  expect(await ticketOf(one.token)).toMatchObject({ status: 'closed' });
  await replyAsGuest(deps, one.token, 'One more thing.');
  expect(await ticketOf(one.token)).toMatchObject({ status: 'open', messages: [{}, { message: 'One more thing.' }] });
  expect(await emailsTo(pool, one.email)).toHaveLength(1);
  await expectIntegrity(pool);
});

test('another link is not found', async () => {
  const one = await open();
  for (const wrong of ['', `${one.token}x`, one.id, one.number]) {
    await expect(readGuestTicket(deps, wrong)).rejects.toMatchObject({ code: 'not_found' });
    await expect(replyAsGuest(deps, wrong, 'M')).rejects.toMatchObject({ code: 'not_found' });
    await expect(closeAsGuest(deps, wrong)).rejects.toMatchObject({ code: 'not_found' });
  }
});

test('a form that is submitted twice concurrently is one ticket', async () => {
  const written = newGuest();
  await runConcurrently(4, 4, () => openGuestTicket(deps, written, here));
  await openGuestTicket(deps, { ...written, message: 'Another.' }, here);
  expect(await emailsTo(pool, written.email)).toHaveLength(2);
});

test('a mailbox gets one quoted message and three tickets an hour', async () => {
  const written = newGuest();
  const send = (message: string, ip: string) =>
    openGuestTicket(limited, { ...written, message }, { locale: 'en', client: { ip } });
  for (const [index, message] of ['First', 'Second', 'Third'].entries()) await send(message, `198.51.100.${index}`);
  await expect(send('Fourth', '198.51.100.9')).rejects.toBeInstanceOf(ApiError);
  const letters = await renderedEmailsTo(limited, written.email);
  const toldIn = letters.map(({ text }) =>
    ['First', 'Second', 'Third', 'Melaka'].filter((word) => text.includes(word)),
  );
  expect(toldIn).toEqual([['First', 'Melaka'], [], []]);
});

test('an address opens five tickets a minute', async () => {
  const ip = '198.51.100.77';
  const send = () => openGuestTicket(limited, newGuest(), { locale: 'en', client: { ip } });
  await runConcurrently(5, 1, send);
  await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' });
});

test('it becomes the customer’s once the address is verified, and the link redirects there', async () => {
  const one = await open();
  const password = 'Orchid-Lantern-42';
  const body = { displayName: 'Aminah', email: one.email, username: 'aminah', password, confirmPassword: password };
  const { status } = await post(app, '/customer/auth/register', body);
  expect(status).toBeLessThan(300);
  expect(await ticketOf(one.token)).toMatchObject({ number: one.number });
  const token = await emailTokenTo(pool, one.email, 'activate');
  expect((await post(app, '/api/auth/activate', { token, password })).status).toBe(200);
  const session = await signIn(app, { id: '', email: one.email, username: one.email, password });
  const { body: page } = await get(app, '/customer/ticket', { token: session });
  expect(page.rows).toMatchObject([{ id: one.id, number: one.number, subject: one.subject }]);
  expect(await readGuestTicket(deps, one.token)).toEqual({ redirectTo: `/customer/tickets/show/${one.id}` });
  await answerTicket(deps, { number: one.number, actor: 'aisha', message: 'Welcome.' });
  expect((await renderedEmailsTo(deps, one.email)).at(-1)!.text).toContain(`/customer/tickets/show/${one.id}`);
  await replyAsGuest(deps, one.token, 'From the page that was still open.');
  expect((await requireTicketByNumber(deps.db, one.number)).messages.at(-1)).toMatchObject({ name: 'Aminah' });
  await expectIntegrity(pool);
});

test('an unverified account does not get it until the operator activates the account', async () => {
  const one = await open();
  const owner = await makeCustomer(shop, { email: one.email, activatedAt: null });
  expect(await ticketOf(one.token)).toMatchObject({ number: one.number });
  await activateManually(deps.db, owner.id);
  expect(await readGuestTicket(deps, one.token)).toEqual({ redirectTo: `/customer/tickets/show/${one.id}` });
});

test('guest tickets are part of the customer’s export and deletion', async () => {
  const me = await makeSignedInCustomer(shop);
  const one = await open({ ...newGuest(), email: me.email });
  const { body } = await get(app, '/api/account/export', { token: me.token });
  expect(body.tickets).toMatchObject([
    { number: one.number, guest_name: 'Aminah', replies: [{ message: one.message }] },
  ]);
  expect(JSON.stringify(body)).not.toContain('hash');
  expect((await post(app, '/api/account/delete', {}, { token: me.token })).status).toBe(204);
  expect((await pool.query('SELECT FROM ticket WHERE id = $1', [one.id])).rowCount).toBe(0);
  expect((await emailsTo(pool, me.email)).map(({ kind }) => kind)).toEqual(['account_deleted']);
});

test('no customer can read or answer a guest’s ticket by its id', async () => {
  const one = await open();
  const { token } = await makeSignedInCustomer(shop);
  expect(errorOf(await post(app, '/customer/ticket/get', { id: one.id }, { token }))).toEqual([404, 'not_found']);
  const reply = await post(app, '/customer/ticket/add', { parent: one.id, message: 'M' }, { token });
  expect(errorOf(reply)).toEqual([404, 'not_found']);
});
