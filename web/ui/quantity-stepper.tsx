import { Minus, Plus } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';

type QuantityStepperProps = { title: string; qty: number; min: number; max: number; onChange: (qty: number) => void };

/** How many copies of a title are meant, changed by one at a press. */
export function QuantityStepper({ title, qty, min, max, onChange }: QuantityStepperProps) {
  const t = useTranslations('cart');
  const format = useFormatter();
  return (
    <span className="stepper" role="group" aria-label={t('qty', { title })}>
      <button
        type="button"
        disabled={qty <= min}
        onClick={() => onChange(qty - 1)}
        aria-label={t('decrease', { title })}
      >
        <Minus aria-hidden="true" size={16} />
      </button>
      <output>{format.number(qty)}</output>
      <button
        type="button"
        disabled={qty >= max}
        onClick={() => onChange(qty + 1)}
        aria-label={t('increase', { title })}
      >
        <Plus aria-hidden="true" size={16} />
      </button>
    </span>
  );
}
