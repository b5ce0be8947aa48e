import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shopPath } from './way-back.ts';

test.each([
  '/',
  '/browse',
  '/fa/browse?q=%D8%AD',
  '/book/1/anne-of-green-gables',
  '/browse?q=dune&page=2',
  '/order/abc',
])('the way back to %s is kept', (path) => {
  expect(shopPath(path)).toBe(path);
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
])('%s is no page of the shop', (path) => {
  expect(shopPath(path)).toBeUndefined();
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
      const path = shopPath(one + other);
      if (path === undefined) return;
      const url = new URL(path, 'https://shop.example');
      expect([url.origin, url.username]).toEqual(['https://shop.example', '']);
      expect(url.pathname).not.toMatch(/^\/(customer|api)\//i);
    }),
    { numRuns: 600 },
  );
});
