import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { Price } from '../../ui/price.tsx';

/** The figures of an order as they were when it was placed. */
export function OrderSums({ order }: { order: Order }) {
  const t = useTranslations('common.sums');
  return (
    <dl className="sums">
      <Sum name={t('total')}>{order.total}</Sum>
      {order.discount > 0 && (
        <Sum name={t('discount')} className="is-saving">
          {-order.discount}
        </Sum>
      )}
      {order.coupon && (
        <Sum name={t('coupon', { code: order.coupon })} className="is-saving">
          {-order.proDis}
        </Sum>
      )}
      <Sum name={t('shipping')}>{order.shippingCost > 0 ? order.shippingCost : t('free')}</Sum>
      <Sum name={t('payable')} className="sums-payable">
        {order.payable}
      </Sum>
    </dl>
  );
}

function Sum({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{typeof children === 'number' ? <Price ringgit={children} className="" /> : children}</dd>
    </div>
  );
}
