import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlaceholderIsbn, findIsbn, isbn13CheckDigit, parseIsbn } from './isbn.ts';

const ISBN = '9780306406157';

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''));

const isbn13 = fc
  .tuple(fc.constantFrom('978', '979'), digits(9))
  .map((parts) => parts.join(''))
  .filter((first12) => !first12.startsWith('9790') && first12 !== '978000000000')
  .map((first12) => first12 + isbn13CheckDigit(first12));

test.each([
  '9780306406157',
  '978-0-306-40615-7',
  '978 0 306 40615 7',
  ' 978‐0‑306–40615—7 ',
  '978-0306406157\n',
  '\u200e978-0-306-40615-7\u200f',
  '\u2067978\u00a00\u00a0306\u00a040615\u00a07\u2069',
  '۹۷۸۰۳۰۶۴۰۶۱۵۷',
  '٩٧٨-٠-٣٠٦-٤٠٦١٥-٧',
  '0306406152',
  '0-306-40615-2',
  '۰۳۰۶۴۰۶۱۵۲',
])('%j is read as thirteen digits', (text) => {
  expect(parseIsbn(text)).toBe(ISBN);
});

test.each([
  ['080442957X', '9780804429573'],
  ['0-8044-2957-x', '9780804429573'],
  ['979-10-90636-07-1', '9791090636071'],
  ['979-8-88645-174-0', '9798886451740'],
])('%s is read as %s', (text, isbn) => {
  expect(parseIsbn(text)).toBe(isbn);
});

test.each([
  '',
  '978',
  '978030640615',
  '97803064061577',
  '9780306406158',
  '0306406153',
  '0804429573',
  'X804429570',
  '030640615X',
  '978080442957X',
  '9790060115615',
  '979-0-2600-0043-8',
  '4006381333931',
  '9780306406157.',
  'nine',
])('%j is not an ISBN', (text) => {
  expect(parseIsbn(text)).toBeUndefined();
});

const placeholders = ['0000000000', '0-00-000000-0', '9780000000000', '9780000000002'];
test.each(placeholders)('the placeholder %s is not an ISBN', (text) => {
  expect(parseIsbn(text)).toBeUndefined();
});

test('an ISBN-13 is read in any spacing, and reading it twice changes nothing', () => {
  const gap = fc.constantFrom('', '-', ' ', '–', '\u00a0', '\u200e');
  fc.assert(
    fc.property(isbn13, fc.array(gap, { minLength: 13, maxLength: 13 }), (isbn, gaps) => {
      expect(parseIsbn([...isbn].map((digit, at) => digit + gaps[at]).join(''))).toBe(isbn);
      expect(parseIsbn(isbn)).toBe(isbn);
    }),
    { numRuns: 2_000 },
  );
});

test('every single wrong digit of an ISBN-13 is rejected', () => {
  fc.assert(
    fc.property(isbn13, (isbn) => {
      for (const at of isbn.split('').keys())
        for (const wrong of '0123456789'.replace(isbn[at]!, ''))
          expect(parseIsbn(isbn.slice(0, at) + wrong + isbn.slice(at + 1))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('an ISBN-10 and its ISBN-13 are one', () => {
  fc.assert(
    fc.property(digits(9), (nine) => {
      fc.pre(nine !== '000000000');
      const valid = [...'0123456789X'].map((check) => parseIsbn(nine + check)).filter(Boolean);
      expect(valid).toEqual([`978${nine}${isbn13CheckDigit(`978${nine}`)}`]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  'ISBN 978-0-306-40615-7',
  'ISBN: 0-306-40615-2 (paperback)',
  'Do you have 9780306406157?',
  'ISBN-13: 978-0-306-40615-7; ISBN-10: 0-306-40615-2',
  'Not 9780306406158, but 9780306406157.',
  'شابک ۹۷۸-۰-۳۰۶-۴۰۶۱۵-۷ است',
  'ISBN-13 978-0-306-40615-7',
  'ISBN-10 0306406152',
  '2 9780306406157',
  '9780306406157 2',
  '9780306406157 2024',
  '0306406152 9780306406157',
  '9780306406157\n0306406152',
])('in %j the ISBN is found', (sentence) => {
  expect(findIsbn(sentence)).toBe(ISBN);
});

test.each(['', 'no number here', 'call 03-1234 5678', '19780306406157', 'M-9790060115615', 'ISBN 978-0-306-40615-8'])(
  'in %j there is none',
  (sentence) => {
    expect(findIsbn(sentence)).toBeUndefined();
  },
);

test.each(['9780000000000', '978XXXXXXXXXX', '978-0-00-000000-2', '9790000000000', '0000000000', 'XXXXXXXXXX'])(
  '%s stands for an ISBN that is not known yet',
  (text) => {
    expect(isPlaceholderIsbn(text)).toBe(true);
  },
);

test.each(['9780141439587', '9780000000123', '0141439580', ''])('%j stands for itself', (text) => {
  expect(isPlaceholderIsbn(text)).toBe(false);
});
