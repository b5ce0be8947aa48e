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

type RefundRequestProps = {
  order: Order;
  /** Among an order's other actions: a plain button without the day until which one may ask. */
  isPlain?: boolean;
};

/** The button that asks for a refund of an order, with its dialog; nothing where none may be asked for. */
export function RefundRequest({ order, isPlain = false }: RefundRequestProps) {
  const { open, opening } = useOpening(RefundDialog);
  const focusKept = useFocusKept(refundListId(order));
  const mayAsk = refundableLines(order).length > 0;
  if (!mayAsk && !opening) return null;
  return (
    <div className={isPlain ? undefined : 'refund-request'} {...focusKept}>
      {mayAsk && <AskButton order={order} isPlain={isPlain} onAsk={open} />}
      {mayAsk && !isPlain && <Until order={order} />}
      <Suspense>{opening && <RefundDialog order={order} {...opening} />}</Suspense>
    </div>
  );
}

type AskButtonProps = { order: Order; isPlain: boolean; onAsk: (from: HTMLElement) => Promise<void> };

function AskButton({ order, isPlain, onAsk }: AskButtonProps) {
  const t = useTranslations('area.refunds');
  return (
    <button
      type="button"
      className={isPlain ? 'button-plain' : 'button button-quiet'}
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
