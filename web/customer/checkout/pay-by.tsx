import { useFormContext } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '#domain/payment.ts';
import type { CheckoutForm } from './checkout-form.ts';

/** How the order will be paid, where there is a choice. */
export function PayBy({ ways, chosen }: { ways: readonly PaymentMethod[]; chosen: PaymentMethod }) {
  const t = useTranslations('area.checkout');
  const methods = useTranslations('common.payment.methods');
  const { setValue } = useFormContext<CheckoutForm>();
  return (
    <fieldset className="step">
      <legend>{t('payBy')}</legend>
      <div className="choices">
        {ways.map((method) => (
          <label key={method} className="choice">
            <input type="radio" name="payBy" checked={method === chosen} onChange={() => setValue('payBy', method)} />
            <span>{methods(method)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
