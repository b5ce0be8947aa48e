import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { ringgitFromSen, type Sen } from '#domain/money.ts';
import { deliveryLeft, refundedBefore, type RefundQuote } from '#domain/refund.ts';
import { Price } from '../../ui/price.tsx';
import { boughtOrderOf } from './refund-quote.ts';

/** What comes back, part by part, and what came back before. */
export function RefundSums({ order, quote }: { order: Order; quote: RefundQuote }) {
  const t = useTranslations('area.refunds');
  const common = useTranslations('common.sums');
  const bought = boughtOrderOf(order);
  const before = refundedBefore(bought);
  return (
    <div className="refund-sums" role="status">
      <dl className="sums">
        <Sum name={t('own')}>{quote.own}</Sum>
        {order.proDis > 0 && <Sum name={common('coupon', { code: order.coupon ?? '' })}>{-quote.promo}</Sum>}
        {quote.shipping > 0 && <Sum name={common('shipping')}>{quote.shipping}</Sum>}
        <Sum name={t('total')} className="sums-payable">
          {quote.amount}
        </Sum>
        {before > 0 && (
          <Sum name={t('before')} className="refund-before">
            {before}
          </Sum>
        )}
      </dl>
      {quote.shipping === 0 && deliveryLeft(bought) > 0 && <p className="field-hint">{t('lastly')}</p>}
    </div>
  );
}

function Sum({ name, className, children }: { name: ReactNode; className?: string; children: Sen }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>
        <Price ringgit={ringgitFromSen(children)} className="" />
      </dd>
    </div>
  );
}
