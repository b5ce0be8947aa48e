import { expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { openTestApp, post } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { sampleEmailContext } from '../../tests/email-samples.ts';
import { expectIntegrity } from '../../tests/database.ts';
import { renderEmail } from '../emails/email-templates.ts';
import { waitUntil } from '../startup.ts';
import { answerTicket } from './conversation.ts';
import { closeTicket } from './transition-ticket.ts';

const shop = await openTestApp();
const { app, deps, pool } = shop;

async function opened() {
  const me = await makeSignedInCustomer(shop);
  const told = { subject: 'Where is it?', message: 'It has not come.' };
  const { body } = await post(app, '/customer/ticket/add', told, { token: me.token });
  const call = (path: string, extra: object = {}) => post(app, path, { id: body.id, ...extra }, { token: me.token });
  const read = async () => (await call('/customer/ticket/get')).body;
  const { number } = await read();
  return {
    ...me,
    number: number as string,
    read,
    reply: (message: string) => post(app, '/customer/ticket/add', { parent: body.id, message }, { token: me.token }),
    close: () => call('/api/ticket/close'),
    reopen: () => call('/api/ticket/reopen'),
    answer: (message: string, actor = 'Mei') => answerTicket(deps, { number, actor, message }),
    mails: async () => mailsOf(me.email),
  };
}

async function mailsOf(email: string) {
  const { rows } = await pool.query('SELECT kind, data, locale FROM email_message WHERE recipient = $1 ORDER BY id', [
    email,
  ]);
  return rows as { kind: 'ticket_answered'; locale: string; data: { text: string; link: string } & Facts }[];
}
type Facts = { number: string; subject: string };

test('each status change is recorded with its actor', async () => {
  const ticket = await opened();
  await ticket.reply('Still nothing.');
  await ticket.answer('On its way.');
  await ticket.answer('It will be there tomorrow.', 'Ben');
  await ticket.close();
  await ticket.close();
  await ticket.reopen();
  await ticket.reopen();
  await closeTicket(deps, { number: ticket.number }, 'Ben');
  await ticket.reply('It came, thank you!');
  const { rows } = await pool.query(
    'SELECT m.state, actor FROM ticket_event m JOIN ticket t ON t.id = ticket_id WHERE number = $1 ORDER BY m.at',
    [ticket.number],
  );
  expect(rows.map(({ state, actor }) => `${state} by ${actor}`)).toEqual([
    'open by customer',
    'answered by Mei',
    'closed by customer',
    'open by customer',
    'closed by Ben',
    'open by customer',
  ]);
  const { timeline } = await ticket.read();
  expect(timeline.map((move: { by: string }) => move.by)).toEqual([
    'customer',
    'staff',
    'customer',
    'customer',
    'staff',
    'customer',
  ]);
  await expectIntegrity(pool);
});

test('the customer gets an email for a new ticket, an answer, closing and reopening', async () => {
  const ticket = await opened();
  await ticket.answer('First line.\nSecond <b>line</b>.');
  await ticket.reply('Thank you.');
  await ticket.close();
  await ticket.reopen();
  await closeTicket(deps, { number: ticket.number }, 'Mei');
  await closeTicket(deps, { number: ticket.number }, 'Mei');
  const mails = await ticket.mails();
  expect(mails.map((mail) => mail.kind)).toEqual([
    'ticket_opened',
    'ticket_answered',
    'ticket_closed',
    'ticket_reopened',
    'ticket_closed',
  ]);
  const { id } = await ticket.read();
  for (const { data } of mails) expect(data.link).toBe(`http://shop.test/customer/tickets/show/${id}`);
  const { subject, text, html } = renderEmail('ticket_answered', mails[1]!.data, sampleEmailContext('en'));
  expect(subject).toContain(ticket.number);
  expect(text).toContain('First line.\nSecond <b>line</b>.');
  expect(html).toContain('Second &lt;b&gt;line&lt;/b&gt;.');
  await expectIntegrity(pool);
});

test.each(LOCALES)('the emails are complete in %s', async (locale) => {
  const facts = { number: 'T-5001', subject: 'Why?', link: 'http://shop.test/t' };
  const letters = [
    renderEmail('ticket_opened', { ...facts, text: 'Because.' }, sampleEmailContext(locale)),
    renderEmail('ticket_answered', { ...facts, text: 'Because.' }, sampleEmailContext(locale)),
    renderEmail('ticket_closed', facts, sampleEmailContext(locale)),
  ];
  for (const { subject, text } of letters) {
    for (const word of ['T-5001', 'Why?']) expect(subject).toContain(word);
    expect(text).toContain('http://shop.test/t');
  }
  expect(letters.map(({ text }) => text.includes('Because.'))).toEqual([true, true, false]);
});

test('an email is in the customer’s language', async () => {
  const ticket = await opened();
  await pool.query("UPDATE customer SET locale = 'fa' WHERE id = $1", [ticket.id]);
  await ticket.answer('Soon.');
  expect((await ticket.mails()).map((mail) => mail.locale)).toEqual(['en', 'fa']);
});

test('an answer is unread until the customer opens it, also after a concurrent reply', async () => {
  const ticket = await opened();
  await ticket.answer('Soon.');
  await ticket.reply('Hello?');
  const list = async () => (await app.inject({ url: '/customer/ticket', headers: bearer(ticket.token) })).json();
  expect(await list()).toMatchObject({ unread: 1, rows: [{ status: 'open', unread: true, replies: 2 }] });
  expect(await ticket.read()).toMatchObject({ status: 'open', unread: false });
  expect(await list()).toMatchObject({ unread: 0, rows: [{ unread: false }] });
});

test('open pages of the customer are notified of every change once', async () => {
  const ticket = await opened();
  const client = await pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload }) => told.push(payload!));
  await client.query('LISTEN customer_changed');
  await ticket.answer('Soon.');
  await ticket.read();
  await ticket.read();
  await ticket.reply('Thanks.');
  await ticket.close();
  await ticket.close();
  await pool.query("SELECT pg_notify('customer_changed', 'the end')");
  await waitUntil(() => Promise.resolve(told.includes('the end')), { seconds: 20, what: 'the end to be told' });
  client.release(true);
  expect(told).toEqual([...Array.from({ length: 4 }, () => `${ticket.id} tickets`), 'the end']);
});

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}
