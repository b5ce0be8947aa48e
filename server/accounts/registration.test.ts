import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { cookiesOf, runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeProduct, placeOrder, signIn } from '../../tests/factories.ts';
import { expectIntegrity, waitUntilBlocked } from '../../tests/database.ts';
import { renderedEmailsTo, emailTokenTo, emailsTo } from '../../tests/emails.ts';
import { customer } from '../db/tables.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const PASSWORD = 'a good long password';
let people = 0;

function form(changes: Record<string, unknown> = {}) {
  people += 1;
  const email = `new${people}@mail.test`;
  return {
    displayName: 'Neu',
    email,
    username: `new${people}`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...changes,
  };
}

function register(sent: object, headers: Record<string, string> = {}) {
  return post(app, '/customer/auth/register', sent, { headers });
}

async function rowOf(email: string) {
  return (await pool.query('SELECT * FROM customer WHERE email = $1', [email])).rows[0];
}

test('registering emails a link to our own origin and does not activate the account', async () => {
  const me = form();
  const { status, body } = await register(me, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
  expect([status, Object.keys(body)]).toEqual([200, ['message']]);
  const [mail] = await emailsTo(pool, me.email);
  expect(mail).toMatchObject({ kind: 'activate', locale: 'en' });
  expect(mail!.data.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/login#activate=[\w-]{43}$/);
  const response = await post(app, '/customer/auth/login', { username: me.email, password: PASSWORD });
  expect(errorOf(response)).toEqual([403, 'not_activated']);
});

test('the language is the requested one, else that of the browser', async () => {
  const [asked, read] = [form({ locale: 'fa' }), form()];
  await register(asked, { 'accept-language': 'de' });
  await register(read, { 'accept-language': 'de' });
  expect([(await emailsTo(pool, asked.email))[0]!.locale, (await emailsTo(pool, read.email))[0]!.locale]).toEqual([
    'fa',
    'de',
  ]);
});

test('passwords that differ get the specified message', async () => {
  const response = await register(form({ confirmPassword: 'another' }));
  expect(errorOf(response)).toEqual([422, 'invalid']);
  expect(response.body.errors).toEqual([
    { path: 'confirmPassword', message: "Password doesn't match. Please try again." },
  ]);
});

test('a registered address gets the same response, and its owner an email', async () => {
  const owner = await makeCustomer(shop);
  const fresh = await register(form());
  const taken = await register(form({ email: owner.email.toUpperCase() }));
  expect([taken.status, taken.text]).toEqual([fresh.status, fresh.text]);
  expect((await emailsTo(pool, owner.email)).map((mail) => mail.kind)).toEqual(['account_exists']);
  expect(await signIn(app, owner)).toMatch(/^bk_/);
});

test('spellings of one address are one account and one mailbox', async () => {
  const { email } = form();
  const wide = email.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0));
  for (const written of [email, wide, `\u200f${email.toUpperCase()}\u200e`, email.replace('.', '。')])
    expect((await register(form({ email: written }))).status).toBe(200);
  expect(errorOf(await register(form({ email: email.replace('new', 'n\u00adew') })))).toEqual([422, 'invalid']);
  expect((await pool.query('SELECT FROM customer WHERE email = $1', [email])).rowCount).toBe(1);
  expect(await emailsTo(pool, email)).toHaveLength(4);
});

test('a taken username is rejected, in any case', async () => {
  const { username } = await makeCustomer(shop);
  const response = await register(form({ username: username.toUpperCase() }));
  expect(errorOf(response)).toEqual([422, 'invalid']);
  expect(response.body.errors).toMatchObject([{ path: 'username' }]);
});

test('several accounts may have no username', async () => {
  const [one, other] = [form({ username: '' }), form({ username: '' })];
  expect([(await register(one)).status, (await register(other)).status]).toEqual([200, 200]);
  expect((await rowOf(one.email)).username).toBe(null);
});

