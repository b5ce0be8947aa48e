import { expect, test } from 'vitest';
import type { CouponRow } from '#contract/admin-coupons.ts';
import { bodyOf, draftOf, duplicateOf, NEW_COUPON } from './coupon-draft.ts';

const ROW: CouponRow = {
  id: '01900000-0000-7000-8000-000000000000',
  code: 'RAIN',
  version: 3,
  state: 'running',
  percent: 12.5,
  per_unit: null,
  scope: 'subject',
  covers: 'FBC',
  covers_name: null,
  minimum_total: 40,
  used: 2,
  max_uses: 7,
  max_uses_per_customer: null,
  starts_at: '2026-11-01T08:00:12.345Z',
  ends_at: '2026-12-31T16:00:59.999Z',
};

test('what was not changed is sent as it was, to the millisecond', () => {
  expect(bodyOf(draftOf(ROW), ROW)).toEqual({
    code: 'RAIN',
    discount: { percent: 12.5 },
    scope: 'subject',
    covers: 'FBC',
    minimum_total: 40,
    max_uses: 7,
    max_uses_per_customer: null,
    starts_at: ROW.starts_at,
    ends_at: ROW.ends_at,
  });
});

test('a time that was changed is that minute of this clock', () => {
  const draft = { ...draftOf(ROW), endsAt: '2027-01-01T09:30' };
  expect(bodyOf(draft, ROW).ends_at).toBe(new Date(2027, 0, 1, 9, 30).toISOString());
});

test('a new coupon starts now, and a duplicate has no code and no times', () => {
  expect(bodyOf({ ...NEW_COUPON, code: 'NEW', kind: 'per_unit', value: '5' })).toEqual({
    code: 'NEW',
    discount: { per_unit: 5 },
    scope: 'all',
    minimum_total: 0,
    max_uses: null,
    max_uses_per_customer: null,
    ends_at: null,
  });
  expect(duplicateOf(ROW)).toMatchObject({ code: '', value: '12.5', maxUses: '7', startsAt: '', endsAt: '' });
});
