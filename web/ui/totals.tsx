import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { type DeliveryAdjustment, adjustmentValues, type LineAdjustment } from '#domain/pricing/price-breakdown.ts';
import { ringgitFromSen } from '#domain/money.ts';
import type { TotalLine } from '#domain/pricing/quote.ts';
import { Price, useReaderLocale } from './text.tsx';

type TotalsProps = { totals: readonly TotalLine[]; delivery?: DeliveryAdjustment | undefined };

/** The figures of a cart or an order under their names, and why delivery costs what it costs. */
export function Totals({ totals, delivery }: TotalsProps) {
  const t = useTranslations('common');
  const locale = useReaderLocale();
  return (
    <dl className="sums">
      {totals.map(({ label, amount, code = '' }) => (
        <div key={label} className={TOTAL_CLASSES[label]}>
          <dt>
            {t(`totals.${label}`, { code })}
            {label === 'shipping' && delivery && (
              <small>{t(`priceBreakdown.${delivery.code}`, adjustmentValues(delivery, locale))}</small>
            )}
          </dt>
          <dd>
            <TotalAmount sum={{ label, amount }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TOTAL_CLASSES: Partial<Record<TotalLine['label'], string>> = {
  discount: 'is-saving',
  coupon: 'is-saving',
  subtotal: 'sums-payable',
  payable: 'sums-payable',
};

function TotalAmount({ sum: { label, amount } }: { sum: TotalLine }): ReactNode {
  const t = useTranslations('common');
  if (label === 'shipping_unknown') return t('priceBreakdown.delivery_unknown');
  if (label === 'shipping' && amount === 0) return t('totals.free');
  return <Price ringgit={ringgitFromSen(amount)} className="" />;
}

/** Why a line costs what it costs, amount by amount; nothing where the list price is all there is to say. */
export function Adjustments({ reasons }: { reasons: readonly LineAdjustment[] | undefined }) {
  const t = useTranslations('common.priceBreakdown');
  const locale = useReaderLocale();
  if (!reasons || reasons.length < 2) return null;
  return (
    <ul className="reasons">
      {reasons.map((reason) => (
        <li key={reason.code}>
          <span>{t(reason.code, adjustmentValues(reason, locale))}</span>
          {reason.amount !== 0 && <Price ringgit={ringgitFromSen(reason.amount)} className="" />}
        </li>
      ))}
    </ul>
  );
}
