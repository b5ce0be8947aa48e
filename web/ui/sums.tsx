import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DeliveryReason } from '#domain/explain.ts';
import { ringgitFromSen } from '#domain/money.ts';
import { reasonValues } from '#domain/reason-values.ts';
import type { Sum } from '#domain/sums.ts';
import { Price } from './price.tsx';

type SumsProps = { sums: readonly Sum[]; delivery?: DeliveryReason | undefined };

/** The figures of a cart or an order under their names, and why delivery costs what it costs. */
export function Sums({ sums, delivery }: SumsProps) {
  const t = useTranslations('common');
  return (
    <dl className="sums">
      {sums.map(({ label, amount, code = '' }) => (
        <div key={label} className={CLASSES[label]}>
          <dt>
            {t(`sums.${label}`, { code })}
            {label === 'shipping' && delivery && <small>{t(`reasons.${delivery.code}`, reasonValues(delivery))}</small>}
          </dt>
          <dd>
            <Amount sum={{ label, amount }} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const CLASSES: Partial<Record<Sum['label'], string>> = {
  discount: 'is-saving',
  coupon: 'is-saving',
  payable: 'sums-payable',
};

function Amount({ sum: { label, amount } }: { sum: Sum }): ReactNode {
  const t = useTranslations('common');
  if (label === 'shipping_unknown') return t('reasons.delivery_unknown');
  if (label === 'shipping' && amount === 0) return t('sums.free');
  return <Price ringgit={ringgitFromSen(amount)} className="" />;
}
