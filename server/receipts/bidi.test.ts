import { expect, test } from 'vitest';
import { directed, type Reading } from './bidi.ts';

const read = (text: string, reading: Reading) =>
  directed(text, reading)
    .runs(0, text.length)
    .map(({ text: run, isRightToLeft }) => (isRightToLeft ? `<${run}` : `>${run}`));

test('a text of one direction is one run', () => {
  expect(read('RM 12.00', 'ltr')).toEqual(['>RM 12.00']);
  expect(read('بوف کور', 'rtl')).toEqual(['<بوف کور']);
  expect(read('بوف کور', 'auto')).toEqual(['<بوف کور']);
});

test('a price in Persian words stays in one piece, its neighbours on their sides', () => {
  expect(read('هر نسخه \u2066RM 4.00\u2069 ارزان‌تر', 'rtl')).toEqual(['< ارزان‌تر', '>RM 4.00', '<هر نسخه ']);
});

test('Persian digits run from left to right between words that do not', () => {
  expect(read('۳۰ آبان ۱۴۰۵', 'rtl')).toEqual(['>۱۴۰۵', '< آبان ', '>۳۰']);
});

test('brackets open towards what they hold', () => {
  expect(read('دا (خاطرات)', 'rtl')).toEqual(['<دا )خاطرات(']);
});

test('the direction of a line is that of its whole text', () => {
  const { runs, isRightToLeft } = directed('بوف کور and more', 'auto');
  expect(isRightToLeft).toBe(true);
  expect(runs(8, 16)).toEqual([{ text: 'and more', isRightToLeft: false }]);
});
