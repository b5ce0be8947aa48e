import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { formatPhone, parsePhone, setPhoneParser } from './phone.ts';

const TYPED: [typed: string, kept: string | undefined][] = [
  ['012-345 6789', '+60123456789'],
  ['0123456789', '+60123456789'],
  ['011-1234 5678', '+601112345678'],
  ['03-1234 5678', '+60312345678'],
  ['088-123456', '+6088123456'],
  ['1-300-88-2525', '+601300882525'],
  ['60123456789', '+60123456789'],
  ['+60 12-345 6789', '+60123456789'],
  ['(+60) 12 345 6789', '+60123456789'],
  ['۰۱۲۳۴۵۶۷۸۹', '+60123456789'],
  ['+44 20 7946 0958', '+442079460958'],
  ['00 44 20 7946 0958', '+442079460958'],
  ['12', undefined],
  ['012-345 67', undefined],
  ['0'.repeat(12), undefined],
  ['+999 123 456 789', undefined],
  ['ask next door', undefined],
];

describe('a phone number', () => {
  test('is checked by its digits until the library is loaded', () => {
    setPhoneParser(undefined);
    expect(['12', 'ask next door', '012-345 6789', '1'.repeat(16)].map(parsePhone)).toEqual([
      undefined,
      undefined,
      '012-345 6789',
      undefined,
    ]);
  });

  test.each(TYPED)('%j', (typed, kept) => {
    setPhoneParser(parsePhoneNumberFromString);
    expect(parsePhone(typed)).toBe(kept);
  });
});

test.each([
  ['+60123456789', '012-345 6789'],
  ['+601112345678', '011-1234 5678'],
  ['+601512345678', '0151-234 5678'],
  ['+60312345678', '03-1234 5678'],
  ['+6041234567', '04-123 4567'],
  ['+6088123456', '088-123 456'],
  ['+601300882525', '1-300-88-2525'],
  ['+601800881234', '1-800-88-1234'],
])('%s is formatted as %s', (phone, shown) => {
  expect(formatPhone(phone)).toBe(shown);
  expect(parsePhoneNumberFromString(phone)!.formatNational()).toBe(shown);
});

test.each(['+442079460958', '+6099', '012-345 6789', 'ask next door', ''])('%j is unchanged', (phone) => {
  expect(formatPhone(phone)).toBe(phone);
});
