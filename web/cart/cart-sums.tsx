import { useTranslations } from 'use-intl';
import { formatSen, ringgitFromSen, type Sen } from '#domain/money.ts';
import type { Quote } from '#domain/price.ts';
import { missingForFreeDelivery, SHIPPING_UNAVAILABLE } from '#domain/shipping.ts';
import { Price } from '../ui/price.tsx';

/** A cart's figures, each with its name, and how much is missing for free delivery. */
export function CartSums({
  quote,
  couponCode,
  postalCode,
}: {
  quote: Quote;
  couponCode?: string | undefined;
  postalCode: string;
}) {
  const t = useTranslations('cart');
  const common = useTranslations('common');
  const missing = missingForFreeDelivery(postalCode, quote.amount);
  return (
    <>
      <dl className="sums">
        <Sum name={common('sums.total')} amount={quote.total} />
        {quote.discount > 0 && <Sum name={common('sums.discount')} amount={-quote.discount} className="is-saving" />}
        {couponCode && (
          <Sum name={common('sums.coupon', { code: couponCode })} amount={-quote.proDiscount} className="is-saving" />
        )}
        <div>
          <dt>{common('sums.shipping')}</dt>
          <dd>
            {quote.shipping === SHIPPING_UNAVAILABLE
              ? t('unknownDelivery')
              : quote.shipping === 0
                ? common('sums.free')
                : formatSen(quote.shipping)}
          </dd>
        </div>
        <Sum name={common('sums.payable')} amount={quote.payable} className="sums-payable" />
      </dl>
      {missing !== undefined && missing > 0 && (
        <p className="field-hint">{t('missingForFree', { amount: formatSen(missing) })}</p>
      )}
    </>
  );
}

function Sum({ name, amount, className }: { name: string; amount: Sen; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Price ringgit={ringgitFromSen(amount)} className="" />
      </dd>
    </div>
  );
}
