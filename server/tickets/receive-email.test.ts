import { createTransport } from 'nodemailer';
import type { SendMailOptions } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { sendPendingEmails } from '../../tests/emails.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';
import { countValues, errorOf, openTestApp, post, runConcurrently, toTestResponse } from '../../tests/test-app.ts';
import { ticketOfReplyAddress, ticketReplyAddress } from '../emails/reply-address.ts';
import { runMaintenance } from '../maintenance/cleanup.ts';
import { answerTicket, openGuestTicket } from './conversation.ts';
import { closeTicket } from './transition-ticket.ts';

const SECRET = 'a-secret-of-the-mail-server';
const DOMAIN = 'reply.shop.example';
const shop = await openTestApp({ INBOUND_EMAIL_DOMAIN: DOMAIN, INBOUND_EMAIL_SECRET: SECRET });
const { app, deps, pool, connect } = shop;
let sent = 0;

/** A message as an SMTP client forms it. */
async function formed(options: SendMailOptions): Promise<Buffer> {
  const messageId = `<${(sent += 1)}@mail.example>`;
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({
    messageId,
    ...options,
  });
  return message as Buffer;
}

async function deliver(payload: Buffer | string, secret: string | undefined = SECRET) {
  const headers = { 'content-type': 'message/rfc822', ...(secret !== undefined && { 'x-inbound-secret': secret }) };
  return toTestResponse(await app.inject({ method: 'POST', url: '/api/tickets/inbound-email', headers, payload }));
}

const outcomeOf = async (payload: Buffer | string) => (await deliver(payload)).body.outcome;

/** A ticket that the staff have answered, and where its customer answers. */
async function answeredTicket() {
  const me = await makeSignedInCustomer(shop, { displayName: 'Siti' });
  const { body } = await post(app, '/customer/ticket/add', { subject: 'Torn', message: 'Page 12' }, me);
  const { rows } = await pool.query('SELECT number FROM ticket WHERE id = $1', [body.id]);
  const { number } = rows[0] as { number: string };
  await answerTicket(deps, { number, actor: 'Amir', message: 'Which one?' });
  return { me, id: body.id as string, number, to: ticketReplyAddress(deps, number, new Date())! };
}

async function stateOf(id: string) {
  const { rows } = await pool.query(
    `SELECT state, (SELECT array_agg(author || ' ' || name || ': ' || message ORDER BY id) FROM ticket_reply r WHERE ticket_id = t.id) AS replies,
      (SELECT array_agg(author || ' ' || text ORDER BY id) FROM ticket_note WHERE ticket_id = t.id) AS notes FROM ticket t WHERE id = $1`,
    [id],
  );
  return rows[0] as { state: string; replies: string[]; notes: string[] | null };
}

describe('an answer by email', () => {
  test('is a message of the customer, without what it quotes, and opens the ticket', async () => {
    const { me, id, to } = await answeredTicket();
    const text = 'The blue one.\n\nOn Tue, Halaman wrote:\n> Which one?';
    expect(await outcomeOf(await formed({ from: `"Somebody" <${me.email.toUpperCase()}>`, to, text }))).toBe('reply');
    const { state, replies, notes } = await stateOf(id);
    expect([state, replies.at(-1), notes]).toEqual(['open', 'customer Siti: The blue one.', null]);
  });

  test('goes to the address that the emails about its ticket give', async () => {
    const { me, id } = await answeredTicket();
    const emails = (await sendPendingEmails(deps)).filter((email) => email.to === me.email);
    expect(emails.map(({ replyTo }) => replyTo?.split('@')[1])).toEqual([DOMAIN, DOMAIN]);
    expect(emails.at(-1)!.text).toContain('simply reply to this email');
    const reply = await formed({ from: me.email, to: emails.at(-1)!.replyTo!, text: 'Thank you' });
    expect(await outcomeOf(reply)).toBe('reply');
    expect((await stateOf(id)).replies.at(-1)).toBe('customer Siti: Thank you');
  });

  test('has no effect the second time, nor twenty times at once', async () => {
    const { me, id, to } = await answeredTicket();
    const email = await formed({ from: me.email, to, text: 'Once' });
    const outcomes = await runConcurrently(20, 20, () => outcomeOf(email));
    expect(countValues(outcomes)).toEqual({ reply: 1, duplicate: 19 });
    expect((await stateOf(id)).replies).toHaveLength(3);
    const again = await formed({ from: me.email, to, text: 'Once' });
    expect(await outcomeOf(again)).toBe('reply');
  });

  test('opens a closed ticket like the form, and says so by email', async () => {
    const { me, id, number, to } = await answeredTicket();
    await closeTicket(deps, { number }, 'Amir');
    await sendPendingEmails(deps);
    expect(await outcomeOf(await formed({ from: me.email, to, text: 'One thing more' }))).toBe('reply');
    expect((await stateOf(id)).state).toBe('open');
    expect((await sendPendingEmails(deps)).map((email) => email.to)).toEqual([me.email]);
  });
});

