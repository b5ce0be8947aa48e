import { formatSen, senFromRinggit } from '#domain/money.ts';
import { listCoupons, type CouponSummary } from '../server/coupons/list-coupons.ts';
import { table, time } from './table.ts';
import type { Verb } from './verb.ts';

const list: Verb = {
  name: 'coupon list',
  summary: 'List the coupons with what they take and how often they were used.',
  opens: 'shop',
  run: async (_, { deps: { db } }) => {
    const coupons = await listCoupons(db);
    return { text: table(coupons.map(rowOf)) || 'There are no coupons.', data: coupons };
  },
};

export const couponVerbs: readonly Verb[] = [list];

function rowOf(coupon: CouponSummary) {
  const { code, state, percent, per_unit, subject, minimum_total, used, max_uses, max_uses_per_customer } = coupon;
  return {
    code,
    state,
    takes: percent === null ? `${money(per_unit ?? 0)} a copy` : `${percent} %`,
    of: subject ?? 'all',
    from: minimum_total > 0 ? money(minimum_total) : '',
    used: max_uses === null ? used : `${used} of ${max_uses}`,
    'each customer': max_uses_per_customer ?? '',
    starts: time(coupon.starts_at),
    ends: time(coupon.ends_at),
  };
}

function money(ringgit: number): string {
  return formatSen(senFromRinggit(ringgit));
}
