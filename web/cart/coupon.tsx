import { useId, useState, type FormEvent, useEffect, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { checkCouponCoversCart } from '#domain/pricing/coupon.ts';
import type { Quote } from '#domain/pricing/quote.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { useMoney } from '../ui/text.tsx';
import type { CouponCheck } from '#contract/checkout.ts';
import {
  storedCouponCode,
  clearCheckoutInput,
  storeCouponCode,
  onCheckoutInputChange,
} from '../browser/checkout-inputs.ts';
import { sendRequest, ApiRequestError } from '../browser/api-client.ts';
import { quoteOf, couponTermsOf } from './quote.ts';
import type { Cart } from './use-cart.ts';

/** The coupon field, collapsed at first; a discount is announced to screen readers. */
export function CouponField({ coupon, quote }: { coupon: CouponState; quote: Quote }) {
  const t = useTranslations('checkout.coupon');
  const { check, notApplicable, noLongerValid } = coupon;
  const id = useId();
  const focusKept = useRestoreFocus(id);
  return (
    <>
      <div role="status" {...focusKept}>
        {check && <AppliedCoupon id={id} coupon={coupon} quote={quote} code={check.coupon.code} />}
        {notApplicable && (
          <p className="alert alert-warning" id={id}>
            {t('notApplied', { code: notApplicable.code, why: notApplicable.reason })}{' '}
            <RemoveCoupon code={notApplicable.code} onRemove={coupon.remove} />
          </p>
        )}
        {noLongerValid && (
          <p className="alert alert-warning">{t('removed', { code: noLongerValid.code, why: noLongerValid.reason })}</p>
        )}
      </div>
      {!check && !notApplicable && (
        <details className="fold" {...focusKept}>
          <summary id={id}>{t('question')}</summary>
          <CouponForm coupon={coupon} />
        </details>
      )}
    </>
  );
}

function CouponForm({ coupon }: { coupon: CouponState }) {
  const t = useTranslations('checkout.coupon');
  const id = useId();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void coupon.apply(code.trim());
  };
  return (
    <form className="coupon" onSubmit={submit}>
      <label htmlFor={id}>{t('code')}</label>
      <input
        id={id}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        maxLength={64}
        autoCapitalize="characters"
        autoComplete="off"
        dir="ltr"
        aria-invalid={coupon.error !== undefined}
        aria-describedby={`${id}-note`}
      />
      <button className="button button-quiet">{t('apply')}</button>
      <p id={`${id}-note`} className="field-error" role="status">
        {coupon.error}
      </p>
    </form>
  );
}

type AppliedCouponProps = { id: string; coupon: CouponState; quote: Quote; code: string };

function AppliedCoupon({ id, coupon, quote, code }: AppliedCouponProps) {
  const t = useTranslations('checkout.coupon');
  const money = useMoney();
  const isPartial = quote.lines.some((line) => line.couponDiscount === 0);
  return (
    <p className="alert" id={id}>
      {t('applied', { code, amount: money(quote.couponDiscount) })} {isPartial && t('partial')}{' '}
      <RemoveCoupon code={code} onRemove={coupon.remove} />
    </p>
  );
}

function RemoveCoupon({ code, onRemove }: { code: string; onRemove: () => void }) {
  const t = useTranslations('checkout.coupon');
  return (
    <button type="button" className="button-plain" onClick={onRemove}>
      {t('remove', { code })}
    </button>
  );
}

export type CouponState = {
  /** The coupon, while it discounts the cart. */
  check: CouponCheck | undefined;
  /** A coupon that stays with the cart but does not discount it at present, and why. */
  notApplicable: { code: string; reason: string } | undefined;
  /** A coupon that was removed because it is no longer valid, and why. */
  noLongerValid: { code: string; reason: string } | undefined;
  /** Whether the coupon of the cart is being checked. */
  isChecking: boolean;
  /** Why the entered code cannot be applied. */
  error: string | undefined;
  apply: (code: string) => Promise<void>;
  remove: () => void;
  /** Applies the coupon error of a rejected order; another error has the coupon checked again. */
  onOrderError: (error: unknown) => void;
};

/** The latest check of a code: for which customer, and for which products or, when rejected, which cart. */
type CouponCheckInput = { code: string; isMember: boolean; productIds: ReadonlySet<number>; lines: Cart['lines'] };
type CheckedCoupon = CouponCheckInput & ({ check: CouponCheck; reason?: never } | { reason: string; check?: never });

/** Errors that may not apply to another cart. */
const RECOVERABLE_ERRORS = ['coupon_not_applicable', 'coupon_minimum_not_met'];

/**
 * The coupon of the cart. Checked again after a reload, for another customer and for products that were not part of the
 * check. Applying a coupon first removes the previous one.
 */