describe('the message', () => {
  test('names attachments, which are not taken, but no pictures of its text', async () => {
    const { me, id, to } = await answeredTicket();
    const picture = { filename: 'logo.png', content: Buffer.from('x'), cid: 'logo' };
    const attachments = [{ filename: 'torn\npage.jpg', content: Buffer.from('x'.repeat(5000)) }, picture];
    const html = '<p>Here <b>it</b> is &amp; more.</p><img src="cid:logo">';
    await deliver(await formed({ from: me.email, to, html, attachments }));
    const last = (await stateOf(id)).replies.at(-1)!;
    expect(last).toContain('Here it is & more.');
    expect(last).toMatch(/Attachments aren’t taken by email\. Left out: torn ?page\.jpg$/);
  });

  test('is cut to what a message may have', async () => {
    const { me, id, to } = await answeredTicket();
    await deliver(await formed({ from: me.email, to, text: '📚'.repeat(20_000) }));
    const last = (await stateOf(id)).replies.at(-1)!;
    expect(last.length).toBeLessThanOrEqual(10_020);
    expect([last.endsWith('…'), last.isWellFormed()]).toEqual([true, true]);
  });

  test('of a guest reaches the guest’s ticket', async () => {
    const email = 'guest-of-email@mail.test';
    const guest = { name: 'Gita', email, subject: 'Hours', message: 'When?' };
    await openGuestTicket(deps, guest, { locale: 'en', client: { ip: '203.0.113.9' } });
    const [opened] = (await sendPendingEmails(deps)).filter(({ to }) => to === email);
    expect(await outcomeOf(await formed({ from: email, to: opened!.replyTo!, text: 'Hello?' }))).toBe('reply');
    const { rows } = await pool.query('SELECT id FROM ticket WHERE guest_email = $1', [email]);
    expect((await stateOf(rows[0].id)).replies.at(-1)).toBe('customer Gita: Hello?');
  });
});

describe('messages as mail programs write them', () => {
  const raw = (from: string, to: string, rest: string) =>
    `Received: from mx.example by reply.shop.example with ESMTPS; Tue, 24 Nov 2026 10:00:00 +0800\r\nFrom: ${from}\r\nTo: ${to}\r\nMessage-ID: <raw-${(sent += 1)}@mail.example>\r\nMIME-Version: 1.0\r\n${rest}`;

  test.each([
    [
      'quoted-printable, latin 1',
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDas w=E4re sch=F6n, dan=\r\nke.\r\n',
      'Das wäre schön, danke.',
    ],
    [
      'base64, UTF-8',
      `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from('بله، ممنون').toString('base64')}\r\n`,
      'بله، ممنون',
    ],
    [
      'windows-1252',
      'Content-Type: text/plain; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nIt=92s fine=85\r\n',
      'It’s fine…',
    ],
    [
      'alternative parts',
      'Content-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nPlain.\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Rich</p>\r\n--b--\r\n',
      'Plain.',
    ],
    ['a null byte', 'Content-Type: text/plain; charset=utf-8\r\n\r\nOne\0 two\u0007.\r\n', 'One two.'],
    ['no text', 'Content-Type: text/plain\r\n\r\n\r\n', '(An email without text)'],
  ])('%s', async (_, rest, expected) => {
    const { me, id, to } = await answeredTicket();
    expect(await outcomeOf(raw(me.email, to, rest))).toBe('reply');
    expect((await stateOf(id)).replies.at(-1)).toBe(`customer Siti: ${expected}`);
  });

  test('the address among others, in capitals, or only where it was delivered to', async () => {
    const { me, id, to } = await answeredTicket();
    const body = 'Content-Type: text/plain\r\n\r\nHi\r\n';
    expect(await outcomeOf(raw(me.email, `Friends: a@b.example, "H" <${to.toUpperCase()}>;`, body))).toBe('reply');
    expect(await outcomeOf(raw(me.email, 'undisclosed-recipients:;', `Delivered-To: ${to}\r\n${body}`))).toBe('reply');
    expect((await stateOf(id)).replies).toHaveLength(4);
  });
});

