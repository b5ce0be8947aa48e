import { useTranslations } from 'use-intl';
import type { DeliveryReason } from '#domain/explain.ts';
import { formatSen } from '#domain/money.ts';
import type { Quote } from '#domain/price.ts';
import { sumUp } from '#domain/sums.ts';
import { Sums } from '../ui/sums.tsx';

type CartSumsProps = { quote: Quote; delivery: DeliveryReason; couponCode?: string | undefined };

/** A cart's figures, and how much is missing for free delivery. */
export function CartSums({ quote, delivery, couponCode }: CartSumsProps) {
  const t = useTranslations('cart');
  return (
    <>
      <Sums sums={sumUp(quote, couponCode)} delivery={delivery} />
      {delivery.code === 'delivery_cost' && (
        <p className="field-hint">{t('missingForFree', { amount: formatSen(delivery.missing) })}</p>
      )}
    </>
  );
}
