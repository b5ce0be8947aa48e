import type { RefusalDetails } from '../refuse.ts';
import type { RefusalCode } from '#contract/refusals.ts';

/** What a violated constraint means to the caller. A constraint that is not here is a mistake of ours. */
export const CONSTRAINTS: Readonly<Record<string, [RefusalCode, RefusalDetails]>> = {
  variant_stock_not_negative: ['out_of_stock', {}],
  customer_email: ['email_taken', {}],
  coupon_not_overused: ['coupon_used_up', {}],
};
