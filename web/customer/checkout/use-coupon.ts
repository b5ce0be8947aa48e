import { useState } from 'react';
import { checkCoupon, type CouponAnswer } from '#contract/coupons.ts';
import { call } from '../../browser/client.ts';
import type { Cart } from '../../cart/use-cart.ts';
import { useRefusal } from '../use-refusal.ts';

export type CouponState = {
  answer: CouponAnswer | undefined;
  error: string | undefined;
  apply: (code: string) => Promise<void>;
  remove: () => void;
};

/** The coupon of this checkout. Applying one first clears the old; removing clears everything of it. */
export function useCoupon(cart: Cart): CouponState {
  const refusal = useRefusal();
  const [answer, setAnswer] = useState<CouponAnswer>();
  const [error, setError] = useState<string>();
  const remove = () => {
    setAnswer(undefined);
    setError(undefined);
  };
  const apply = async (code: string) => {
    remove();
    const pid = cart.lines.map(({ id, qty, vid }) => ({ id, qty, vid }));
    try {
      setAnswer(await call(checkCoupon, { body: { code, pid } }));
    } catch (failure) {
      setError(refusal(failure));
    }
  };
  return { answer, error, apply, remove };
}
