import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { checkCoupon } from './check-coupon.ts';

export function couponHandlers({ db, takeCredit }: Deps): Pick<Handlers, 'checkCoupon'> {
  return {
    checkCoupon: async ({ body, caller }) => {
      const giveBack = caller && (await takeCredit('customer-coupon', caller.customerId));
      const found = await checkCoupon(db, { code: body.code, lines: body.pid, email: caller?.email });
      await giveBack?.();
      return found;
    },
  };
}
