import { useId, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { formatSen } from '#domain/money.ts';
import type { Quote } from '#domain/price.ts';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import type { CouponState } from './use-coupon.ts';

/** The coupon, folded behind a line of text until somebody has one; what it takes off is read out as it comes. */
export function CouponField({ coupon, quote }: { coupon: CouponState; quote: Quote }) {
  const t = useTranslations('area.checkout');
  const { answer } = coupon;
  const id = useId();
  const focusKept = useFocusKept(id);
  return (
    <>
      <div role="status" {...focusKept}>
        {answer && <CouponUsed id={id} coupon={coupon} quote={quote} code={answer.coupon.code} />}
      </div>
      {!answer && (
        <details className="fold" {...focusKept}>
          <summary id={id}>{t('coupon')}</summary>
          <CouponForm coupon={coupon} />
        </details>
      )}
    </>
  );
}

function CouponForm({ coupon }: { coupon: CouponState }) {
  const t = useTranslations('area.checkout');
  const id = useId();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim()) void coupon.apply(code.trim());
  };
  return (
    <form className="coupon" onSubmit={submit}>
      <label htmlFor={id}>{t('couponCode')}</label>
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
      <button className="button button-quiet">{t('couponApply')}</button>
      <p id={`${id}-note`} className="field-error" role="status">
        {coupon.error}
      </p>
    </form>
  );
}

type CouponUsedProps = { id: string; coupon: CouponState; quote: Quote; code: string };

function CouponUsed({ id, coupon, quote, code }: CouponUsedProps) {
  const t = useTranslations('area.checkout');
  const isPartial = quote.lines.some((line) => line.promo === 0);
  return (
    <p className="notice" id={id}>
      {t('couponUsed', { code, amount: formatSen(quote.proDiscount) })} {isPartial && t('couponCovers')}{' '}
      <button type="button" className="button-plain" onClick={coupon.remove}>
        {t('couponRemove', { code })}
      </button>
    </p>
  );
}
