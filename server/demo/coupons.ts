import { FIXED_PER_UNIT, PERCENTAGE } from '#domain/coupon.ts';
import type { coupon } from '../db/tables.ts';

type NewCoupon = Omit<typeof coupon.$inferInsert, 'id' | 'used'>;

const BEGUN = new Date('2026-01-01T00:00:00Z');

/** The demo coupons of docs/operations.md. Percentages in basis points, amounts in sen. */
export const DEMO_COUPONS: readonly NewCoupon[] = [
  { code: 'WELCOME10', valueType: PERCENTAGE, value: 1000, startsAt: BEGUN },
  { code: 'CLASSIC5', valueType: FIXED_PER_UNIT, value: 500, subject: 'FBC', startsAt: BEGUN },
  { code: 'ONCE', valueType: PERCENTAGE, value: 2000, maxUses: 1, startsAt: BEGUN },
  { code: 'MINE', valueType: PERCENTAGE, value: 1500, maxUsesPerCustomer: 1, startsAt: BEGUN },
  { code: 'BIG200', valueType: FIXED_PER_UNIT, value: 2000, minimumTotal: 200_00, startsAt: BEGUN },
  { code: 'EXPIRED', valueType: PERCENTAGE, value: 1000, startsAt: BEGUN, endsAt: new Date('2026-02-01T00:00:00Z') },
  { code: 'SOON', valueType: PERCENTAGE, value: 1000, startsAt: new Date('2099-01-01T00:00:00Z') },
];
