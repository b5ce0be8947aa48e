import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { neededPart } from '../frame/needed-part.ts';
import { useDay } from '../use-day.ts';
import { useOpening } from '../use-opening.ts';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refund-quote.ts';

const RefundDialog = neededPart(async () => (await import('./refund-dialog.tsx')).RefundDialog);

/** The button that asks for a refund of an order, with its dialog; nothing where none may be asked for. */
export function RefundRequest({ order }: { order: Order }) {
  const { open, opening } = useOpening(RefundDialog);
  const focusKept = useFocusKept(refundListId(order));
  const mayAsk = refundableLines(order).length > 0;
  if (!mayAsk && !opening) return null;
  return (
    <div className="refund-request" {...focusKept}>
      {mayAsk && <AskButton order={order} onAsk={open} />}
      {mayAsk && <Until order={order} />}
      <Suspense>{opening && <RefundDialog order={order} {...opening} />}</Suspense>
    </div>
  );
}

function AskButton({ order, onAsk }: { order: Order; onAsk: (from: HTMLElement) => Promise<void> }) {
  const t = useTranslations('area.refunds');
  return (
    <button
      type="button"
      className="button button-quiet"
      aria-haspopup="dialog"
      aria-describedby={`${order.id}-number`}
      onPointerEnter={RefundDialog.prepare}
      onFocus={RefundDialog.prepare}
      onClick={(event) => void onAsk(event.currentTarget)}
    >
      {t('ask')}
    </button>
  );
}

function Until({ order: { refundable_until } }: { order: Order }) {
  const t = useTranslations('area.refunds');
  const day = useDay();
  return refundable_until && <p className="field-hint">{t('until', { date: day(refundable_until) })}</p>;
}
