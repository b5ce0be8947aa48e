import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';

type OrderStateProps = { order: Order; id: string; children?: ReactNode };

/** Where an order is, in words, and what happens next. */
export function OrderState({ order, id, children }: OrderStateProps) {
  const t = useTranslations('common');
  return (
    <header className={`order-state is-${order.status}`}>
      <h2 id={id}>{t(`orderStates.${order.status}`)}</h2>
      <p>{t(`nextSteps.${order.status}`)}</p>
      {children}
    </header>
  );
}
