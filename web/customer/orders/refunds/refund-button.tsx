import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { lazyWithPreload } from '../../shell/lazy-with-preload.ts';
import { useDateFormat } from '../../page/use-date-format.ts';
import { useDialogState } from '../../dialogs/dialog-button.tsx';
import { refundListId } from './refund-list.tsx';
import { refundableLines } from './refundable-order.ts';

const RefundDialog = lazyWithPreload(async () => (await import('./refund-dialog.tsx')).RefundDialog);

type RefundButtonProps = {
  order: Order;
  /** Where it is called otherwise. */
  label?: string;
  /** What a plain button is for, in place of the return deadline. */
  hint?: string;
  /** A plain button without the return deadline, among an order's other actions. */
  isPlain?: boolean;
  /** The main button of an order card, without the deadline either. */
  isNextAction?: boolean;
};

/** Opens the refund dialog of an order; renders nothing when no refund is possible. */
export function RefundButton({ order, label, hint, isPlain = false, isNextAction = false }: RefundButtonProps) {
  const { open, dialog } = useDialogState(RefundDialog);
  const focusKept = useRestoreFocus(refundListId(order));
  const isRefundable = refundableLines(order).length > 0;
  if (!isRefundable && !dialog) return null;
  return (
    <div className={isPlain || isNextAction ? undefined : 'refund-request'} {...focusKept}>
      {isRefundable && (
        <RequestRefundButton order={order} label={label} isPlain={isPlain || hint !== undefined} onRequest={open} />
      )}
      {isRefundable &&
        !isPlain &&
        !isNextAction &&
        (hint ? <p className="field-hint">{hint}</p> : <RefundDeadline order={order} />)}
      <Suspense>{dialog && <RefundDialog order={order} {...dialog} />}</Suspense>
    </div>
  );
}

type RequestRefundButtonProps = {
  order: Order;
  label: string | undefined;
  isPlain: boolean;
  onRequest: (from: HTMLElement) => Promise<void>;
};

function RequestRefundButton({ order, label, isPlain, onRequest }: RequestRefundButtonProps) {
  const t = useTranslations('area.refunds');
  return (
    <button
      type="button"
      className={isPlain ? 'button-plain' : 'button button-quiet'}
      aria-haspopup="dialog"
      aria-describedby={`${order.id}-number`}
      onPointerEnter={RefundDialog.preload}
      onFocus={RefundDialog.preload}
      onClick={(event) => void onRequest(event.currentTarget)}
    >
      {label ?? t('request')}
    </button>
  );
}

function RefundDeadline({ order: { refundable_until } }: { order: Order }) {
  const t = useTranslations('area.refunds');
  const day = useDateFormat();
  return refundable_until && <p className="field-hint">{t('until', { date: day(refundable_until) })}</p>;
}
