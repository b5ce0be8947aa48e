import { isSubject } from '#domain/catalogue/subject.ts';
import { FIXED_PER_UNIT, PERCENTAGE } from '#domain/pricing/coupon.ts';
import {
  createCoupon,
  endCoupon,
  findCouponSummary,
  findScope,
  listCoupons,
  type CouponSummary,
  type NewCoupon,
} from '../../server/coupons/manage-coupons.ts';
import { normalizeCode } from '../../server/coupons/find-coupon.ts';
import type { Services } from '../../server/services.ts';
import {
  CommandError,
  optionValue,
  readCount,
  readSen,
  readTime,
  type Command,
  type CommandInput,
  type CommandOption,
} from '../command.ts';
import { formatMoney, formatTime } from '../output.ts';
import { listCommand, transitionCommand } from '../resource-commands.ts';

const COUPON_OPTIONS: Record<string, CommandOption> = {
  percent: { placeholder: 'N', summary: 'Discount of N percent of the list price, up to two decimals.' },
  amount: { placeholder: 'RM', summary: 'Discount of RM on each copy instead.' },
  subject: { placeholder: 'THEMA', summary: 'Only titles of this subject, such as FBC.' },
  series: { placeholder: 'SLUG', summary: 'Only titles of this series, as its address names it.' },
  title: { placeholder: 'ISBN', summary: 'Only the title that has this ISBN.' },
  minimum: { placeholder: 'RM', summary: 'Only carts with a subtotal of at least RM.' },
  uses: { placeholder: 'N', summary: 'At most N uses in all.' },
  'uses-per-customer': { placeholder: 'N', summary: 'At most N uses by each customer.' },
  from: { placeholder: 'TIME', summary: 'Start, such as 2026-12-01 or 2026-12-01T09:00+08:00. Default: now.' },
  until: { placeholder: 'TIME', summary: 'End. Default: none.' },
};

const createCouponCommand: Command = {
  name: 'coupon create',
  args: ['CODE'],
  options: COUPON_OPTIONS,
  summary: 'Create a coupon for a discount of --percent of the list price, or of --amount on each copy.',
  isAudited: true,
  requires: 'shop',
  run: async (input, shop) => {
    const terms = { ...readNewCoupon(input), ...(await readScope(input, shop)) };
    const code = normalizeCode(terms.code);
    if (!(await createCoupon(shop.deps.db, terms))) throw new CommandError(`The code ${code} is taken.`);
    return { text: `Created the coupon ${code}.`, data: await findCoupon(shop, code) };
  },
};

export const couponCommands: readonly Command[] = [
  createCouponCommand,
  listCommand({
    name: 'coupon list',
    summary: 'List the coupons with their terms and how often they were used.',
    list: (db) => listCoupons(db),
    row: formatRow,
    empty: 'There are no coupons.',
  }),
  transitionCommand({
    name: 'coupon end',
    summary: 'End a coupon now; orders that used it keep their discount.',
    arg: 'CODE',
    find: findCoupon,
    run: ({ deps: { db } }, { code }) => endCoupon(db, code),
    done: ({ code }, isNew) => `The coupon ${code} ${isNew ? 'has ended' : 'had already ended'}.`,
  }),
];

async function findCoupon({ deps: { db } }: Services, code: string): Promise<CouponSummary> {
  const found = await findCouponSummary(db, code);
  if (found) return found;
  throw new CommandError(`There is no coupon ${code}.`);
}

/** The terms of a new coupon. Throws {@link CommandError} with the first mistake. */
function readNewCoupon(input: CommandInput): NewCoupon {
  const [code = ''] = input.args;
  if (!/^[\p{L}\p{N}._-]{3,64}$/u.test(code))
    throw new CommandError('A code has 3 to 64 letters, digits, dots, dashes or underscores.');
  const [percent, amount] = [optionValue(input, 'percent'), optionValue(input, 'amount')];
  if ((percent === undefined) === (amount === undefined)) throw new CommandError('Give either --percent or --amount.');
  const startsAt = readTime(input, 'from');
  const endsAt = readTime(input, 'until');
  if (endsAt && endsAt <= (startsAt ?? new Date())) throw new CommandError('--until must be later than the start.');
  return {
    code,
    valueType: percent === undefined ? FIXED_PER_UNIT : PERCENTAGE,
    value: percent === undefined ? readSen(amount!, 'amount') : readBasisPoints(percent),
    minimumSubtotal: readSen(optionValue(input, 'minimum') ?? '0', 'minimum'),
    maxUses: readCount(input, 'uses'),
    maxUsesPerCustomer: readCount(input, 'uses-per-customer'),
    ...(startsAt && { startsAt }),
    endsAt,
  };
}

function readBasisPoints(text: string): number {
  const percent = Number(text);
  if (/^\d+(\.\d{1,2})?$/.test(text) && percent > 0 && percent <= 100) return Math.round(percent * 100);
  throw new CommandError(`--percent must be more than 0 and at most 100, not "${text}".`);
}

/** What it covers, where that is not every title. Throws {@link CommandError} for two scopes, and for what does not exist. */
async function readScope(input: CommandInput, { deps: { db } }: Services): Promise<Partial<NewCoupon>> {
  const [subject, series, title] = ['subject', 'series', 'title'].map((name) => optionValue(input, name));
  if ([subject, series, title].filter((one) => one !== undefined).length > 1)
    throw new CommandError('Give only one of --subject, --series and --title.');
  if (subject !== undefined) return { subject: readSubject(subject) };
  const wanted = title === undefined ? { kind: 'series', value: series } : { kind: 'title', value: title };
  if (wanted.value === undefined) return {};
  const scope = await findScope(db, wanted as { kind: 'series' | 'title'; value: string });
  if (scope?.kind === 'title') return { productId: scope.productId };
  if (scope?.kind === 'series') return { seriesId: scope.seriesId };
  throw new CommandError(`There is no ${wanted.kind} ${wanted.value} in this shop.`);
}

function readSubject(text: string): string {
  const code = text.toUpperCase();
  if (isSubject(code)) return code;
  throw new CommandError(`There is no subject ${code} in this shop.`);
}

function formatRow(coupon: CouponSummary) {
  const { code, state, percent, per_unit, covers, covers_name, minimum_total, used, max_uses, max_uses_per_customer } =
    coupon;
  return {
    code,
    status: state,
    discount: percent === null ? `${formatMoney(per_unit ?? 0)} a copy` : `${percent} %`,
    covers: covers_name ?? covers ?? 'all',
    minimum: minimum_total > 0 ? formatMoney(minimum_total) : '',
    used: max_uses === null ? used : `${used} of ${max_uses}`,
    'per customer': max_uses_per_customer ?? '',
    starts: formatTime(coupon.starts_at),
    ends: formatTime(coupon.ends_at),
  };
}
