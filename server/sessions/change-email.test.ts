import { describe, expect, test } from 'vitest';
import { crowd, get, openDoor, post, refusal, tally } from '../../tests/door.ts';
import { makeCustomer, makeSignedIn, makeTitle, placeOrder, signIn } from '../../tests/factories.ts';
import { expectSound } from '../../tests/invariants.ts';
import { linkTo, mailsTo } from '../../tests/mails.ts';
import { eventsOf } from '../../tests/trail.ts';

const shop = await openDoor({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeTitle(shop, { stock: 100 });
let addresses = 0;
const FORM = { password: 'a third password', confirmPassword: 'a third password' };

type Me = Awaited<ReturnType<typeof makeSignedIn>>;

function newAddress(): string {
  addresses += 1;
  return `new${addresses}@mail.test`;
}

function ask(me: Me, email: string, password = me.password) {
  return post(app, '/api/auth/change-email', { email, password }, { token: me.token });
}

function confirm(token: string) {
  return post(app, '/api/auth/confirm-email', { token });
}

async function kindsTo(email: string): Promise<string[]> {
  return (await mailsTo(pool, email)).map((mail) => mail.kind);
}

async function emailOf(me: Me): Promise<string> {
  return (await get(app, '/api/auth/me', { token: me.token })).body.email;
}

test('the address changes once the link in the mail to it is spent, and the old one hears of both', async () => {
  const me = await makeSignedIn(shop);
  const email = newAddress();
  expect((await ask(me, ` ${email.toUpperCase()} `)).status).toBe(200);
  expect(await emailOf(me)).toBe(me.email);
  const [mail] = await mailsTo(pool, email);
  expect(mail!.facts.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/login#email=[\w-]{43}$/);
  expect((await confirm(await linkTo(pool, email, 'email_change'))).body).toEqual({ email });
  expect(await emailOf(me)).toBe(email);
  expect(await signIn(app, { ...me, username: email })).toMatch(/^bk_/);
  expect((await post(app, '/customer/auth/login', { username: me.email, password: me.password })).status).toBe(401);
  expect([await kindsTo(email), await kindsTo(me.email)]).toEqual([
    ['email_change'],
    ['email_change_asked', 'email_changed'],
  ]);
  expect(await eventsOf(pool, me.id)).toEqual(['email_change_asked', 'email_changed', 'signed_in']);
});

test('a wrong password is refused at its field, as for a customer who has none', async () => {
  const [me, other] = [await makeSignedIn(shop), await makeSignedIn(shop, { passwordHash: null })];
  const [wrong, none] = [await ask(me, newAddress(), 'wrong'), await ask(other, newAddress(), 'wrong')];
  expect(refusal(wrong)).toEqual([422, 'invalid']);
  expect(wrong.body.errors).toEqual([{ path: 'password', message: 'This is not your current password.' }]);
  expect(none.text).toBe(wrong.text);
  expect(await kindsTo(me.email)).toEqual([]);
});

describe('an address that is somebody’s', () => {
  test('gets the same answer, and its owner a mail that says so', async () => {
    const [me, owner] = [await makeSignedIn(shop), await makeCustomer(shop)];
    const [free, taken] = [await ask(me, newAddress()), await ask(me, owner.email)];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(await kindsTo(owner.email)).toEqual(['account_exists']);
    expect(await kindsTo(me.email)).toEqual(['email_change_asked', 'email_change_asked']);
  });

  test('since the link was mailed is refused, and the account keeps its own', async () => {
    const me = await makeSignedIn(shop);
    const email = newAddress();
    await ask(me, email);
    await makeCustomer(shop, { email });
    expect(refusal(await confirm(await linkTo(pool, email, 'email_change')))).toEqual([409, 'email_taken']);
    expect(await emailOf(me)).toBe(me.email);
  });

  test('only by an account that was never activated is given to who proves it', async () => {
    const me = await makeSignedIn(shop);
    const squatter = await makeCustomer(shop, { activatedAt: null });
    await post(app, '/api/auth/resend-activation', { email: squatter.email });
    await ask(me, squatter.email);
    expect((await confirm(await linkTo(pool, squatter.email, 'email_change'))).status).toBe(200);
    const activation = { token: await linkTo(pool, squatter.email, 'activate') };
    expect(refusal(await post(app, '/api/auth/activate', activation))).toEqual([410, 'link_expired']);
    expect(await emailOf(me)).toBe(squatter.email);
  });
});

test('a link is spent by one of fifty calls at once', async () => {
  const me = await makeSignedIn(shop);
  const email = newAddress();
  await ask(me, email);
  const token = await linkTo(pool, email, 'email_change');
  const answers = await crowd(50, 50, () => confirm(token));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 410: 49 });
  expect(await kindsTo(me.email)).toEqual(['email_change_asked', 'email_changed']);
});

test('of many accounts that want one address at once one gets it', async () => {
  const email = newAddress();
  const people = await Promise.all(Array.from({ length: 8 }, () => makeSignedIn(shop)));
  const tokens: string[] = [];
  for (const me of people) {
    await ask(me, email);
    tokens.push(await linkTo(pool, email, 'email_change'));
  }
  const answers = await Promise.all(tokens.map(confirm));
  expect(tally(answers.map((answer) => answer.status))).toEqual({ 200: 1, 409: 7 });
});

test('a link lives for an hour, and is void once a newer one is mailed', async () => {
  const me = await makeSignedIn(shop);
  const [first, second] = [newAddress(), newAddress()];
  await ask(me, first);
  await ask(me, second);
  expect((await confirm(await linkTo(pool, first, 'email_change'))).status).toBe(410);
  await pool.query("UPDATE mailed_link SET expires_at = expires_at - interval '1 hour' WHERE customer_id = $1", [
    me.id,
  ]);
  expect((await confirm(await linkTo(pool, second, 'email_change'))).status).toBe(410);
});

test('a reset link to the old address is void once the address has changed', async () => {
  const me = await makeSignedIn(shop);
  const email = newAddress();
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await ask(me, email);
  await confirm(await linkTo(pool, email, 'email_change'));
  const token = await linkTo(pool, me.email, 'reset');
  expect((await post(app, '/api/auth/reset-password', { token, ...FORM })).status).toBe(410);
});

test('a link that somebody else asked for is void once the owner has a new password', async () => {
  const me = await makeSignedIn(shop);
  const [first, second] = [newAddress(), newAddress()];
  await ask(me, first);
  const change = { currentPassword: me.password, ...FORM };
  await post(app, '/api/auth/change-password', change, { token: me.token });
  expect((await confirm(await linkTo(pool, first, 'email_change'))).status).toBe(410);
  await ask(me, second, FORM.password);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await post(app, '/api/auth/reset-password', { token: await linkTo(pool, me.email, 'reset'), ...FORM });
  expect((await confirm(await linkTo(pool, second, 'email_change'))).status).toBe(410);
});

test('guest orders of the new address become the customer’s; older orders keep theirs', async () => {
  const me = await makeSignedIn(shop);
  const email = newAddress();
  const { body: older } = await placeOrder(app, { lines: [title], token: me.token });
  const { body: guest } = await placeOrder(app, { lines: [title], email });
  await ask(me, email);
  await confirm(await linkTo(pool, email, 'email_change'));
  const { body: newer } = await placeOrder(app, { lines: [title], token: me.token });
  const { rows } = await pool.query('SELECT id, email FROM "order" WHERE customer_id = $1 ORDER BY id', [me.id]);
  expect(rows).toEqual([
    { id: older.id, email: me.email },
    { id: guest.id, email },
    { id: newer.id, email },
  ]);
  const another = newAddress();
  await ask(me, another);
  await confirm(await linkTo(pool, another, 'email_change'));
  await expectSound(pool);
});

test('the own address changes nothing, with the same answer', async () => {
  const me = await makeSignedIn(shop);
  const [own, other] = [await ask(me, me.email.toUpperCase()), await ask(me, newAddress())];
  expect(own.text).toBe(other.text);
  expect(await kindsTo(me.email)).toEqual(['email_change_asked']);
});
