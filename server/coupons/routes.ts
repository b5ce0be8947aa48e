import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { checkCoupon } from './check-coupon.ts';

export function couponHandlers({ db }: Deps): Pick<Handlers, 'checkCoupon'> {
  return {
    checkCoupon: ({ body, caller }) => checkCoupon(db, { code: body.code, lines: body.pid, email: caller?.email }),
  };
}
