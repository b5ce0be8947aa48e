import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { call } from '../../browser/client.ts';
import { useFocusKept } from '../../ui/use-focus-kept.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useNotify } from '../notices.tsx';
import { useTrouble } from '../use-trouble.ts';
import { orderStateId } from './order-state.tsx';

/** Cancels an order after asking once more. */
export function CancelOrder({ order }: { order: Order }) {
  const t = useTranslations('area.orders');
  const cancel = useCancel(order);
  const focusKept = useFocusKept(orderStateId(order));
  return (
    <div {...focusKept}>
      {cancel.isPending ? (
        <p role="status">{t('cancelling')}</p>
      ) : (
        <ConfirmDialog
          trigger={t('cancel')}
          describedBy={`${order.id}-number`}
          title={t('cancelQuestion', { number: order.number })}
          text={order.coupon ? t('cancelTextCoupon', { code: order.coupon }) : t('cancelText')}
          confirm={t('cancel')}
          keep={t('keep')}
          onConfirm={() => cancel.mutate()}
        />
      )}
    </div>
  );
}

function useCancel({ id, number }: Order) {
  const t = useTranslations('area.orders');
  const notify = useNotify();
  const onError = useTrouble();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(cancelOrder, { body: { id } }),
    networkMode: 'always',
    onSuccess: () => notify({ text: t('cancelled', { number }) }),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['orders'] }),
  });
}
