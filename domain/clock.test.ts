import { expect, test } from 'vitest';
import { formatMoment, formatTime, partOfDay } from './clock.ts';

const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test.each([
  ['2026-11-20T16:00:00Z', '12:00 am'],
  ['2026-11-20T16:05:00Z', '12:05 am'],
  ['2026-11-21T03:59:00Z', '11:59 am'],
  ['2026-11-21T04:00:00Z', '12:00 pm'],
  ['2026-11-21T06:05:00Z', '2:05 pm'],
  ['2026-11-21T15:59:00Z', '11:59 pm'],
])('%s is %s in Malaysia', (iso, written) => {
  expect(plain(formatTime(iso, 'en'))).toBe(written);
});

test('the clock has twelve hours in every language', () => {
  const written = (['en', 'fa', 'de', 'fr', 'pt'] as const).map((locale) =>
    plain(formatTime('2026-11-21T06:05:00Z', locale)),
  );
  expect(written).toEqual(['2:05 pm', '۲:۰۵ ب.ظ.', '2:05 PM', '2:05 PM', '2:05 PM']);
});

test('a moment is told with its day', () => {
  expect(plain(formatMoment('2026-11-20T18:30:00Z', 'en'))).toBe('21 November 2026 at 2:30 am');
  expect(plain(formatMoment('2026-11-20T18:30:00Z', 'de'))).toBe('21. November 2026 um 02:30 AM');
});

test.each([
  ['2026-11-20T16:00:00Z', 'evening'],
  ['2026-11-20T20:59:59Z', 'evening'],
  ['2026-11-20T21:00:00Z', 'morning'],
  ['2026-11-21T03:59:59Z', 'morning'],
  ['2026-11-21T04:00:00Z', 'afternoon'],
  ['2026-11-21T09:59:59Z', 'afternoon'],
  ['2026-11-21T10:00:00Z', 'evening'],
  ['2026-11-21T15:59:59Z', 'evening'],
])('at %s one wishes a good %s', (iso, part) => {
  expect(partOfDay(iso)).toBe(part);
});
