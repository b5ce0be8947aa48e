import { expect, test } from 'vitest';
import { dayInMalaysia } from './time-zone.ts';

test.each([
  ['2026-11-20T15:59:59.999Z', '2026-11-20'],
  ['2026-11-20T16:00:00Z', '2026-11-21'],
  ['2026-12-31T16:00:00Z', '2027-01-01'],
  ['2026-11-21T00:00:00+08:00', '2026-11-21'],
])('%s is a moment of %s in Malaysia', (iso, day) => {
  expect(dayInMalaysia(iso)).toBe(day);
});
