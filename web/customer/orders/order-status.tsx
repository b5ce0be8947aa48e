import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { senFromRinggit } from '#domain/money.ts';
import { refundProgress, type RefundProgress } from '#domain/orders/refund.ts';
import { ExpectedDelivery } from '../../orders/order-view.tsx';
import { useMoney } from '../../ui/text.tsx';

type OrderStatusHeaderProps = { order: Order; children?: ReactNode };

/** The id of an order's status, which labels its card and gets the focus when the button that changed it disappears. */
export function orderStatusId({ id }: Order): string {
  return `${id}-state`;
}

/** The status of an order, and what happens next. */
export function OrderStatusHeader({ order, children }: OrderStatusHeaderProps) {
  const t = useTranslations('common');
  const area = useTranslations('area.orders.refunded');
  const refund = refundStatusOf(order);
  return (
    <header className={`order-status is-${order.status}`}>
      <h2 id={orderStatusId(order)}>
        {t(`orderStates.${order.status}`)}
        {refund && ` · ${area(refund)}`}
      </h2>
      <p>{useNextStepText(order)}</p>
      <ExpectedDelivery order={order} />
      {children}
    </header>
  );
}

/** The status of an order and of its refunds as badges. */
export function OrderBadges({ order }: { order: Order }) {
  const t = useTranslations('common.orderStates');
  const area = useTranslations('area.orders.refunded');
  const refund = refundStatusOf(order);
  return (
    <p className="order-badges" id={orderStatusId(order)}>
      <span className={`tag is-${order.status}`}>{t(order.status)}</span>
      {refund && <span className="tag is-refund">{area(refund)}</span>}
    </p>
  );
}

/** What happens next with an order, or that it was fully refunded. */
export function useNextStepText(order: Order): string {
  const t = useTranslations('common.nextSteps');
  const money = useMoney();
  const area = useTranslations('area.orders');
  if (refundStatusOf(order) !== 'refunded') return t(order.status);
  return area('refundedText', { amount: money(senFromRinggit(refundedTotal(order))) });
}

function refundStatusOf({ refunds, payable }: Order): RefundProgress | undefined {
  const known = refunds.map(({ status, amount }) => ({ state: status, amount: senFromRinggit(amount) }));
  return refundProgress(known, senFromRinggit(payable));
}

/** In RM. */
function refundedTotal({ refunds }: Order): number {
  return refunds.reduce((sum, { status, amount }) => (status === 'paid_out' ? sum + amount : sum), 0);
}
