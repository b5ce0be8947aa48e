import { describe, expect, test } from 'vitest';
import { get, openDoor, post, refusal } from '../../tests/door.ts';
import { makeSignedIn } from '../../tests/factories.ts';

const shop = await openDoor();
const { app, pool } = shop;
const me = await makeSignedIn(shop);
const save = (changes: object) => post(app, '/customer/profile', changes, { token: me.token });

async function stored() {
  return (await pool.query('SELECT * FROM customer WHERE id = $1', [me.id])).rows[0];
}

test('the given fields change, the others stay', async () => {
  const changes = {
    displayName: 'Siti Aminah',
    phone: '03-1234',
    locale: 'pt',
    theme: 'dark',
    userRole: 'editor',
    marketing: true,
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

test('phone and photo can be taken away', async () => {
  await save({ phone: '03-1234', photoURL: 'https://cdn.test/me.jpg' });
  expect((await save({ phone: '', photoURL: null })).body).toMatchObject({ phone: null, photoURL: null });
});

test('address, password, staff and dates are not to be had here', async () => {
  const before = await stored();
  const wish = {
    email: 'x@mail.test',
    password: 'x',
    passwordHash: 'x',
    password_hash: 'x',
    username: 'x',
    isStaff: true,
    is_staff: true,
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

describe('what is refused, by its path', () => {
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
    ['locale', 'xx'],
    ['theme', 'pink'],
    ['userRole', 'staff'],
    ['marketing', 'true'],
  ])('%s %j', async (path, value) => {
    const before = await stored();
    const answer = await save({ [path]: value });
    expect(refusal(answer)).toEqual([422, 'invalid']);
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
    expect(await stored()).toEqual(before);
  });
});
