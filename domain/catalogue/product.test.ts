import { expect, test } from 'vitest';
import {
  ALL_FORMATS,
  PHYSICAL_FORMATS,
  DIGITAL_FORMATS,
  isBookFormat,
  isSellableFormat,
  isLowStock,
} from './product.ts';

test('printed books and discs are sold, digital formats are only shown', () => {
  expect(ALL_FORMATS.filter(isSellableFormat)).toEqual(PHYSICAL_FORMATS);
  expect(DIGITAL_FORMATS.some(isSellableFormat)).toBe(false);
});

test('every format is listed once and known', () => {
  expect(new Set(ALL_FORMATS).size).toBe(ALL_FORMATS.length);
  expect(ALL_FORMATS.every(isBookFormat)).toBe(true);
});

test.each(['', 'Paperback', 'pdf', 'length', 'toString'])('%j is not a format', (text) => {
  expect(isBookFormat(text)).toBe(false);
});

test('one to three copies are few, zero is not', () => {
  expect([0, 1, 3, 4].map(isLowStock)).toEqual([false, true, true, false]);
});