export function useCoupon(cart: Cart): CouponState {
  const errorMessage = useErrorMessage();
  const { code, checked, noLongerValid, accept, reject, recheck, clear } = useCheckedCoupon(cart);
  const [error, setError] = useState<string>();
  const remove = () => {
    clear();
    setError(undefined);
  };
  const apply = async (typed: string) => {
    remove();
    try {
      accept(await sendRequest('checkCoupon', { body: couponRequest(typed, cart.lines) }));
    } catch (thrown) {
      setError(errorMessage(thrown));
    }
  };
  const onOrderError = (thrown: unknown) => {
    const isCouponError = thrown instanceof ApiRequestError && thrown.problem?.code.startsWith('coupon_');
    if (code !== undefined && isCouponError) reject(code, thrown);
    else recheck();
  };
  const isChecking = code !== undefined && checked === undefined;
  return { ...useCouponFit(cart, checked), isChecking, noLongerValid, error, apply, remove, onOrderError };
}

/** The coupon code of the cart with its latest check, which is repeated once it does not apply to the cart any more. */
function useCheckedCoupon({ isMember, lines }: Cart) {
  const errorMessage = useErrorMessage();
  const code = useSyncExternalStore(onCheckoutInputChange, storedCouponCode);
  const [latest, setLatest] = useState<CheckedCoupon>();
  const [noLongerValid, setNoLongerValid] = useState<CouponState['noLongerValid']>();

  const accept = (check: CouponCheck) => {
    setLatest(toCheckedCoupon(check, { isMember, lines }));
    storeCouponCode(check.coupon.code);
  };
  const reject = (rejectedCode: string, error: unknown) => {
    const errorCode = error instanceof ApiRequestError ? error.problem?.code : undefined;
    const reason = errorMessage(error);
    const rejected: CheckedCoupon = { code: rejectedCode, isMember, productIds: new Set(), lines, reason };
    if (errorCode && RECOVERABLE_ERRORS.includes(errorCode)) setLatest(rejected);
    else if (errorCode?.startsWith('coupon_') || errorCode === 'invalid') {
      clearCheckoutInput('coupon');
      setNoLongerValid({ code: rejectedCode, reason });
    } else setLatest((before) => (before?.code === rejectedCode ? before : rejected));
  };
  useEffect(() => {
    if (code === undefined || lines.length === 0 || isStillValid(latest, { code, isMember, lines })) return undefined;
    const controller = new AbortController();
    sendRequest('checkCoupon', { body: couponRequest(code, lines), signal: controller.signal }).then(
      accept,
      (error: unknown) => {
        if (!controller.signal.aborted) reject(code, error);
      },
    );
    return () => controller.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `accept` and `reject` only store the response
  }, [code, isMember, lines, latest]);
  return {
    code,
    checked: latest?.code === code ? latest : undefined,
    noLongerValid: code === undefined ? noLongerValid : undefined,
    accept,
    reject,
    recheck: () => setLatest((before) => before && { ...before, productIds: new Set() }),
    clear: () => {
      clearCheckoutInput('coupon');
      setLatest(undefined);
      setNoLongerValid(undefined);
    },
  };
}

/** Whether the coupon discounts the current cart, and if not, why. */
function useCouponFit(cart: Cart, checked: CheckedCoupon | undefined): Pick<CouponState, 'check' | 'notApplicable'> {
  const t = useTranslations('checkout.coupon');
  const money = useMoney();
  if (!checked) return { check: undefined, notApplicable: undefined };
  const { code } = checked;
  if (checked.reason !== undefined) return { check: undefined, notApplicable: { code, reason: checked.reason } };
  const terms = couponTermsOf(checked.check);
  const { lines, subtotal } = quoteOf(cart);
  const isLoading = cart.lines.some(({ vid }) => !cart.products.has(vid));
  const problem = isLoading
    ? undefined
    : checkCouponCoversCart(terms, { productIds: lines.map(({ productId }) => productId), total: subtotal });
  if (!problem) return { check: checked.check, notApplicable: undefined };
  const reason =
    problem === 'coupon_minimum_not_met'
      ? t('minimum', { amount: money(terms.minimumSubtotal - subtotal) })
      : t('notApplicable');
  return { check: undefined, notApplicable: { code, reason } };
}

type CartState = { isMember: boolean; lines: Cart['lines'] };

/** The terms apply to every cart of the checked products; an error only applies to the checked cart. */
function isStillValid(known: CheckedCoupon | undefined, now: CartState & { code: string }): boolean {
  if (known?.code !== now.code || known.isMember !== now.isMember) return false;
  return known.check ? now.lines.every(({ id }) => known.productIds.has(id)) : known.lines === now.lines;
}

function toCheckedCoupon(check: CouponCheck, { isMember, lines }: CartState): CheckedCoupon {
  return { code: check.coupon.code, isMember, productIds: new Set(lines.map(({ id }) => id)), lines, check };
}

function couponRequest(code: string, lines: Cart['lines']) {
  return { code, pid: lines.map(({ id, qty, vid }) => ({ id, qty, vid })) };
}

/** Why a coupon could not be checked: the server's sentence, or that it could not be reached. */
function useErrorMessage(): (error: unknown) => string {
  const t = useTranslations('checkout.coupon');
  return (error) => (error instanceof ApiRequestError && error.problem?.detail) || t('offline');
}
