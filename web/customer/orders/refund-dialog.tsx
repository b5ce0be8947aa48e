import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { TitledDialog } from '../titled-dialog.tsx';
import type { Opening } from '../use-opening.ts';
import { RefundAsked } from './refund-asked.tsx';
import { RefundForm } from './refund-form.tsx';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refund-quote.ts';

/** The form of a request, and what came of it. Once nothing is left to ask back, the focus goes to what was asked. */
export function RefundDialog({ order, ...opening }: { order: Order } & Opening) {
  const t = useTranslations('area.refunds');
  const { isOpen } = opening;
  const [asked, setAsked] = useState<number>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setAsked(undefined);
  }
  const mayAsk = refundableLines(order).length > 0;
  return (
    <TitledDialog
      title={t('title', { number: order.number })}
      {...opening}
      finalFocus={() => (mayAsk ? null : document.getElementById(refundListId(order))) ?? opening.finalFocus()}
    >
      {asked === undefined ? <RefundForm order={order} onAsked={setAsked} /> : <RefundAsked amount={asked} />}
    </TitledDialog>
  );
}
