import { Minus, Plus } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';

type StepperProps = { title: string; qty: number; least: number; most: number; onSet: (qty: number) => void };

/** How many copies of a title are meant, changed by one at a press. */
export function Stepper({ title, qty, least, most, onSet }: StepperProps) {
  const t = useTranslations('cart');
  const format = useFormatter();
  return (
    <span className="stepper" role="group" aria-label={t('qty', { title })}>
      <button type="button" disabled={qty <= least} onClick={() => onSet(qty - 1)} aria-label={t('fewer', { title })}>
        <Minus aria-hidden="true" size={16} />
      </button>
      <output>{format.number(qty)}</output>
      <button type="button" disabled={qty >= most} onClick={() => onSet(qty + 1)} aria-label={t('more', { title })}>
        <Plus aria-hidden="true" size={16} />
      </button>
    </span>
  );
}