test('losing the race for a username returns the same error', async () => {
  let late: ReturnType<typeof register> | undefined;
  await shop.deps.db.transaction(async (tx) => {
    await tx
      .insert(customer)
      .values({ id: randomUUID(), email: 'first@mail.test', username: 'wanted', displayName: 'First' });
    late = register(form({ username: 'wanted' }));
    await waitUntilBlocked(pool);
  });
  expect(errorOf(await late!)).toEqual([422, 'invalid']);
  expect((await late!).body.errors).toMatchObject([{ path: 'username' }]);
});

function activate(
  token: string,
  { cookie = '', ...sent }: { cookie?: string; password?: string; bearer?: string } = {},
) {
  const { bearer, ...body } = sent;
  return post(app, '/api/auth/activate', { token, ...body }, { token: bearer, headers: cookie ? { cookie } : {} });
}

const logIn = (username: string, password: string) => post(app, '/customer/auth/login', { username, password });

test('concurrent submissions of one form create one account', async () => {
  const cookie = cookiesOf(await register(form()));
  const responses = await runConcurrently(8, 8, () => register(form({ email: 'one@mail.test' }), { cookie }));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 8 });
  const { rows } = await pool.query("SELECT id FROM customer WHERE email = 'one@mail.test'");
  expect(rows).toHaveLength(1);
  expect((await activate(await emailTokenTo(pool, 'one@mail.test', 'activate'), { cookie })).status).toBe(200);
  expect((await logIn('one@mail.test', PASSWORD)).status).toBe(200);
  await expectIntegrity(pool);
});

describe('the link that activates an account', () => {
  test('signs in only the browser that registered it', async () => {
    const me = form();
    const cookie = cookiesOf(await register(me));
    expect(cookie).toMatch(/^bk-registration=[\w-]{43}$/);
    const response = await activate(await emailTokenTo(pool, me.email, 'activate'), { cookie });
    expect(response.body).toMatchObject({ email: me.email, session: { email: me.email, providerId: 'password' } });
    expect(cookiesOf(response)).toMatch(/bk-registration=; bk=[\w-]{43}; bk-device=[\w-]{43}$/);
    expect((await get(app, '/api/auth/me', { token: response.body.session.api_token })).status).toBe(200);
  });

  test('asks every other browser for a password, without being consumed', async () => {
    const me = form();
    await register(me);
    const token = await emailTokenTo(pool, me.email, 'activate');
    for (const told of [{}, { cookie: `bk-registration=${'x'.repeat(43)}` }, { password: 'password1' }]) {
      const response = await activate(token, told);
      expect(errorOf(response)).toEqual([422, 'invalid']);
      expect(response.body.errors).toMatchObject([{ path: 'password' }]);
    }
    const { status, body } = await activate(token, { password: 'the owner chose this' });
    expect([status, body]).toEqual([200, { email: me.email }]);
    expect(errorOf(await logIn(me.email, PASSWORD))).toEqual([401, 'wrong_credentials']);
    expect((await logIn(me.email, 'the owner chose this')).status).toBe(200);
  });

  test('gives no access to other registrations of the address', async () => {
    for (const when of ['before', 'after'] as const) {
      const email = `victim-${when}@mail.test`;
      const attack = form({
        email,
        displayName: 'Foe',
        password: 'the attacker knows',
        confirmPassword: 'the attacker knows',
      });
      const forms = when === 'before' ? [attack, form({ email })] : [form({ email }), attack];
      const cookies: string[] = [];
      for (const sent of forms) cookies.push(cookiesOf(await register(sent)));
      const cookie = cookies[forms.findIndex((sent) => sent !== attack)]!;
      const token = await emailTokenTo(pool, email, 'activate');
      const response = await activate(token, { cookie });
      expect(response.status).toBe(when === 'before' ? 200 : 422);
      if (when === 'after') await activate(token, { cookie, password: 'the owner chose this' });
      expect(errorOf(await logIn(email, attack.password))).toEqual([401, 'wrong_credentials']);
      expect((await logIn(email, when === 'before' ? PASSWORD : 'the owner chose this')).status).toBe(200);
    }
  });

  test('gives no guest orders to a stranger who registered the guest’s address', async () => {
    const title = await makeProduct(shop);
    const email = 'guest-with-orders@mail.test';
    await placeOrder(app, { lines: [title], email });
    const stranger = cookiesOf(await register(form({ email })));
    const token = await emailTokenTo(pool, email, 'activate');
    expect((await activate(token)).status).toBe(422);
    await activate(token, { password: 'the owner chose this' });
    expect(errorOf(await activate(token, { cookie: stranger }))).toEqual([410, 'link_expired']);
    expect(errorOf(await logIn(email, PASSWORD))).toEqual([401, 'wrong_credentials']);
    const { body } = await logIn(email, 'the owner chose this');
    expect((await get(app, '/customer/order', { token: body.api_token })).body).toHaveLength(1);
  });
});

