import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { TransferInstructions } from '../ui/transfer-instructions.tsx';

type PayOrderProps = {
  order: Pick<Order, 'payable' | 'payment'>;
  /** Whoever comes back from paying waits for the provider's word instead of paying once more. */
  isComing?: boolean;
  /** What leads to the provider's page in a way of paying; without it only a transfer is shown. */
  way?: (method: OnlineMethod) => ReactNode;
};

/** How an order that is not paid yet can be paid: at the provider where the shop has one, and by transfer. */
export function PayOrder({ order: { payable, payment }, isComing = false, way }: PayOrderProps) {
  const t = useTranslations('common.payment');
  const { status, online = [], instructions } = payment;
  if (status !== 'pending') return null;
  if (isComing)
    return (
      <p className="notice" role="status">
        {t('coming')}
      </p>
    );
  const amount = formatSen(senFromRinggit(payable));
  const isOnline = way !== undefined && online.length > 0;
  return (
    <>
      {isOnline && (
        <section className="pay">
          <h2>{t('pay', { amount })}</h2>
          <div className="pay-ways">{online.map((method) => way(method))}</div>
        </section>
      )}
      {instructions && (
        <TransferInstructions title={t(isOnline ? 'orTransfer' : 'transfer', { amount })} to={instructions} />
      )}
    </>
  );
}
