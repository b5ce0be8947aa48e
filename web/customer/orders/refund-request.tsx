import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { FormDialog } from '../form-dialog.tsx';
import { useDay } from '../use-day.ts';
import { RefundAsked } from './refund-asked.tsx';
import { RefundForm } from './refund-form.tsx';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refund-quote.ts';

/** The button that asks for a refund of an order, with its dialog; nothing where none may be asked for. */
export function RefundRequest({ order }: { order: Order }) {
  const t = useTranslations('customer.refunds');
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const [asked, setAsked] = useState<number>();
  const mayAsk = refundableLines(order).length > 0;
  useFocusKept(order, state === 'closed' && !mayAsk);
  if (!mayAsk && state === 'unopened') return null;
  const change = (opens: boolean) => {
    setState(opens ? 'open' : 'closed');
    if (opens) setAsked(undefined);
  };
  return (
    <div className="refund-request">
      <FormDialog
        trigger={mayAsk ? <Trigger order={order} /> : null}
        title={t('title', { number: order.number })}
        isOpen={state === 'open'}
        onOpenChange={change}
        finalFocus={() => (mayAsk ? true : (document.getElementById(refundListId(order)) ?? true))}
      >
        {asked === undefined ? <RefundForm order={order} onAsked={setAsked} /> : <RefundAsked amount={asked} />}
      </FormDialog>
      {mayAsk && <Until order={order} />}
    </div>
  );
}

/** The button goes with the last book that could be asked back: the focus that was on it moves to what was asked. */
function useFocusKept(order: Order, isGone: boolean): void {
  const id = refundListId(order);
  useEffect(() => {
    if (isGone && document.activeElement === document.body) document.getElementById(id)?.focus();
  }, [id, isGone]);
}

function Trigger({ order }: { order: Order }) {
  const t = useTranslations('customer.refunds');
  return (
    <Dialog.Trigger className="button button-quiet" aria-describedby={`${order.id}-number`}>
      {t('ask')}
    </Dialog.Trigger>
  );
}

function Until({ order: { refundable_until } }: { order: Order }) {
  const t = useTranslations('customer.refunds');
  const day = useDay();
  return refundable_until && <p className="field-hint">{t('until', { date: day(refundable_until) })}</p>;
}
