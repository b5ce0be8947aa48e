import type {
  createCoupon as createContract,
  editCoupon as editContract,
  listAllCoupons as listContract,
} from '#contract/admin-coupons.ts';
import type { ADMIN_ROUTES } from '#contract/admin-routes.ts';
import type { ParsedOf } from '#contract/endpoint.ts';
import { isSubject } from '#domain/catalogue/subject.ts';
import { senFromRinggit } from '#domain/money.ts';
import { FIXED_PER_UNIT, PERCENTAGE, type CouponScope, type EditableCoupon } from '#domain/pricing/coupon.ts';
import { requireFound, throwApiError, throwFieldError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import {
  couponColumns,
  createCoupon,
  editCoupon,
  endCoupon,
  findCouponSummary,
  findScope,
  listCoupons,
  sumCouponOrders,
} from '../coupons/manage-coupons.ts';
import { normalizeCode } from '../coupons/find-coupon.ts';
import type { Database } from '../db/connection.ts';
import type { HandlerContext, Handlers } from '../http/register-endpoints.ts';
import { runAsStaff, type StaffRequest } from './staff-action.ts';

type CouponEndpoint = 'listAllCoupons' | 'getCoupon' | 'createCoupon' | 'editCoupon' | 'endCoupon';

export function couponHandlers(deps: Deps): Pick<Handlers, CouponEndpoint & keyof typeof ADMIN_ROUTES> {
  const { db, preparedDb } = deps;
  return {
    listAllCoupons: ({ query }) => listPage(preparedDb, query),
    getCoupon: async ({ params: { code } }) => {
      const found = requireFound(await findCouponSummary(db, code));
      return { ...found, ...(await sumCouponOrders(db, code)) };
    },
    createCoupon: ({ body, ...call }) =>
      runAsStaff(deps, call, action('create', body.code), async (inside) => {
        const { code } = body;
        const terms = await readTerms(inside.db, body, call);
        if (!(await createCoupon(inside.db, { code, ...couponColumns(terms) }))) throwApiError('code_taken');
      }),
    editCoupon: ({ body, ...call }) =>
      runAsStaff(deps, call, action('edit', body.code), async (inside) => {
        const { code, version } = body;
        await editCoupon(inside.db, { code, version, terms: await readTerms(inside.db, body, call) });
      }),
    endCoupon: ({ body, ...call }) => end(deps, call, body.code),
  };
}

const action = (verb: string, code: string) => ({ verb: `coupon ${verb}`, about: normalizeCode(code) });

function end(deps: Deps, request: StaffRequest, code: string): Promise<void> {
  return runAsStaff(deps, request, action('end', code), async ({ db }) => {
    if (!(await endCoupon(db, code))) throwApiError('too_late');
  });
}

async function listPage(db: Database, { limit, ...filter }: ParsedOf<typeof listContract>['query']) {
  const found = await listCoupons(db, { ...filter, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, next: found.length > limit ? rows.at(-1)!.id : null };
}

type Body = ParsedOf<typeof createContract | typeof editContract>['body'];

async function readTerms(
  db: Database,
  body: Body,
  { locale }: Pick<HandlerContext, 'locale'>,
): Promise<EditableCoupon> {
  const startsAt = body.starts_at === undefined ? Date.now() : Date.parse(body.starts_at);
  const endsAt = body.ends_at === null ? null : Date.parse(body.ends_at);
  if (endsAt !== null && endsAt <= startsAt) throwFieldError(locale, 'ends_at', 'invalid');
  return {
    ...readDiscount(body.discount),
    scope: await requireScope(db, body),
    minimumSubtotal: senFromRinggit(body.minimum_total),
    maxUses: body.max_uses,
    maxUsesPerCustomer: body.max_uses_per_customer,
    startsAt,
    endsAt,
  };
}

function readDiscount(discount: Body['discount']) {
  if ('percent' in discount) return { valueType: PERCENTAGE, value: Math.round(discount.percent * 100) } as const;
  return { valueType: FIXED_PER_UNIT, value: senFromRinggit(discount.per_unit) } as const;
}

async function requireScope(db: Database, { scope: kind, covers = '' }: Body): Promise<CouponScope> {
  if (kind === 'all') return { kind };
  if (kind !== 'subject') return requireFound(await findScope(db, { kind, value: covers }));
  const subject = covers.toUpperCase();
  return isSubject(subject) ? { kind, subject } : throwApiError('not_found');
}
