import { expect, test } from 'vitest';
import { openDoor, post } from '../../tests/door.ts';
import { makeCustomer } from '../../tests/factories.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { closeDemoStaff } from './close-demo-staff.ts';
import { DEMO_PASSWORD, DEMO_STAFF } from './people.ts';

const shop = await openDoor();
const { app, pool, deps } = shop;

async function makeStaff(password: string) {
  const staff = await makeCustomer(shop, { passwordHash: await hashPassword(password) });
  await pool.query('DELETE FROM customer WHERE email = $1', [DEMO_STAFF.email]);
  await pool.query('UPDATE customer SET email = $1, is_staff = true WHERE id = $2', [DEMO_STAFF.email, staff.id]);
}

async function signIn(password: string): Promise<number> {
  return (await post(app, '/customer/auth/login', { username: DEMO_STAFF.email, password })).status;
}

test('the password that everybody knows opens the staff’s account no more', async () => {
  await makeStaff(DEMO_PASSWORD);
  expect(await signIn(DEMO_PASSWORD)).toBe(200);
  expect([await closeDemoStaff(deps), await closeDemoStaff(deps)]).toEqual([true, false]);
  expect(await signIn(DEMO_PASSWORD)).toBe(401);
});

test('one of their own is kept', async () => {
  await makeStaff('a password of their own');
  expect(await closeDemoStaff(deps)).toBe(false);
  expect(await signIn('a password of their own')).toBe(200);
});
