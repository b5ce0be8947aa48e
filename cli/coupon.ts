import { createCoupon } from '../server/coupons/create-coupon.ts';
import { endCoupon } from '../server/coupons/end-coupon.ts';
import { normalCode } from '../server/coupons/find-coupon.ts';
import { listCoupons, type CouponSummary } from '../server/coupons/list-coupons.ts';
import type { Database } from '../server/db/connection.ts';
import { Refusal } from '../server/refuse.ts';
import { COUPON_OPTIONS, newCoupon } from './new-coupon.ts';
import { money, table, time } from './table.ts';
import { Failure, type Verb } from './verb.ts';

const list: Verb = {
  name: 'coupon list',
  summary: 'List the coupons with what they take and how often they were used.',
  opens: 'shop',
  run: async (_, { deps: { db } }) => {
    const coupons = await listCoupons(db);
    return { text: table(coupons.map(rowOf)) || 'There are no coupons.', data: coupons };
  },
};

const create: Verb = {
  name: 'coupon create',
  takes: ['CODE'],
  options: COUPON_OPTIONS,
  summary: 'Make a coupon that takes --percent of the list price, or --amount off each copy.',
  changes: true,
  opens: 'shop',
  run: async (call, { deps: { db } }) => {
    const terms = newCoupon(call);
    if (!(await createCoupon(db, terms))) throw new Failure(`The code ${terms.code.toUpperCase()} is taken.`);
    return { text: `The coupon ${terms.code.toUpperCase()} is there now.`, data: await requireCoupon(db, terms.code) };
  },
};

const end: Verb = {
  name: 'coupon end',
  takes: ['CODE'],
  summary: 'End a coupon now; orders that used it keep what it took.',
  changes: true,
  opens: 'shop',
  run: async ({ words: [code = ''] }, { deps: { db } }) => {
    const isNew = await endCoupon(db, code).catch((error: unknown) => {
      throw error instanceof Refusal ? new Failure(`There is no coupon ${code}.`) : error;
    });
    const text = isNew ? `The coupon ${code} has ended.` : `The coupon ${code} had ended already.`;
    return { text, data: await requireCoupon(db, code) };
  },
};

export const couponVerbs: readonly Verb[] = [create, list, end];

async function requireCoupon(db: Database, code: string): Promise<CouponSummary | undefined> {
  return (await listCoupons(db)).find((one) => one.code === normalCode(code));
}

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
