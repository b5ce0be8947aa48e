import { useTranslations } from 'use-intl';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { listTransactions } from '#contract/transactions.ts';
import { Price } from '../../ui/price.tsx';

/** What was charged and refunded among the shown, and how the account stands. */
export function Sums({ sums }: { sums: AnswerOf<typeof listTransactions>['sums'] }) {
  const t = useTranslations('area.transactions.sums');
  const { charged, refunded, balance } = sums;
  const standing = balance > 0 ? 'owe' : balance < 0 ? 'owed' : 'even';
  const rows = [
    ['charged', charged],
    ['refunded', Math.abs(refunded)],
    [standing, Math.abs(balance)],
  ] as const;
  return (
    <dl className="figures" aria-label={t('label')}>
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <Price ringgit={amount} className="" />
          </dd>
        </div>
      ))}
    </dl>
  );
}
