import { describe, expect, test } from 'vitest';
import { runConcurrently, get, openTestApp, post, errorOf, countValues } from '../../tests/test-app.ts';
import { makeCustomer, makeSignedInCustomer, makeProduct, placeOrder, signIn } from '../../tests/factories.ts';
import { expectIntegrity, auditEventsOf } from '../../tests/database.ts';
import { emailTokenTo, emailsTo } from '../../tests/emails.ts';

const shop = await openTestApp({ DATABASE_POOL: '24' });
const { app, pool } = shop;
const title = await makeProduct(shop, { stock: 100 });
let addresses = 0;
const FORM = { password: 'a third password', confirmPassword: 'a third password' };

type Me = Awaited<ReturnType<typeof makeSignedInCustomer>>;

function newAddress(): string {
  addresses += 1;
  return `new${addresses}@mail.test`;
}

function ask(me: Me, email: string) {
  return post(app, '/api/auth/change-email', { email }, { token: me.token });
}

function confirm(token: string) {
  return post(app, '/api/auth/confirm-email', { token });
}

async function kindsTo(email: string): Promise<string[]> {
  return (await emailsTo(pool, email)).map((mail) => mail.kind);
}

async function emailOf(me: Me): Promise<string> {
  return (await get(app, '/api/auth/me', { token: me.token })).body.email;
}

test('the address changes when its link is confirmed, and the old one is notified twice', async () => {
  const me = await makeSignedInCustomer(shop);
  const email = newAddress();
  expect((await ask(me, ` ${email.toUpperCase()} `)).status).toBe(200);
  expect(await emailOf(me)).toBe(me.email);
  const [mail] = await emailsTo(pool, email);
  expect(mail!.data.link).toMatch(/^http:\/\/shop\.test\/customer\/auth\/login#email=[\w-]{43}$/);
  expect((await confirm(await emailTokenTo(pool, email, 'email_change'))).body).toEqual({ email });
  expect(await emailOf(me)).toBe(email);
  expect(await signIn(app, { ...me, username: email })).toMatch(/^bk_/);
  expect((await post(app, '/customer/auth/login', { username: me.email, password: me.password })).status).toBe(401);
  expect([await kindsTo(email), await kindsTo(me.email)]).toEqual([
    ['email_change'],
    ['email_change_asked', 'email_changed'],
  ]);
  expect(await auditEventsOf(pool, me.id)).toEqual(['email_change_asked', 'email_changed', 'signed_in']);
});

describe('an address of another account', () => {
  test('gets the same response, and its owner an email', async () => {
    const [me, owner] = [await makeSignedInCustomer(shop), await makeCustomer(shop)];
    const [free, taken] = [await ask(me, newAddress()), await ask(me, owner.email)];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect(await kindsTo(owner.email)).toEqual(['account_exists']);
    expect(await kindsTo(me.email)).toEqual(['email_change_asked', 'email_change_asked']);
  });

  test('registered since the link was sent is rejected, and the account keeps its own', async () => {
    const me = await makeSignedInCustomer(shop);
    const email = newAddress();
    await ask(me, email);
    await makeCustomer(shop, { email });
    expect(errorOf(await confirm(await emailTokenTo(pool, email, 'email_change')))).toEqual([409, 'email_taken']);
    expect(await emailOf(me)).toBe(me.email);
  });

  test('that was never activated goes to the account that verifies it', async () => {
    const me = await makeSignedInCustomer(shop);
    const squatter = await makeCustomer(shop, { activatedAt: null });
    await post(app, '/api/auth/resend-activation', { email: squatter.email });
    await ask(me, squatter.email);
    expect((await confirm(await emailTokenTo(pool, squatter.email, 'email_change'))).status).toBe(200);
    const activation = { token: await emailTokenTo(pool, squatter.email, 'activate') };
    expect(errorOf(await post(app, '/api/auth/activate', activation))).toEqual([410, 'link_expired']);
    expect(await emailOf(me)).toBe(squatter.email);
  });
});

test('a link is consumed by one of fifty concurrent requests', async () => {
  const me = await makeSignedInCustomer(shop);
  const email = newAddress();
  await ask(me, email);
  const token = await emailTokenTo(pool, email, 'email_change');
  const responses = await runConcurrently(50, 50, () => confirm(token));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 410: 49 });
  expect(await kindsTo(me.email)).toEqual(['email_change_asked', 'email_changed']);
});