describe('what is not the customer’s', () => {
  test('an email from another address is a note for the staff, who look at the ticket again', async () => {
    const { me, id, to } = await answeredTicket();
    const text = `It is mine.\n${'long '.repeat(1000)}`;
    expect(await outcomeOf(await formed({ from: 'other@mail.test', to, text }))).toBe('note');
    const { state, replies, notes } = await stateOf(id);
    expect([state, replies.length]).toEqual(['open', 2]);
    expect(notes![0]).toMatch(/^other@mail\.test It is mine\./);
    const { body } = await post(app, '/customer/ticket/get', { id }, me);
    expect(JSON.stringify(body)).not.toContain('It is mine');
  });

  test.each([
    ['an absence', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['a bounce', { from: 'MAILER-DAEMON@mail.test' }],
    ['a list', { headers: { Precedence: 'bulk' } }],
  ])('%s is ignored', async (_, changes) => {
    const { me, id, to } = await answeredTicket();
    expect(await outcomeOf(await formed({ from: me.email, to, text: 'I am away', ...changes }))).toBe('ignored');
    expect((await stateOf(id)).replies).toHaveLength(2);
  });

  test('an address with another signature, number, domain or time goes nowhere', async () => {
    const { me, id, number, to } = await answeredTicket();
    const other = await answeredTicket();
    const [local, domain] = to.split('@') as [string, string];
    const flipped = local.slice(0, -1) + (local.endsWith('0') ? '1' : '0');
    const late = ticketReplyAddress(deps, number, new Date(Date.now() - 181 * 86_400_000))!;
    const swapped = to.replace(number.toLowerCase(), other.number.toLowerCase());
    for (const address of [`${flipped}@${domain}`, `${local}@evil.example`, late, swapped, `hello@${domain}`, 'nobody'])
      expect([address, await outcomeOf(await formed({ from: me.email, to: address, text: 'Hi' }))]).toEqual([
        address,
        'ignored',
      ]);
    expect((await stateOf(id)).replies).toHaveLength(2);
    expect(ticketOfReplyAddress(deps, to)).toBe(number);
    expect(local.length).toBeLessThanOrEqual(64);
  });

  test('a ticket that is deleted takes nothing', async () => {
    const { me, id, to } = await answeredTicket();
    const email = await formed({ from: me.email, to, text: 'Hi' });
    await pool.query('DELETE FROM ticket WHERE id = $1', [id]);
    expect(await outcomeOf(email)).toBe('ignored');
  });
});

describe('the endpoint', () => {
  test('wants the secret before it reads anything', async () => {
    for (const secret of ['wrong', `${SECRET}x`, ''])
      expect(errorOf(await deliver('x'.repeat(20_000_000), secret))).toEqual([400, 'signature_invalid']);
    const headers = { 'content-type': 'message/rfc822' };
    const without = await app.inject({ method: 'POST', url: '/api/tickets/inbound-email', headers, payload: 'x' });
    expect(without.statusCode).toBe(400);
  });

  test('takes ten megabytes and no more', async () => {
    expect(errorOf(await deliver('x'.repeat(10_485_761)))).toEqual([413, 'too_large']);
  });

  test('is not there in a shop that takes no email, whose emails name no such address', async () => {
    const closed = await openTestApp();
    const headers = { 'content-type': 'message/rfc822', 'x-inbound-secret': SECRET };
    const url = '/api/tickets/inbound-email';
    const response = toTestResponse(await closed.app.inject({ method: 'POST', url, headers, payload: 'x' }));
    expect(errorOf(response)).toEqual([404, 'not_found']);
    expect(ticketReplyAddress(closed.deps, 'T-1', new Date())).toBeUndefined();
    const me = await makeSignedInCustomer(closed);
    await post(closed.app, '/customer/ticket/add', { subject: 'Torn', message: 'Page 12' }, me);
    const [email] = await sendPendingEmails(closed.deps);
    expect([email!.replyTo, email!.text.includes('reply to this email')]).toEqual([undefined, false]);
  });

  test('fails for no bytes whatever', async () => {
    const { me, to } = await answeredTicket();
    const attachments = [{ filename: 'a.txt', content: 'b' }];
    const whole = await formed({ from: me.email, to, text: 'Hi ü', html: '<p>Hi</p>', attachments });
    const failed: string[] = [];
    const odd: (Buffer | string)[] = [
      '',
      '\0',
      '\r\n\r\n',
      ':',
      'From:',
      `To: ${to}\r\n\r\n`,
      'constructor: x\r\n\r\n',
    ];
    for (let at = 0; at < whole.length; at += 11)
      odd.push(Buffer.from(whole.with(at, whole[at]! ^ 0xff)), whole.subarray(0, at));
    const nested = 'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(300);
    odd.push(nested, `From: a@b.example\r\n${'To: a@b.example\r\n'.repeat(20_000)}\r\nHi`);
    for (const payload of odd) {
      const { status } = await deliver(payload);
      if (status !== 200) failed.push(`${status} ${payload.toString('latin1').slice(0, 200)}`);
    }
    expect(failed).toEqual([]);
  });
});

test('what came is remembered for ninety days, by a hash', async () => {
  const { me, id, to } = await answeredTicket();
  await deliver(await formed({ from: me.email, to, text: 'Hi' }));
  await pool.query("UPDATE inbound_email SET at = now() - interval '91 days' WHERE ticket_id = $1", [id]);
  await runMaintenance(connect, (error) => {
    throw error;
  });
  const { rows } = await pool.query('SELECT 1 FROM inbound_email WHERE ticket_id = $1', [id]);
  expect(rows).toEqual([]);
});
