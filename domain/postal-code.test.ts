import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findZone, isPostalCodeValid, parsePostalCode } from './postal-code.ts';
import { ZONES } from './shipping-zones.ts';

test('of all five-digit codes exactly those of the two ranges are valid', () => {
  const codes = Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0'));
  const valid = codes.filter(isPostalCodeValid).map(Number);
  const inRange = (number: number) => (number >= 10_000 && number <= 86_900) || (number >= 87_000 && number <= 98_859);
  expect(valid).toEqual(codes.map(Number).filter(inRange));
});

test.each(['9999', '86901', '86999', '98860', '00000', '99999'])('%s is not delivered to', (zip) => {
  expect(findZone(zip)).toBeUndefined();
});

test.each([
  ['10000', 0],
  ['86900', 0],
  ['87000', 1],
  ['98859', 1],
])('%s lies in zone %d', (zip, index) => {
  expect(findZone(zip)).toBe(ZONES[index]);
});

test.each([
  '',
  ' ',
  '1e4',
  '010000',
  '0x2710',
  '+5045',
  '-50450',
  '50450.0',
  '50 450',
  '50450-1234',
  '50450\n50450',
  '5045O',
  '𝟓𝟎𝟒𝟓𝟎',
])('%j is no postal code', (text) => {
  expect(parsePostalCode(text)).toBeUndefined();
  expect(isPostalCodeValid(text)).toBe(false);
});

test.each([
  ['50450', '50450'],
  [' 50450\n', '50450'],
  ['۵۰۴۵۰', '50450'],
  ['٥٠٤٥٠', '50450'],
  ['۰۱۲۳۴', '01234'],
  ['٥۶٧۸٩', '56789'],
])('%j is read as %s', (text, code) => {
  expect(parsePostalCode(text)).toBe(code);
});

test('any text is five digits or nothing, and reading it twice changes nothing', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'0159 ۰۹٠٩e.'), maxLength: 7 }),
  );
  fc.assert(
    fc.property(text, (anything) => {
      const code = parsePostalCode(anything);
      if (code === undefined) return;
      expect(code).toMatch(/^[0-9]{5}$/);
      expect(parsePostalCode(code)).toBe(code);
    }),
    { numRuns: 5_000 },
  );
});
