import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { neededPart } from '../frame/lazy-part.tsx';
import { useDay } from '../use-day.ts';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refund-quote.ts';

const RefundDialog = neededPart('refund', async () => (await import('./refund-dialog.tsx')).RefundDialog);

/** The button that asks for a refund of an order, with its dialog; nothing where none may be asked for. */
export function RefundRequest({ order }: { order: Order }) {
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const mayAsk = refundableLines(order).length > 0;
  useFocusKept(order, state === 'closed' && !mayAsk);
  if (!mayAsk && state === 'unopened') return null;
  return (
    <div className="refund-request">
      {mayAsk && <AskButton order={order} onAsk={() => setState('open')} />}
      {mayAsk && <Until order={order} />}
      <Suspense>
        {state !== 'unopened' && (
          <RefundDialog
            order={order}
            isOpen={state === 'open'}
            onOpenChange={(isOpen) => setState(isOpen ? 'open' : 'closed')}
          />
        )}
      </Suspense>
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

function AskButton({ order, onAsk }: { order: Order; onAsk: () => void }) {
  const t = useTranslations('customer.refunds');
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-haspopup="dialog"
      aria-describedby={`${order.id}-number`}
      onPointerEnter={RefundDialog.prepare}
      onFocus={RefundDialog.prepare}
      onClick={onAsk}
    >
      {t('ask')}
    </button>
  );
}

function Until({ order: { refundable_until } }: { order: Order }) {
  const t = useTranslations('customer.refunds');
  const day = useDay();
  return refundable_until && <p className="field-hint">{t('until', { date: day(refundable_until) })}</p>;
}
