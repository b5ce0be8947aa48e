import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { lazyWithPreload, useLoadOrToast } from '../shell/lazy-with-preload.ts';
import { useDialogState, ConfirmButton } from '../dialogs/dialog-button.tsx';
import { useErrorToast, showToast } from '../shell/toasts.tsx';
import { senFromRinggit } from '#domain/money.ts';
import { planReorder, type CurrentOffer, type ReorderedLine } from '#domain/pricing/cart-changes.ts';
import { addToCart, cartLines } from '../../browser/cart.ts';
import { sendRequest, fetchFile } from '../../browser/api-client.ts';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { orderStatusId } from './order-status.tsx';
import { Link } from 'react-router';
import Printer from 'lucide-react/icons/printer';
import { useReaderLocale } from '../../ui/text.tsx';
import { DownloadButton } from '../page/download-button.tsx';

const ReorderDialog = lazyWithPreload(async () => (await import('./reorder-dialog.tsx')).ReorderDialog);

/** Adds the available items of an order to the cart again, and reports on each. */
export function BuyAgain({ order, className = 'button-plain' }: { order: Order; className?: string }) {
  const t = useTranslations('area.orders.reorder');
  const { open, dialog } = useDialogState(ReorderDialog);
  const again = useReorder(order, open);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={again.isPending}
        onPointerEnter={ReorderDialog.preload}
        onClick={(event) => again.mutate(event.currentTarget)}
        aria-describedby={`${order.id}-number`}
      >
        {again.isPending ? t('checking') : t('button')}
      </button>
      <Suspense>{dialog && again.data && <ReorderDialog order={order} plan={again.data} {...dialog} />}</Suspense>
    </>
  );
}

/** The cart is filled only once the script of the report is loaded, so that it is always reported. */
function useReorder(order: Order, report: (from: HTMLElement) => Promise<void>) {
  const showErrorToast = useErrorToast();
  const loadOrToast = useLoadOrToast();
  return useMutation({
    mutationFn: async (_from: HTMLElement) => ((await loadOrToast(ReorderDialog)) ? reorder(order) : undefined),
    onSuccess: (plan, from) => plan && report(from),
    onError: showErrorToast,
  });
}

/** Adds the available items of an order to the cart; returns the result of each line, in order. */
export async function reorder(order: Order): Promise<ReorderedLine[]> {
  const lines = order.lines.map(({ product_id: id, variant_id: vid, qty, unit_price }) => ({
    id,
    vid,
    qty,
    price: senFromRinggit(unit_price),
  }));
  const ids = lines.map(({ id: pid, vid, qty }) => ({ pid, vid, qty }));
  const { products } = await sendRequest('getCartDetail', { body: { ids } });
  const onSale = new Map<number, CurrentOffer>();
  for (const { vid, variants } of products) {
    const variant = variants.find((one) => one.id === vid);
    if (variant) onSale.set(vid, { stock: variant.stock, price: senFromRinggit(variant.price) });
  }
  const plan = planReorder(lines, onSale, cartLines());
  for (const { line, qty } of plan) if (qty > 0) addToCart({ id: line.id, vid: line.vid, qty });
  return plan;
}

/** Cancels an order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  const cancel = useCancel(order);
  const focusKept = useRestoreFocus(orderStatusId(order));
  return (
    <div {...focusKept}>
      {cancel.isPending ? (
        <p role="status">{t('cancelling')}</p>
      ) : (
        <ConfirmButton
          trigger={t('cancel')}
          describedBy={`${order.id}-number`}
          title={t('cancelQuestion', { number: order.number })}
          text={order.coupon ? t('cancelTextCoupon', { code: order.coupon }) : t('cancelText')}
          confirmLabel={t('cancel')}
          cancelLabel={t('keepOrder')}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </div>
  );
}

function useCancel({ id, number }: Order) {
  const t = useTranslations('area.orders');
  const showErrorToast = useErrorToast();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => sendRequest('cancelOrder', { body: { id } }),
    networkMode: 'always',
    onSuccess: () => showToast({ text: t('cancelled', { number }) }),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}

/** The link to a new ticket about this order. */
export function ContactAboutOrder({ order: { id } }: { order: Order }) {
  const t = useTranslations('area.orders');
  return (
    <Link className="button-plain" to={`/tickets?new=1&order=${id}`} aria-describedby={`${id}-number`}>
      {t('ask')}
    </Link>
  );
}

/** Downloads the receipt or invoice of an order, a PDF in the current locale. */
export function DownloadReceipt({ order: { id, number, payment } }: { order: Order }) {
  const t = useTranslations('area.orders');
  const locale = useReaderLocale();
  return (
    <DownloadButton fetch={() => fetchFile('getReceipt', { params: { id }, query: { locale } })} name={`${number}.pdf`}>
      {t(payment.status === 'pending' ? 'invoice' : 'receipt')}
    </DownloadButton>
  );
}

export function PrintOrder() {
  const t = useTranslations('area.orders');
  return (
    <button type="button" className="button button-quiet" onClick={() => print()}>
      <Printer aria-hidden="true" size={18} />
      {t('print')}
    </button>
  );
}
