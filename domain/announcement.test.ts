import { expect, test } from 'vitest';
import { isOnDay, overlappingDays } from './announcement.ts';

test('an announcement is shown from its first day to its last', () => {
  const days = { from: '2026-12-01', to: '2026-12-24' };
  expect(['2026-11-30', '2026-12-01', '2026-12-24', '2026-12-25'].map((day) => isOnDay(days, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([isOnDay({}, '2026-12-01'), isOnDay({ from: '2026-12-02' }, '2026-12-01')]).toEqual([true, false]);
});

test('of each day there is one announcement', () => {
  const december = { from: '2026-12-01', to: '2026-12-24' };
  expect(overlappingDays([december, { from: '2026-12-25' }, { to: '2026-11-30' }])).toEqual([]);
  expect(overlappingDays([december, { from: '2026-12-24' }])).toEqual([1]);
  expect(overlappingDays([{}, {}, december])).toEqual([1, 2]);
  expect(overlappingDays([{ from: '2026-12-02', to: '2026-12-01' }])).toEqual([0]);
});
