import { expect, test } from 'vitest';
import { formatMoment, formatTime, partOfDay } from './clock.ts';

const KUALA_LUMPUR = { locale: 'en', timeZone: 'Asia/Kuala_Lumpur' } as const;
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test.each([
  ['2026-11-20T16:00:00Z', '12:00 AM'],
  ['2026-11-20T16:05:00Z', '12:05 AM'],
  ['2026-11-21T03:59:00Z', '11:59 AM'],
  ['2026-11-21T04:00:00Z', '12:00 PM'],
  ['2026-11-21T06:05:00Z', '2:05 PM'],
  ['2026-11-21T15:59:00Z', '11:59 PM'],
])('%s in Kuala Lumpur is %s', (at, written) => {
  expect(plain(formatTime(new Date(at), KUALA_LUMPUR))).toBe(written);
});

test('the clock has twelve hours in every language', () => {
  const at = new Date('2026-11-21T06:05:00Z');
  const written = (['en', 'fa', 'de', 'fr', 'pt'] as const).map((locale) =>
    plain(formatTime(at, { ...KUALA_LUMPUR, locale })),
  );
  expect(written).toEqual(['2:05 PM', '۲:۰۵ ب.ظ.', '2:05 PM', '2:05 PM', '2:05 PM']);
});

test('a moment is told with its day, where the reader is', () => {
  const at = new Date('2026-11-20T18:30:00Z');
  expect(plain(formatMoment(at, KUALA_LUMPUR))).toBe('Nov 21, 2026, 2:30 AM');
  expect(plain(formatMoment(at, { locale: 'en', timeZone: 'UTC' }))).toBe('Nov 20, 2026, 6:30 PM');
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
