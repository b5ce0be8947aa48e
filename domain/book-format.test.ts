import { expect, test } from 'vitest';
import { ALL_FORMATS, BOOK_FORMATS, DIGITAL_FORMATS, isBookFormat, isSold } from './book-format.ts';

test('printed books and discs are sold, digital formats are only shown', () => {
  expect(ALL_FORMATS.filter(isSold)).toEqual(BOOK_FORMATS);
  expect(DIGITAL_FORMATS.some(isSold)).toBe(false);
});

test('every format is listed once and known', () => {
  expect(new Set(ALL_FORMATS).size).toBe(ALL_FORMATS.length);
  expect(ALL_FORMATS.every(isBookFormat)).toBe(true);
});

test.each(['', 'Paperback', 'pdf', 'length', 'toString'])('%j is no format', (text) => {
  expect(isBookFormat(text)).toBe(false);
});
