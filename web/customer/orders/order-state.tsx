import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';

type OrderStateProps = { order: Order; children?: ReactNode };

/** The id of what says where an order is: its name, and where the focus goes when the button that changed it goes. */
export function orderStateId({ id }: Order): string {
  return `${id}-state`;
}

/** Where an order is, in words, and what happens next. */
export function OrderState({ order, children }: OrderStateProps) {
  const t = useTranslations('common');
  return (
    <header className={`order-state is-${order.status}`}>
      <h2 id={orderStateId(order)}>{t(`orderStates.${order.status}`)}</h2>
      <p>{t(`nextSteps.${order.status}`)}</p>
      {children}
    </header>
  );
}
