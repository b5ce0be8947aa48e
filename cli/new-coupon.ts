import { FIXED_PER_UNIT, PERCENTAGE } from '#domain/coupon.ts';
import { isWholeSen, senFromRinggit } from '#domain/money.ts';
import { isSubject } from '#domain/subjects.ts';
import type { NewCoupon } from '../server/coupons/create-coupon.ts';
import { Failure, option, type Call, type VerbOption } from './verb.ts';

/** The options that say what a new coupon takes, from what, how often and when. */
export const COUPON_OPTIONS: Record<string, VerbOption> = {
  percent: { hint: 'N', summary: 'Take N percent of the list price, up to two decimals.' },
  amount: { hint: 'RM', summary: 'Take RM off each copy instead.' },
  subject: { hint: 'THEMA', summary: 'Only titles of this subject, such as FBC.' },
  minimum: { hint: 'RM', summary: 'Only carts whose list total is at least RM.' },
  uses: { hint: 'N', summary: 'At most N uses in all.' },
  'uses-per-customer': { hint: 'N', summary: 'At most N uses by each customer.' },
  from: { hint: 'TIME', summary: 'Begins then, such as 2026-12-01 or 2026-12-01T09:00+08:00; else now.' },
  until: { hint: 'TIME', summary: 'Ends then; else never by itself.' },
};

/** What a new coupon is, from the words it was called with. Throws {@link Failure} with the first mistake. */
export function newCoupon(call: Call): NewCoupon {
  const code = call.words[0]!;
  if (!/^[\p{L}\p{N}._-]{3,64}$/u.test(code))
    throw new Failure('A code has 3 to 64 letters, digits, dots, dashes or underscores.');
  const [percent, amount] = [option(call, 'percent'), option(call, 'amount')];
  if ((percent === undefined) === (amount === undefined)) throw new Failure('Say either --percent or --amount.');
  const startsAt = timeOf(call, 'from');
  const endsAt = timeOf(call, 'until');
  if (endsAt && endsAt <= (startsAt ?? new Date())) throw new Failure('--until must be later than the beginning.');
  return {
    code,
    valueType: percent === undefined ? FIXED_PER_UNIT : PERCENTAGE,
    value: percent === undefined ? senOf(amount!, 'amount') : basisPointsOf(percent),
    subject: subjectOf(call),
    minimumTotal: senOf(option(call, 'minimum') ?? '0', 'minimum'),
    maxUses: countOf(call, 'uses'),
    maxUsesPerCustomer: countOf(call, 'uses-per-customer'),
    ...(startsAt && { startsAt }),
    endsAt,
  };
}

function basisPointsOf(text: string): number {
  const percent = Number(text);
  if (/^\d+(\.\d{1,2})?$/.test(text) && percent > 0 && percent <= 100) return Math.round(percent * 100);
  throw new Failure(`--percent must be more than 0 and at most 100, not "${text}".`);
}

function senOf(text: string, name: string): number {
  const ringgit = Number(text);
  if (/^\d+(\.\d{1,2})?$/.test(text) && isWholeSen(ringgit) && ringgit < 1e6) return senFromRinggit(ringgit);
  throw new Failure(`--${name} must be an amount in RM such as 5 or 4.50, not "${text}".`);
}

function countOf(call: Call, name: string): number | null {
  const text = option(call, name);
  if (text === undefined) return null;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Failure(`--${name} must be a whole number from 1, not "${text}".`);
}

function subjectOf(call: Call): string | null {
  const code = option(call, 'subject')?.toUpperCase();
  if (code === undefined || isSubject(code)) return code ?? null;
  throw new Failure(`There is no subject ${code} in this shop.`);
}

/** A day begins where the shop is. */
function timeOf(call: Call, name: string): Date | null {
  const text = option(call, name);
  if (text === undefined) return null;
  const at = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00+08:00` : text);
  if (!Number.isNaN(at.getTime()) && /^\d{4}-\d{2}-\d{2}(T.*(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return at;
  throw new Failure(`--${name} must be a day, or a time with its zone such as 2026-12-01T09:00+08:00, not "${text}".`);
}
