import { describe, expect, test } from 'vitest';
import { addressFields, zip } from './forms.ts';
import { fieldIssues } from './error-codes.ts';
import { emailAddress, line, opaqueId, paragraphs, repeatable, ringgit, normalizeEmail } from './schemas.ts';
import { domainToASCII } from 'node:url';
import fc from 'fast-check';

describe('an amount is RM with at most two decimals', () => {
  test.each([0, 0.01, 0.1, 39.9, 1234.56, 999_999.99])('%d', (amount) => {
    expect(ringgit.safeParse(amount).success).toBe(true);
  });
  test.each([-0.01, 0.001, 39.999, Number.NaN, Number.POSITIVE_INFINITY, '39.9', null, true])('not %j', (amount) => {
    expect(ringgit.safeParse(amount).success).toBe(false);
  });
});

describe('an email address is one plain address', () => {
  test.each(['a@b.co', ' A.B+c@mail.example.com ', "o'neil@mail.test", 'ü@bücher.example', 'x_y-z@a-b.test'])(
    '%s',
    (email) => {
      expect(emailAddress.parse(email)).toBe(email.trim().toLowerCase().replace('bücher', 'xn--bcher-kva'));
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

describe('an id is a UUID; any other text is rejected', () => {
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

test('a line has no line breaks, text may; neither has control characters', () => {
  expect(line(10).safeParse('a\nb').success).toBe(false);
  expect(paragraphs(10).parse(' a\n\tb ')).toBe('a\n\tb');
  expect(line(10).safeParse('a\u2028b').success).toBe(false);
  for (const shape of [line(10), paragraphs(10)])
    for (const text of ['', '  ', 'a\0', 'a\u001b[1m', 'a\u009b1m', 'a\u0085b', '\ud800', 'x'.repeat(11)])
      expect(shape.safeParse(text).success).toBe(false);
});

test('a filter may be given once or repeated', () => {
  expect(repeatable.parse('a')).toEqual(['a']);
  expect(repeatable.parse(['a', 'b'])).toEqual(['a', 'b']);
  expect(repeatable.parse(undefined)).toBeUndefined();
  expect(repeatable.safeParse(Array(51).fill('a')).success).toBe(false);
});

test('every invalid field is reported by its path, missing ones as required', () => {
  const { error } = addressFields.safeParse({ name: '', phone: 'x'.repeat(31), line1: 5, zip: '1' });
  expect(fieldIssues(error!.issues)).toEqual([
    { path: 'name', key: 'required' },
    { path: 'phone', key: 'too_long', values: { limit: 30 } },
    { path: 'line1', key: 'invalid' },
    { path: 'city', key: expect.any(String) },
    { path: 'state', key: expect.any(String) },
    { path: 'zip', key: 'postal_code' },
  ]);
});

describe('spellings of one mailbox normalize to one address', () => {
  test.each([
    [' Siti.Ali@Mail.Test ', 'siti.ali@mail.test'],
    ['ｓｉｔｉ@ｍａｉｌ.ｔｅｓｔ', 'siti@mail.test'],
    ['siti＠mail.test', 'siti@mail.test'],
    ['siti@mail。test', 'siti@mail.test'],
    ['\u200fsiti@mail.test\u200e', 'siti@mail.test'],
    ['\ufeffsiti@mail.test', 'siti@mail.test'],
    ['ü@bücher.example', 'ü@xn--bcher-kva.example'],
    ['u\u0308@bu\u0308cher.example', 'ü@xn--bcher-kva.example'],
    ['\u212aim@mail.test', 'kim@mail.test'],
    ['siti@XN--BCHER-KVA.example', 'siti@xn--bcher-kva.example'],
    ['siti@ma\u00adil.test', undefined],
    ['si\u00adti@mail.test', undefined],
    ['si\u200dti@mail.test', undefined],
    ['si\u034fti@mail.test', undefined],
    ['si\u3164ti@mail.test', undefined],
    ['si\u202eti@mail.test', undefined],
    ['siti@127.1', undefined],
    ['siti@0x7f.0x1', undefined],
    ['siti@mail.test:25', undefined],
    ['siti@mail.test/x', undefined],
    ['siti@%6dail.test', undefined],
    ['siti@mail.test@mail.test', undefined],
    [`siti@${'ü'.repeat(80)}.test`, undefined],
    ['x'.repeat(300), undefined],
  ])('%j', (typed, kept) => {
    expect(normalizeEmail(typed)).toBe(kept);
  });

  test('a normalized address is stable and accepted by the mailer', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'aZß9.-_İΣςｆ'), minLength: 1, maxLength: 8 }),
    );
    fc.assert(
      fc.property(part, part, (local, name) => {
        const once = normalizeEmail(`${local}@${name}.com`);
        if (once === undefined) return;
        expect(normalizeEmail(once)).toBe(once);
        expect(once.normalize('NFKC')).toBe(once);
        expect(once).not.toMatch(/[\s\p{C}\p{Default_Ignorable_Code_Point}<>"(),;:]/u);
        const domain = once.split('@')[1]!;
        expect(domainToASCII(domain)).toBe(domain);
      }),
      { numRuns: 5000 },
    );
  });
});