describe('the activation link, concurrently or while signed in', () => {
  test('keeps nothing of a concurrent registration by a stranger', async () => {
    const me = form();
    const cookie = cookiesOf(await register(me));
    const token = await emailTokenTo(pool, me.email, 'activate');
    let late: ReturnType<typeof activate> | undefined;
    await shop.deps.db.transaction(async (tx) => {
      const stranger = { passwordHash: 'a stranger’s', registrationHash: Buffer.from('a stranger’s') };
      await tx.update(customer).set(stranger).where(eq(customer.email, me.email));
      late = activate(token, { cookie });
      await waitUntilBlocked(pool);
    });
    expect(errorOf(await late!)).toEqual([422, 'invalid']);
    expect((await activate(token, { password: 'the owner chose this' })).status).toBe(200);
  });

  test('replaces no password of an account that was activated concurrently', async () => {
    const me = form();
    const cookie = cookiesOf(await register(me));
    let late: ReturnType<typeof register> | undefined;
    await shop.deps.db.transaction(async (tx) => {
      await tx.update(customer).set({ activatedAt: new Date() }).where(eq(customer.email, me.email));
      late = register(form({ email: me.email, password: 'the attacker knows', confirmPassword: 'the attacker knows' }));
      await waitUntilBlocked(pool);
    });
    expect((await late!).status).toBe(200);
    expect(errorOf(await logIn(me.email, 'the attacker knows'))).toEqual([401, 'wrong_credentials']);
    expect((await logIn(me.email, PASSWORD)).status).toBe(200);
    expect(cookie).not.toBe('');
  });

  test('keeps a signed-in customer signed in', async () => {
    const other = await makeCustomer(shop);
    const me = form();
    const cookie = cookiesOf(await register(me));
    const bearer = await signIn(app, other);
    const response = await activate(await emailTokenTo(pool, me.email, 'activate'), { cookie, bearer });
    expect(response.body).toEqual({ email: me.email });
    expect(cookiesOf(response)).toBe('bk-registration=');
  });
});

test('the email says when and from where it was requested, in the reader’s language', async () => {
  const me = form({ locale: 'de' });
  await register(me);
  await post(app, '/api/auth/resend-activation', { email: me.email }, { ip: '203.0.113.9' });
  await post(app, '/api/auth/forgot-password', { email: me.email }, { ip: '2001:db8::9' });
  const told = (await renderedEmailsTo(shop.deps, me.email)).map(
    ({ text }) => /Angefordert am .+ von der IP-Adresse (\S+)\./.exec(text)?.[1],
  );
  expect(told).toEqual(['127.0.0.1', '203.0.113.9', '2001:db8::9']);
});

test('columns without a form field are not set', async () => {
  const me = form();
  await register({
    ...me,
    staff_role: 'owner',
    staffRole: 'owner',
    activated_at: '2020-01-01',
    activatedAt: '2020-01-01',
    id: 'x',
    theme: 'dark',
    userRole: 'editor',
  });
  expect(await rowOf(me.email)).toMatchObject({
    staff_role: null,
    activated_at: null,
    theme: 'light',
    user_role: 'admin',
  });
});
