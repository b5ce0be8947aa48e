import { expect, test } from 'vitest';
import { formatDate, formatDay, isInFuture } from './dates.ts';

const EVENING = '2026-11-20T17:05:00Z';
test.each([
  ['en', '21 November 2026'],
  ['de', '21. November 2026'],
  ['fr', '21 novembre 2026'],
  ['pt', '21 de novembro de 2026'],
  ['fa', '۳۰ آبان ۱۴۰۵'],
] as const)('a moment is its day in Malaysia, as %s writes it', (locale, day) => {
  expect(formatDay(EVENING, locale)).toBe(day);
});

test.each([
  ['1926', '1926'],
  ['1926-10', 'October 1926'],
  ['1926-10-14', '14 October 1926'],
])('a date is as precise as it is known: %s', (date, written) => {
  expect(formatDate(date, 'en')).toBe(written);
});

test.each([
  ['2026-11-21', '2026-11-20T15:59:59Z', true],
  ['2026-11-21', '2026-11-20T16:00:00Z', false],
  ['2026-12', '2026-11-30T15:59:59Z', true],
  ['2026-12', '2026-11-30T16:00:00Z', false],
  ['2027', '2026-11-30T16:00:00Z', true],
  ['1926', '2026-11-30T16:00:00Z', false],
])('whether %s has not come yet at %s: %s', (date, now, isAhead) => {
  expect(isInFuture(date, now)).toBe(isAhead);
});
