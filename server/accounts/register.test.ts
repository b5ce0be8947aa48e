import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { crowd, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, signIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { untilBlocked } from '../../tests/locks.ts';
import { linkTo, mailsTo } from '../../tests/mails.ts';
import { customer } from '../db/tables.ts';

const shop = await openDoor();
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

test('registering mails a link on our own origin, and opens nothing yet', async () => {
  const me = form();
  const { status, body } = await register(me, { host: 'evil.test', 'x-forwarded-host': 'evil.test' });
  expect([status, Object.keys(body)]).toEqual([200, ['message']]);
  const [mail] = await mailsTo(pool, me.email);
  expect(mail).toMatchObject({ kind: 'activate', locale: 'en' });
  expect(mail!.facts.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/login#activate=[\w-]{43}$/);
  const answer = await post(app, '/customer/auth/login', { username: me.email, password: PASSWORD });
  expect(refusal(answer)).toEqual([403, 'not_activated']);
});

test('the language is the one asked for, else the reader’s', async () => {
  const [asked, read] = [form({ locale: 'fa' }), form()];
  await register(asked, { 'accept-language': 'de' });
  await register(read, { 'accept-language': 'de' });
  expect([(await mailsTo(pool, asked.email))[0]!.locale, (await mailsTo(pool, read.email))[0]!.locale]).toEqual([
    'fa',
    'de',
  ]);
});

test('passwords that differ are told in the words of the specification', async () => {
  const answer = await register(form({ confirmPassword: 'another' }));
  expect(refusal(answer)).toEqual([422, 'invalid']);
  expect(answer.body.errors).toEqual([
    { path: 'confirmPassword', message: "Password doesn't match. Please try again." },
  ]);
});

test('a taken address gets the same answer, and its owner a mail that says so', async () => {
  const owner = await makeCustomer(shop);
  const fresh = await register(form());
  const taken = await register(form({ email: owner.email.toUpperCase() }));
  expect([taken.status, taken.text]).toEqual([fresh.status, fresh.text]);
  expect((await mailsTo(pool, owner.email)).map((mail) => mail.kind)).toEqual(['account_exists']);
  expect(await signIn(app, owner)).toMatch(/^bk_/);
});

test('a taken username is refused, in any case', async () => {
  const { username } = await makeCustomer(shop);
  const answer = await register(form({ username: username.toUpperCase() }));
  expect(refusal(answer)).toEqual([422, 'invalid']);
  expect(answer.body.errors).toMatchObject([{ path: 'username' }]);
});

test('an empty username is none, for as many as like', async () => {
  const [one, other] = [form({ username: '' }), form({ username: '' })];
  expect([(await register(one)).status, (await register(other)).status]).toEqual([200, 200]);
  expect((await rowOf(one.email)).username).toBe(null);
});

test('who loses the race for a username is told so too', async () => {
  let late: ReturnType<typeof register> | undefined;
  await shop.deps.db.transaction(async (tx) => {
    await tx
      .insert(customer)
      .values({ id: randomUUID(), email: 'first@mail.test', username: 'wanted', displayName: 'First' });
    late = register(form({ username: 'wanted' }));
    await untilBlocked(pool);
  });
  expect(refusal(await late!)).toEqual([422, 'invalid']);
  expect((await late!).body.errors).toMatchObject([{ path: 'username' }]);
});

test('one form that is sent many times at once makes one account, which its password opens', async () => {
  const answers = await crowd(8, 8, () => register(form({ email: 'one@mail.test' })));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 8 });
  const { rows } = await pool.query("SELECT id FROM customer WHERE email = 'one@mail.test'");
  expect(rows).toHaveLength(1);
  await post(app, '/api/auth/activate', { token: await linkTo(pool, 'one@mail.test', 'activate') });
  expect((await post(app, '/customer/auth/login', { username: 'one@mail.test', password: PASSWORD })).status).toBe(200);
  await expectSound(pool);
});

test.each(['before', 'after'])(
  'who registers another’s address %s its owner does has no way in once the owner activates it',
  async (when) => {
    const email = `victim-${when}@mail.test`;
    const attacker = { username: email, password: 'the attacker knows' };
    const forms = [form({ email, password: attacker.password, confirmPassword: attacker.password }), form({ email })];
    for (const sent of when === 'before' ? forms : forms.toReversed()) await register(sent);
    await post(app, '/api/auth/activate', { token: await linkTo(pool, email, 'activate') });
    expect(refusal(await post(app, '/customer/auth/login', attacker))).toEqual([401, 'wrong_credentials']);
  },
);

test('columns that the form does not have are not set', async () => {
  const me = form();
  await register({
    ...me,
    is_staff: true,
    isStaff: true,
    activated_at: '2020-01-01',
    activatedAt: '2020-01-01',
    id: 'x',
    theme: 'dark',
    userRole: 'editor',
  });
  expect(await rowOf(me.email)).toMatchObject({
    is_staff: false,
    activated_at: null,
    theme: 'light',
    user_role: 'admin',
  });
});
