import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import type { OnlineMethod } from '#domain/payment.ts';
import { TransferInstructions } from '../ui/transfer-instructions.tsx';

export type PayOrderProps = {
  order: Pick<Order, 'payable' | 'payment'>;
  /** What leads to the provider's page in each way of paying. */
  ways: (methods: readonly OnlineMethod[]) => ReactNode;
};

/** How an order that is not paid yet can be paid: at the provider where the shop has one, and by transfer. */
export function PayOrder({ order: { payable, payment }, ways }: PayOrderProps) {
  const t = useTranslations('common.payment');
  const { status, online = [], instructions } = payment;
  if (status !== 'pending') return null;
  const amount = formatSen(senFromRinggit(payable));
  const isOnline = online.length > 0;
  return (
    <>
      {isOnline && (
        <section className="pay">
          <h2>{t('pay', { amount })}</h2>
          <div className="pay-ways">{ways(online)}</div>
        </section>
      )}
      {instructions && (
        <TransferInstructions title={t(isOnline ? 'orTransfer' : 'transfer', { amount })} to={instructions} />
      )}
    </>
  );
}

/** Whoever comes back from paying waits for the provider's word instead of paying once more. */
export function PaymentComing({ children }: { children: ReactNode }) {
  const t = useTranslations('common.payment');
  return (
    <div className="notice" role="status">
      <p>{t('coming')}</p>
      <p className="pay-ways">{children}</p>
    </div>
  );
}