test('one of many accounts that concurrently request an address gets it', async () => {
  const email = newAddress();
  const people = await Promise.all(Array.from({ length: 8 }, () => makeSignedInCustomer(shop)));
  const tokens: string[] = [];
  for (const me of people) {
    await ask(me, email);
    tokens.push(await emailTokenTo(pool, email, 'email_change'));
  }
  const responses = await Promise.all(tokens.map(confirm));
  expect(countValues(responses.map((response) => response.status))).toEqual({ 200: 1, 409: 7 });
});

test('a link is valid for an hour and revoked by a newer one', async () => {
  const me = await makeSignedInCustomer(shop);
  const [first, second] = [newAddress(), newAddress()];
  await ask(me, first);
  await ask(me, second);
  expect((await confirm(await emailTokenTo(pool, first, 'email_change'))).status).toBe(410);
  await pool.query("UPDATE email_token SET expires_at = expires_at - interval '1 hour' WHERE customer_id = $1", [
    me.id,
  ]);
  expect((await confirm(await emailTokenTo(pool, second, 'email_change'))).status).toBe(410);
});

test('a reset link to the old address is revoked by the change', async () => {
  const me = await makeSignedInCustomer(shop);
  const email = newAddress();
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await ask(me, email);
  await confirm(await emailTokenTo(pool, email, 'email_change'));
  const token = await emailTokenTo(pool, me.email, 'reset');
  expect((await post(app, '/api/auth/reset-password', { token, ...FORM })).status).toBe(410);
});

test('a password reset revokes a pending email change', async () => {
  const me = await makeSignedInCustomer(shop);
  const [first, second] = [newAddress(), newAddress()];
  await ask(me, first);
  const change = { currentPassword: me.password, ...FORM };
  await post(app, '/api/auth/change-password', change, { token: me.token });
  expect((await confirm(await emailTokenTo(pool, first, 'email_change'))).status).toBe(410);
  await ask(me, second);
  await post(app, '/api/auth/forgot-password', { email: me.email });
  await post(app, '/api/auth/reset-password', { token: await emailTokenTo(pool, me.email, 'reset'), ...FORM });
  expect((await confirm(await emailTokenTo(pool, second, 'email_change'))).status).toBe(410);
});

test('guest orders of the new address become the customer’s; older orders keep theirs', async () => {
  const me = await makeSignedInCustomer(shop);
  const email = newAddress();
  const { body: older } = await placeOrder(app, { lines: [title], token: me.token });
  const { body: guest } = await placeOrder(app, { lines: [title], email });
  await ask(me, email);
  await confirm(await emailTokenTo(pool, email, 'email_change'));
  const { body: newer } = await placeOrder(app, { lines: [title], token: me.token });
  const { rows } = await pool.query('SELECT id, email FROM "order" WHERE customer_id = $1 ORDER BY id', [me.id]);
  expect(rows).toEqual([
    { id: older.id, email: me.email },
    { id: guest.id, email },
    { id: newer.id, email },
  ]);
  const another = newAddress();
  await ask(me, another);
  await confirm(await emailTokenTo(pool, another, 'email_change'));
  await expectIntegrity(pool);
});

test('the current address changes nothing, with the same response', async () => {
  const me = await makeSignedInCustomer(shop);
  const [own, other] = [await ask(me, me.email.toUpperCase()), await ask(me, newAddress())];
  expect(own.text).toBe(other.text);
  expect(await kindsTo(me.email)).toEqual(['email_change_asked']);
});
