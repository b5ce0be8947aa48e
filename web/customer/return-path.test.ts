import fc from 'fast-check';
import { expect, test } from 'vitest';
import { returnPath } from './guard.ts';

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
  return new URL(`/customer${returnPath(wanted)}`, 'https://shop.example');
}

test.each(HOSTILE)('after signing in, %j leads nowhere else than into the customer area', (wanted) => {
  expect([landing(wanted).origin, landing(wanted).pathname]).toEqual([
    'https://shop.example',
    expect.stringMatching(/^\/customer\//),
  ]);
});

test('neither does anything that is put together of such parts', () => {
  const hostile = fc.array(fc.oneof(fc.constantFrom(...SIGNS), fc.string({ maxLength: 3 })), { maxLength: 8 });
  fc.assert(
    fc.property(hostile, (parts) => {
      const { origin, pathname } = landing(`/${parts.join('')}`);
      return origin === 'https://shop.example' && pathname.startsWith('/customer/');
    }),
    { numRuns: 5000 },
  );
});

test('pages of ours are returned to with what they were asked, sign-in itself is not', () => {
  expect(['/my-orders?page=2', '/tickets/show/1', '/auth/login?to=/x', '/Auth/Login/', null].map(returnPath)).toEqual([
    '/my-orders?page=2',
    '/tickets/show/1',
    '/',
    '/',
    '/',
  ]);
});
