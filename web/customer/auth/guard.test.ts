import { describe, expect, test } from 'vitest';
import { guard, type Viewer, safeReturnPath, safeShopPath, STATUS_PAGES } from './guard.ts';
import fc from 'fast-check';

const GUEST: Viewer = { isSignedIn: false, role: undefined };
const ADMIN: Viewer = { isSignedIn: true, role: 'admin' };
const EDITOR: Viewer = { isSignedIn: true, role: 'editor' };
/** From a manipulated storage. */
const STRANGER = { isSignedIn: true, role: 'visitor' } as unknown as Viewer;

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
  test.each([...SIGN_IN, '/checkout', '/checkout/confirmation/BK-100001', '/callback'])('%s opens', (path) => {
    expect(guard(path, GUEST)).toBeUndefined();
  });

  test.each([...MEMBERS.slice(1), '/auth', '/no/such/page', '/checkout/x'])(
    '%s redirects to sign-in, which returns to it',
    (path) => {
      expect(guard(path, GUEST)).toBe(`/auth/login?to=${encodeURIComponent(path)}`);
    },
  );

  test('the root redirects to sign-in without a return path', () => {
    expect(guard('/', GUEST)).toBe('/auth/login');
  });

  test('case and a trailing slash do not matter, as in the router', () => {
    expect(guard('/Auth/Login/', GUEST)).toBeUndefined();
    expect(guard('/checkout/', GUEST)).toBeUndefined();
  });
});

describe('with a token', () => {
  test.each([...SIGN_IN, '/AUTH/LOGIN', '/auth/register/'])('%s redirects to the root', (path) => {
    expect(guard(path, ADMIN)).toBe('/');
  });

  test.each([...MEMBERS, '/checkout', '/callback'])('%s opens for editor and admin', (path) => {
    expect([guard(path, ADMIN), guard(path, EDITOR), guard(path, { ...ADMIN, role: undefined })]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('an admin rule only allows admins, and a custom rule decides itself', () => {
    expect(guard('/dashboard', ADMIN, 'admin')).toBeUndefined();
    expect(guard('/dashboard', EDITOR, 'admin')).toBe('/pages/not-authorized');
    expect(guard('/dashboard', ADMIN, (role) => role === 'editor')).toBe('/pages/not-authorized');
    expect(guard('/dashboard', EDITOR, (role) => role === 'editor')).toBeUndefined();
  });

  test.each(MEMBERS.filter((path) => path !== '/pages/not-authorized'))(
    'an unknown role has no access to %s',
    (path) => {
      expect(guard(path, STRANGER)).toBe('/pages/not-authorized');
    },
  );

  test('an unknown role may see the not-authorized page', () => {
    expect(guard('/pages/not-authorized', STRANGER)).toBeUndefined();
  });
});

const SIGNS = [
  '/',
  '\\',
  '//',
  '%2f',
  '%5c',
  ':',
  '@',
  '.',
  '..',
  '\t',
  '\n',
  '\0',
  ' ',
  '?',
  '#',
  'evil.example',
  'javascript',
  'https',
];
const HOSTILE = [
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\tevil.example',
  '/%2f%2fevil.example/../..//evil.example',
  'javascript:alert(1)',
  'https://evil.example',
  '%2f%2fevil.example',
  '/..//evil.example',
  '/a/..//evil.example',
  '/@evil.example',
  '',
];

/** Where the browser ends up: what sign-in does with the path. */
function landing(wanted: string): URL {
  return new URL(`/customer${safeReturnPath(wanted)}`, 'https://shop.example');
}

test.each(HOSTILE)('after signing in, %j never leads outside the customer area', (wanted) => {
  expect([landing(wanted).origin, landing(wanted).pathname]).toEqual([
    'https://shop.example',
    expect.stringMatching(/^\/customer\//),
  ]);
});

test('neither does any combination of such parts', () => {
  const hostile = fc.array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(hostile, (parts) => {
      const { origin, pathname } = landing(`/${parts.join('')}`);
      return origin === 'https://shop.example' && pathname.startsWith('/customer/');
    }),
    { numRuns: 5000 },
  );
});

test('our own pages are returned to with their query string, sign-in pages are not', () => {
  expect(
    ['/my-orders?page=2', '/tickets/show/1', '/auth/login?to=/x', '/Auth/Login/', null].map(safeReturnPath),
  ).toEqual(['/my-orders?page=2', '/tickets/show/1', '/', '/', '/']);
});

test.each([
  '/',
  '/browse',
  '/fa/browse?q=%D8%AD',
  '/book/1/anne-of-green-gables',
  '/browse?q=dune&page=2',
  '/order/abc',
])('%s is a return path within the shop', (path) => {
  expect(safeShopPath(path)).toBe(path);
});

test.each([
  null,
  '',
  'browse',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  ' /browse',
  'javascript:alert(1)',
  'https://evil.example/browse',
  '/./%2e%2e//evil.example',
  '/customer',
  '/customer/auth/login',
  '/Customer/dashboard',
  '/api/auth/logout',
])('%s is not a page of the shop', (path) => {
  expect(safeShopPath(path)).toBeUndefined();
});

const STARTS =
  '// /\\ \\\\ /\t/ /\n/ /// /%2f%2f /.// /a/..// /;// /@ @ /x/../../ ..// ? # javascript: data:text/html, http: https:// https:/\\'.split(
    ' ',
  );

test('never leaves this origin, whatever an attacker writes', () => {
  const start = fc.constantFrom(...STARTS);
  const rest = fc.oneof(
    fc.constantFrom('evil.example', '[::1]', 'x@evil.example'),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  fc.assert(
    fc.property(start, rest, (one, other) => {
      const path = safeShopPath(one + other);
      if (path === undefined) return;
      const url = new URL(path, 'https://shop.example');
      expect([url.origin, url.username]).toEqual(['https://shop.example', '']);
      expect(url.pathname).not.toMatch(/^\/(customer|api)\//i);
    }),
    { numRuns: 600 },
  );
});
