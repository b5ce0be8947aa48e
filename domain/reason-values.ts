import type { DeliveryReason, LineReason } from './explain.ts';
import { formatSen } from './money.ts';

type Facts = { coupon: string } & Record<'amount' | 'each' | 'threshold' | 'from' | 'to' | 'percent' | 'qty', number>;

/** What the sentence of a reason (message `common.reasons.<code>`) is filled with; what it does not say is empty. */
export type ReasonValues = Record<'coupon' | 'each' | 'cost' | 'threshold' | 'from' | 'to', string> &
  Record<'percent' | 'qty', number>;

/** The values of a reason's sentence, amounts written out. */
export function reasonValues(reason: LineReason | DeliveryReason): ReasonValues {
  const facts: Partial<Facts> = reason;
  const { coupon = '', each = 0, threshold = 0, from = 0, to = 0, percent = 0, qty = 0 } = facts;
  return {
    coupon,
    each: formatSen(each),
    cost: formatSen(reason.amount),
    threshold: formatSen(threshold),
    from: String(from),
    to: String(to),
    percent,
    qty,
  };
}
