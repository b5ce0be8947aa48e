import { useTranslations } from 'use-intl';
import { formatSen } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import type { Quote } from '#domain/price.ts';
import { SHIPPING_UNAVAILABLE } from '#domain/shipping.ts';

type PlaceButtonProps = { form: string; quote: Quote; payBy: PaymentMethod; isPlacing: boolean };

/** Says what it does and how much it costs; before the postal code is known, what is missing. */
export function PlaceButton({ form, quote, payBy, isPlacing }: PlaceButtonProps) {
  const t = useTranslations('area.checkout');
  const hasDelivery = quote.shipping !== SHIPPING_UNAVAILABLE;
  return (
    <div className="place">
      <button form={form} className="button button-buy" disabled={isPlacing}>
        {isPlacing ? t('placing') : t('place', { amount: formatSen(quote.payable) })}
      </button>
      <p className="field-hint">{t(hasDelivery ? (payBy === 'bank_transfer' ? 'pay' : 'payOnline') : 'needAddress')}</p>
    </div>
  );
}
