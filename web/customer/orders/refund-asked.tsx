import { Dialog } from '@base-ui/react/dialog';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { formatSen, senFromRinggit } from '#domain/money.ts';

/** What the dialog says once the request is in: that we have it, for how much (RM), and what happens next. */
export function RefundAsked({ amount }: { amount: number }) {
  const t = useTranslations('customer');
  const common = useTranslations('common.refundSteps');
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => close.current?.focus(), []);
  return (
    <div className="refund-asked">
      <CircleCheck aria-hidden="true" size={40} />
      <p role="status">
        <b>{t('refunds.asked', { amount: formatSen(senFromRinggit(amount)) })}</b> {common('requested')}
      </p>
      <Dialog.Close ref={close} className="button">
        {t('site.close')}
      </Dialog.Close>
    </div>
  );
}
