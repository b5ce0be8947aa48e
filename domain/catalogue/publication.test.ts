import { expect, test } from 'vitest';
import { latestDay, newSince } from './publication.ts';

test('a title is new for ninety days', () => {
  expect(newSince('2026-11-23')).toBe('2026-08-25');
  expect(newSince('2027-01-31')).toBe('2026-11-02');
});

test('a month that began before these days is not new, nor a year', () => {
  const isNew = (published: string) => published >= newSince('2026-11-23') && published <= '2026-11-23';
  expect(['2026-11', '2026-09', '2026-08-25', '2026-11-23'].map(isNew)).toEqual([true, true, true, true]);
  expect(['2026-08', '2026-08-24', '2026', '2026-12', '2027'].map(isNew)).toEqual([false, false, false, false, false]);
});

test.each([
  ['2026', '2026-12-31'],
  ['2026-12', '2026-12-31'],
  ['2028-02', '2028-02-29'],
  ['2026-04-07', '2026-04-07'],
])('%s is %s at the latest', (date, day) => {
  expect(latestDay(date)).toBe(day);
});
