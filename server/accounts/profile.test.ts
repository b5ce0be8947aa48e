import { describe, expect, test } from 'vitest';
import { get, openTestApp, post, errorOf } from '../../tests/test-app.ts';
import { makeSignedInCustomer } from '../../tests/factories.ts';

const shop = await openTestApp();
const { app, pool } = shop;
const me = await makeSignedInCustomer(shop);
const save = (changes: object) => post(app, '/customer/profile', changes, { token: me.token });

async function stored() {
  return (await pool.query('SELECT * FROM customer WHERE id = $1', [me.id])).rows[0];
}

test('only the given fields change', async () => {
  const changes = {
    displayName: 'Siti Aminah',
    phone: '+60312345678',
    locale: 'pt',
    theme: 'dark',
    userRole: 'editor',
    reviewInvitations: false,
  };
  expect((await save(changes)).body).toMatchObject({ uid: me.id, ...changes });
  expect((await save({ theme: 'system' })).body).toMatchObject({ ...changes, theme: 'system' });
  expect((await get(app, '/api/auth/me', { token: me.token })).body).toMatchObject({ ...changes, theme: 'system' });
});

test('an empty change changes nothing', async () => {
  const before = await stored();
  expect((await save({})).status).toBe(200);
  expect(await stored()).toEqual(before);
});

test('a phone number is stored in E.164, however it is typed', async () => {
  for (const typed of ['03-1234 5678', '(03) 12345678', '0060 3 1234 5678', '۰۳۱۲۳۴۵۶۷۸'])
    expect((await save({ phone: typed })).body).toMatchObject({ phone: '+60312345678' });
  expect((await save({ phone: '+44 20 7946 0958' })).body).toMatchObject({ phone: '+442079460958' });
});

test('phone and photo can be removed', async () => {
  await save({ phone: '+60312345678', photoURL: 'https://cdn.test/me.jpg' });
  expect((await save({ phone: '', photoURL: null })).body).toMatchObject({ phone: null, photoURL: null });
});

test('email, password, staff flag and dates cannot be changed here', async () => {
  const before = await stored();
  const wish = {
    email: 'x@mail.test',
    password: 'x',
    passwordHash: 'x',
    password_hash: 'x',
    username: 'x',
    staffRole: 'owner',
    staff_role: 'owner',
  };
  const more = {
    id: 'x',
    uid: 'x',
    providerId: 'x',
    activatedAt: null,
    createdAt: 0,
    customerId: 'x',
    constructor: { prototype: 1 },
  };
  expect([200, 400]).toContain((await save({ ...wish, ...more })).status);
  expect((await save(wish)).status).toBe(200);
  expect(await stored()).toEqual(before);
});

describe('invalid fields, by path', () => {
  test.each([
    ['photoURL', 'javascript:alert(1)'],
    ['photoURL', 'data:image/png;base64,AAAA'],
    ['photoURL', 'http://cdn.test/me.jpg'],
    ['photoURL', '//cdn.test/me.jpg'],
    ['photoURL', 'https://cdn.test/"onerror='],
    ['photoURL', `https://cdn.test/${'x'.repeat(500)}`],
    ['photoURL', 'https://cdn.test/\0'],
    ['displayName', ''],
    ['displayName', 'A\nB'],
    ['displayName', null],
    ['phone', 'x'.repeat(31)],
    ['phone', '1\r\n2'],
    ['phone', '12'],
    ['locale', 'xx'],
    ['theme', 'pink'],
    ['userRole', 'staff'],
    ['reviewInvitations', 'true'],
  ])('%s %j', async (path, value) => {
    const before = await stored();
    const response = await save({ [path]: value });
    expect(errorOf(response)).toEqual([422, 'invalid']);
    expect(response.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await stored()).toEqual(before);
  });
});
