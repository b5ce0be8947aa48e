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
  [0, 'evening'],
  [4, 'evening'],
  [5, 'morning'],
  [11, 'morning'],
  [12, 'afternoon'],
  [17, 'afternoon'],
  [18, 'evening'],
  [23, 'evening'],
])('at %d o’clock one wishes a good %s', (hour, part) => {
  expect(partOfDay(hour)).toBe(part);
});
