import { describe, expect, test } from 'vitest';
import { faultsOf } from './field-errors.ts';
import { addressFields, emailAddress, line, opaqueId, paragraphs, repeatable, ringgit, zip } from './shapes.ts';

describe('an amount is RM with two decimals at most', () => {
  test.each([0, 0.01, 0.1, 39.9, 1234.56, 999_999.99])('%d', (amount) => {
    expect(ringgit.safeParse(amount).success).toBe(true);
  });
  test.each([-0.01, 0.001, 39.999, Number.NaN, Number.POSITIVE_INFINITY, '39.9', null, true])('not %j', (amount) => {
    expect(ringgit.safeParse(amount).success).toBe(false);
  });
});

describe('an e-mail address is one plain address', () => {
  test.each(['a@b.co', ' A.B+c@mail.example.com ', "o'neil@mail.test", 'ü@bücher.example', 'x_y-z@a-b.test'])(
    '%s',
    (email) => {
      expect(emailAddress.parse(email)).toBe(email.trim());
    },
  );
  test.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@',
    'a@@b.co',
    'a b@c.co',
    'a@b .co',
    '"a"@b.co',
    'a@b.co,c@d.co',
    'a@b.co>',
    'a(x)@b.co',
    'a@b.co\r\nBcc: x@y.z',
    'a@[127.0.0.1]',
    'a@b..co',
    `${'x'.repeat(65)}@b.co`,
    'a\0@b.co',
    'a\\@b.co',
  ])('not %j', (email) => {
    expect(emailAddress.safeParse(email).success).toBe(false);
  });
});

describe('a postal code becomes five digits', () => {
  test.each([
    ['50480', '50480'],
    [50480, '50480'],
    [' 50480 ', '50480'],
    ['۵۰۴۸۰', '50480'],
    ['٥٠٤٨٠', '50480'],
  ])('%j', (given, parsed) => {
    expect(zip.parse(given)).toBe(parsed);
  });
});

describe('an id is a UUID; any other text names nothing', () => {
  const NOBODY = '00000000-0000-0000-0000-000000000000';
  test.each([
    ['01900000-0000-7000-8000-00000000000A', '01900000-0000-7000-8000-00000000000a'],
    ['BK-100001', NOBODY],
    ["' OR 1=1", NOBODY],
    ['{01900000-0000-7000-8000-000000000000}', NOBODY],
    ['01900000000070008000000000000000', NOBODY],
  ])('%s', (given, parsed) => {
    expect(opaqueId.parse(given)).toBe(parsed);
  });
  test.each(['', 'x'.repeat(65), 5, null, ['a']])('not %j', (given) => {
    expect(opaqueId.safeParse(given).success).toBe(false);
  });
});

test('a line has no breaks, paragraphs may; neither has control characters', () => {
  expect(line(10).safeParse('a\nb').success).toBe(false);
  expect(paragraphs(10).parse(' a\n\tb ')).toBe('a\n\tb');
  for (const shape of [line(10), paragraphs(10)])
    for (const text of ['', '  ', 'a\0', 'a\u001b[1m', '\ud800', 'x'.repeat(11)])
      expect(shape.safeParse(text).success).toBe(false);
});

test('a filter may be given once or repeated', () => {
  expect(repeatable.parse('a')).toEqual(['a']);
  expect(repeatable.parse(['a', 'b'])).toEqual(['a', 'b']);
  expect(repeatable.parse(undefined)).toBeUndefined();
  expect(repeatable.safeParse(Array(51).fill('a')).success).toBe(false);
});

test('every mistake is told by its path, the missing ones as required', () => {
  const { error } = addressFields.safeParse({ name: '', phone: 'x'.repeat(31), line1: 5, zip: '1' });
  expect(faultsOf(error!.issues)).toEqual([
    { path: 'name', key: 'required' },
    { path: 'phone', key: 'too_long', values: { limit: 30 } },
    { path: 'line1', key: 'invalid' },
    { path: 'city', key: expect.any(String) },
    { path: 'state', key: expect.any(String) },
    { path: 'zip', key: 'postal_code' },
  ]);
});
