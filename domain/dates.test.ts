import { expect, test } from 'vitest';
import {
  partialDate,
  formatDate,
  formatShortDate,
  formatDay,
  isInFuture,
  formatDateTime,
  formatTime,
  partOfDay,
  dayInMalaysia,
  lastMonths,
} from './dates.ts';

const EVENING = '2026-11-20T17:05:00Z';
test.each([
  ['en', '21 November 2026'],
  ['de', '21. November 2026'],
  ['fr', '21 novembre 2026'],
  ['pt', '21 de novembro de 2026'],
  ['fa', '۳۰ آبان ۱۴۰۵'],
] as const)('a moment is formatted as its day in Malaysia (%s)', (locale, day) => {
  expect(formatDay(EVENING, locale)).toBe(day);
});

test.each([
  ['1926', '1926'],
  ['1926-10', 'October 1926'],
  ['1926-10-14', '14 October 1926'],
])('a date is formatted as precisely as it is known: %s', (date, written) => {
  expect(formatDate(date, 'en')).toBe(written);
});

test.each([
  ['2026-11-21', '2026-11-20T15:59:59Z', true],
  ['2026-11-21', '2026-11-20T16:00:00Z', false],
  ['2026-12', '2026-11-30T15:59:59Z', true],
  ['2026-12', '2026-11-30T16:00:00Z', false],
  ['2027', '2026-11-30T16:00:00Z', true],
  ['1926', '2026-11-30T16:00:00Z', false],
])('%s is in the future at %s: %s', (date, now, isAhead) => {
  expect(isInFuture(date, now)).toBe(isAhead);
});

test.each([
  ['2026-12-24', '24 Dec'],
  ['2027-12-24', '24 Dec 2027'],
  ['2026-12', 'Dec 2026'],
  ['2026', '2026'],
])('a short date has no year where a day of this year is meant: %s', (date, written) => {
  expect(formatShortDate(date, 'en', '2026-11-23')).toBe(written);
});

test.each(['2026-13', '2026-02-31-01', '2026-00-10', '', '-', 'soon', '9'.repeat(20)])(
  '"%s" is returned unchanged',
  (date) => {
    expect(formatDate(date, 'en')).toBe(date);
    expect(formatShortDate(date, 'en', '2026-11-23')).toBe(date);
  },
);

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

test('the clock has twelve hours in English and twenty-four in the other languages', () => {
  const written = (['en', 'fa', 'de', 'fr', 'pt'] as const).map((locale) =>
    plain(formatTime('2026-11-21T06:05:00Z', locale)),
  );
  expect(written).toEqual(['2:05 pm', '۱۴:۰۵', '14:05', '14:05', '14:05']);
});

test('a moment is written with its day', () => {
  expect(plain(formatDateTime('2026-11-20T18:30:00Z', 'en'))).toBe('21 November 2026 at 2:30 am');
  expect(plain(formatDateTime('2026-11-20T18:30:00Z', 'de'))).toBe('21. November 2026 um 02:30');
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
])('the greeting at %s is good %s', (iso, part) => {
  expect(partOfDay(iso)).toBe(part);
});

test.each([
  ['2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['2026-11-20T16:00:00Z', '2026-11-21'],
  ['2026-12-31T16:00:00Z', '2027-01-01'],
  ['2026-11-21T00:00:00+08:00', '2026-11-21'],
])('%s is on %s in Malaysia', (iso, day) => {
  expect(dayInMalaysia(iso)).toBe(day);
});

test('the last Gregorian months end with the current one in Malaysia', () => {
  expect(lastMonths('2026-02-28T16:00:00Z', 3, 'gregory')).toEqual({
    months: [
      { month: '2026-01', starts: '2026-01-01' },
      { month: '2026-02', starts: '2026-02-01' },
      { month: '2026-03', starts: '2026-03-01' },
    ],
    next: { month: '2026-04', starts: '2026-04-01' },
  });
});

test('the last Persian months begin on Persian month starts', () => {
  expect(lastMonths('2026-11-22T04:00:00Z', 9, 'persian')).toEqual({
    months: [
      { month: '1405-01', starts: '2026-03-21' },
      { month: '1405-02', starts: '2026-04-21' },
      { month: '1405-03', starts: '2026-05-22' },
      { month: '1405-04', starts: '2026-06-22' },
      { month: '1405-05', starts: '2026-07-23' },
      { month: '1405-06', starts: '2026-08-23' },
      { month: '1405-07', starts: '2026-09-23' },
      { month: '1405-08', starts: '2026-10-23' },
      { month: '1405-09', starts: '2026-11-22' },
    ],
    next: { month: '1405-10', starts: '2026-12-22' },
  });
});

test.each(['gregory', 'persian'] as const)('no month of a century is missing or repeated (%s)', (calendar) => {
  const { months, next } = lastMonths('2076-11-22T04:00:00Z', 1200, calendar);
  const starts = [...months, next].map((month) => Date.parse(month.starts));
  const lengths = new Set(starts.slice(1).map((start, index) => (start - starts[index]!) / 86_400_000));
  expect([...lengths].toSorted()).toEqual(calendar === 'gregory' ? [28, 29, 30, 31] : [29, 30, 31]);
  expect(new Set(months.map(({ month }) => month)).size).toBe(1200);
});

test.each([
  ['20241015', '2024-10-15'],
  ['2024-10-15', '2024-10-15'],
  ['20241015T0930', '2024-10-15'],
  ['20241015T093000Z', '2024-10-15'],
  ['202410150930', '2024-10-15'],
  ['202410', '2024-10'],
  ['2024', '2024'],
  [' 2024 ', '2024'],
  ['20241000', '2024-10'],
  ['20240000', '2024'],
  ['202400', '2024'],
])('the digits %s are the date %s', (digits, date) => {
  expect(partialDate(digits)).toBe(date);
});

test.each(['', '0000', '20240231', '202413', '24', 'spring 2024', '2024101', '99999999'])('%j is no date', (text) => {
  expect(partialDate(text)).toBeUndefined();
});
