import { CircleCheck } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatSen, senFromRinggit } from '#domain/money.ts';
import { RefundEnd } from './refund-end.tsx';

/** What the dialog says once the request is in: that we have it, for how much (RM), and what happens next. */
export function RefundAsked({ amount }: { amount: number }) {
  const t = useTranslations('area.refunds');
  const common = useTranslations('common.refundSteps');
  return (
    <RefundEnd>
      <CircleCheck aria-hidden="true" size={40} />
      <p role="status">
        <b>{t('asked', { amount: formatSen(senFromRinggit(amount)) })}</b> {common('requested')}
      </p>
    </RefundEnd>
  );
}
