import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { FormDialog } from '../form-dialog.tsx';
import { RefundAsked } from './refund-asked.tsx';
import { RefundForm } from './refund-form.tsx';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refund-quote.ts';

type RefundDialogProps = { order: Order; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The form of a request, and what came of it. Once nothing is left to ask back, the focus goes to what was asked. */
export function RefundDialog({ order, isOpen, onOpenChange }: RefundDialogProps) {
  const t = useTranslations('customer.refunds');
  const [asked, setAsked] = useState<number>();
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setAsked(undefined);
  }
  const mayAsk = refundableLines(order).length > 0;
  return (
    <FormDialog
      title={t('title', { number: order.number })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      finalFocus={() => (mayAsk ? true : (document.getElementById(refundListId(order)) ?? true))}
    >
      {asked === undefined ? <RefundForm order={order} onAsked={setAsked} /> : <RefundAsked amount={asked} />}
    </FormDialog>
  );
}
