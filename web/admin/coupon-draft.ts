import type { CouponRow } from '#contract/admin-coupons.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';

export const COUPON_SCOPES = ['all', 'subject', 'series', 'title'] as const;

/** The terms of a coupon as they are typed; times as this browser's clock shows them. */
export type CouponDraft = {
  code: string;
  kind: 'percent' | 'per_unit';
  value: string;
  scope: (typeof COUPON_SCOPES)[number];
  covers: string;
  minimum: string;
  maxUses: string;
  perCustomer: string;
  startsAt: string;
  endsAt: string;
};
export type DraftField = keyof CouponDraft;

export const NEW_COUPON: CouponDraft = {
  code: '',
  kind: 'percent',
  value: '',
  scope: 'all',
  covers: '',
  minimum: '',
  maxUses: '',
  perCustomer: '',
  startsAt: '',
  endsAt: '',
};

export function draftOf(row: CouponRow): CouponDraft {
  return {
    code: row.code,
    kind: row.percent === null ? 'per_unit' : 'percent',
    value: String(row.percent ?? row.per_unit),
    scope: row.scope,
    covers: row.covers ?? '',
    minimum: row.minimum_total === 0 ? '' : String(row.minimum_total),
    maxUses: textOf(row.max_uses),
    perCustomer: textOf(row.max_uses_per_customer),
    startsAt: localTime(row.starts_at),
    endsAt: row.ends_at === null ? '' : localTime(row.ends_at),
  };
}

/** A copy under another code, which starts when it is created. */
export function duplicateOf(row: CouponRow): CouponDraft {
  return { ...draftOf(row), code: '', startsAt: '', endsAt: '' };
}

/** What is sent; a time that was not changed keeps its seconds. */
export function bodyOf(draft: CouponDraft, base?: CouponRow): BodyOf<Endpoints['createCoupon']> {
  const value = Number(draft.value);
  const startsAt = timeOf(draft.startsAt, base?.starts_at);
  return {
    code: draft.code,
    discount: draft.kind === 'percent' ? { percent: value } : { per_unit: value },
    scope: draft.scope,
    ...(draft.scope !== 'all' && { covers: draft.covers }),
    minimum_total: Number(draft.minimum),
    max_uses: countOf(draft.maxUses),
    max_uses_per_customer: countOf(draft.perCustomer),
    ...(startsAt !== null && { starts_at: startsAt }),
    ends_at: timeOf(draft.endsAt, base?.ends_at),
  };
}

const textOf = (count: number | null) => (count === null ? '' : String(count));
const countOf = (text: string) => (text === '' ? null : Number(text));

function timeOf(text: string, before?: string | null): string | null {
  if (text === '') return null;
  return before && localTime(before) === text ? before : new Date(text).toISOString();
}

/** As a field of date and time has it. */
function localTime(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
