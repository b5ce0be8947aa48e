import { expect, test } from 'vitest';
import { formatDate, formatDay, formatDayAndTime } from './dates.ts';

const EVENING = '2026-11-20T17:05:00Z';
/** Which kind of space a language puts is not what matters here. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', '21 November 2026'],
  ['de', '21. November 2026'],
  ['fr', '21 novembre 2026'],
  ['pt', '21 de novembro de 2026'],
  ['fa', '۳۰ آبان ۱۴۰۵'],
] as const)('a moment is its day in Malaysia, as %s writes it', (locale, day) => {
  expect(formatDay(EVENING, locale)).toBe(day);
});

test('a time stands beside its day, by the twelve-hour clock in English', () => {
  expect(plain(formatDayAndTime(EVENING, 'en'))).toMatch(/^21 November 2026.*1:05 am$/);
  expect(plain(formatDayAndTime(EVENING, 'de'))).toMatch(/^21\. November 2026.*01:05$/);
});

test.each([
  ['1926', '1926'],
  ['1926-10', 'October 1926'],
  ['1926-10-14', '14 October 1926'],
])('a date is as precise as it is known: %s', (date, written) => {
  expect(formatDate(date, 'en')).toBe(written);
});
