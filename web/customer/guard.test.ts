import { describe, expect, test } from 'vitest';
import { guard, type Visitor } from './guard.ts';
import { STATUS_PAGES } from './status-pages.ts';

const GUEST: Visitor = { isSignedIn: false, role: undefined };
const ADMIN: Visitor = { isSignedIn: true, role: 'admin' };
const EDITOR: Visitor = { isSignedIn: true, role: 'editor' };
/** What a tampered storage may say. */
const STRANGER = { isSignedIn: true, role: 'visitor' } as unknown as Visitor;

const SIGN_IN = ['/auth/login', '/auth/register', '/auth/forget-password'];
const MEMBERS = [
  '/',
  '/dashboard',
  '/my-orders',
  '/my-address',
  '/wish-list',
  '/my-transactions',
  '/profile',
  '/tickets',
  '/tickets/show/1',
  ...STATUS_PAGES.map((name) => `/pages/${name}`),
];

describe('without a token', () => {
  test.each([...SIGN_IN, '/checkout', '/callback'])('%s opens', (path) => {
    expect(guard(path, GUEST)).toBeUndefined();
  });

  test.each([...MEMBERS.slice(1), '/auth', '/no/such/page', '/checkout/x'])('%s leads to sign-in and back', (path) => {
    expect(guard(path, GUEST)).toBe(`/auth/login?to=${encodeURIComponent(path)}`);
  });

  test('the root leads to sign-in plainly', () => {
    expect(guard('/', GUEST)).toBe('/auth/login');
  });

  test('case and a slash at the end make no other page, as for the router', () => {
    expect(guard('/Auth/Login/', GUEST)).toBeUndefined();
    expect(guard('/checkout/', GUEST)).toBeUndefined();
  });
});

describe('with a token', () => {
  test.each([...SIGN_IN, '/AUTH/LOGIN', '/auth/register/'])('%s leads to the root', (path) => {
    expect(guard(path, ADMIN)).toBe('/');
  });

  test.each([...MEMBERS, '/checkout', '/callback'])('%s opens for editor and admin', (path) => {
    expect([guard(path, ADMIN), guard(path, EDITOR), guard(path, { ...ADMIN, role: undefined })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('an admin rule lets admins through only, and a rule of its own decides itself', () => {
    expect(guard('/dashboard', ADMIN, 'admin')).toBeUndefined();
    expect(guard('/dashboard', EDITOR, 'admin')).toBe('/pages/not-authorized');
    expect(guard('/dashboard', ADMIN, (role) => role === 'editor')).toBe('/pages/not-authorized');
    expect(guard('/dashboard', EDITOR, (role) => role === 'editor')).toBeUndefined();
  });

  test.each(MEMBERS.filter((path) => path !== '/pages/not-authorized'))('a foreign role is kept out of %s', (path) => {
    expect(guard(path, STRANGER)).toBe('/pages/not-authorized');
  });

  test('a foreign role may see that it is kept out', () => {
    expect(guard('/pages/not-authorized', STRANGER)).toBeUndefined();
  });
});
