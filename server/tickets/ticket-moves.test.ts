import { expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { openDoor, post } from '../../tests/door.ts';
import { makeSignedIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { writeLetter } from '../mails/letters.ts';
import { waitUntil } from '../wait-until.ts';
import { answerTicket } from './answer-ticket.ts';
import { closeTicket } from './close-ticket.ts';

const shop = await openDoor();
const { app, deps, pool } = shop;

async function opened() {
  const me = await makeSignedIn(shop);
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
  const { rows } = await pool.query('SELECT kind, facts, locale FROM mail WHERE recipient = $1 ORDER BY id', [email]);
  return rows as { kind: 'ticket_answered'; locale: string; facts: { text: string; link: string } & Facts }[];
}
type Facts = { number: string; subject: string };

test('each move is written down with who made it, and a deed that moves nothing is not', async () => {
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
    'SELECT m.state, actor FROM ticket_move m JOIN ticket t ON t.id = ticket_id WHERE number = $1 ORDER BY m.at',
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
  await expectSound(pool);
});

test('the customer gets a mail for a new ticket, for every answer and for every move that closes or opens it', async () => {
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
  for (const { facts } of mails) expect(facts.link).toBe(`http://shop.test/customer/tickets/show/${id}`);
  const { subject, text, html } = writeLetter('ticket_answered', mails[1]!.facts, { locale: 'en', shop: 'Halaman' });
  expect(subject).toContain(ticket.number);
  expect(text).toContain('First line.\nSecond <b>line</b>.');
  expect(html).toContain('Second &#60;b&#62;line&#60;/b&#62;.');
  await expectSound(pool);
});

test.each(LOCALES)('the letters are complete in %s', async (locale) => {
  const facts = { number: 'T-5001', subject: 'Why?', link: 'http://shop.test/t' };
  const letters = [
    writeLetter('ticket_opened', { ...facts, text: 'Because.' }, { locale, shop: 'Halaman' }),
    writeLetter('ticket_answered', { ...facts, text: 'Because.' }, { locale, shop: 'Halaman' }),
    writeLetter('ticket_closed', facts, { locale, shop: 'Halaman' }),
  ];
  for (const { subject, text } of letters) {
    for (const word of ['T-5001', 'Why?']) expect(subject).toContain(word);
    expect(text).toContain('http://shop.test/t');
  }
  expect(letters.map(({ text }) => text.includes('Because.'))).toEqual([true, true, false]);
});

test('a letter is in the language of its customer', async () => {
  const ticket = await opened();
  await pool.query("UPDATE customer SET locale = 'fa' WHERE id = $1", [ticket.id]);
  await ticket.answer('Soon.');
  expect((await ticket.mails()).map((mail) => mail.locale)).toEqual(['en', 'fa']);
});

test('an answer is unread until its customer looks; a reply that crosses it leaves it so', async () => {
  const ticket = await opened();
  await ticket.answer('Soon.');
  await ticket.reply('Hello?');
  const list = async () => (await app.inject({ url: '/customer/ticket', headers: bearer(ticket.token) })).json();
  expect(await list()).toMatchObject({ unread: 1, rows: [{ status: 'open', unread: true, replies: 2 }] });
  expect(await ticket.read()).toMatchObject({ status: 'open', unread: false });
  expect(await list()).toMatchObject({ unread: 0, rows: [{ unread: false }] });
});

test('open pages of the customer are told of every change, once', async () => {
  const ticket = await opened();
  const client = await pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload }) => told.push(payload!));
  await client.query('LISTEN customer_told');
  await ticket.answer('Soon.');
  await ticket.read();
  await ticket.read();
  await ticket.reply('Thanks.');
  await ticket.close();
  await ticket.close();
  await pool.query("SELECT pg_notify('customer_told', 'the end')");
  await waitUntil(() => Promise.resolve(told.includes('the end')), { seconds: 20, what: 'the end to be told' });
  client.release(true);
  expect(told).toEqual([...Array.from({ length: 4 }, () => `${ticket.id} tickets`), 'the end']);
});

function bearer(token: string) {
  return { authorization: `Bearer ${token}` };
}
