import { expect, test } from 'vitest';
import { dateChange } from './pre-order.ts';

const TODAY = '2026-11-23';

test.each([
  ['2027-01-15', '2027-01-15', undefined],
  ['2027-01-15', '2027-03-01', 'moved'],
  ['2027-03-01', '2027-01-15', 'moved'],
  ['2027-03', '2027-03-20', 'moved'],
  ['2026-11-01', '2027-03-20', 'moved'],
  [null, '2027-03-20', 'moved'],
  ['2027-01-15', null, 'released'],
  ['2027-01-15', '2026-11-23', 'released'],
  ['2026-11-23', null, undefined],
  ['2026-11-01', '2026-11-01', undefined],
  [null, null, undefined],
])('from %s to %s is told as %s', (known, current, change) => {
  expect(dateChange({ known, current }, TODAY)).toBe(change);
});
