import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { neededPart } from '../frame/lazy-part.tsx';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';
import { reorder } from './reorder.ts';

const ReorderDialog = neededPart('reorder', async () => (await import('./reorder-dialog.tsx')).ReorderDialog);

/** Puts the books of an order into the cart again, as far as they can be had, and reports on each. */
export function BuyAgain({ order, className = 'button-plain' }: { order: Order; className?: string }) {
  const t = useTranslations('customer.orders.again');
  const [isOpen, setOpen] = useState(false);
  const again = useReorder(order, () => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={again.isPending}
        onPointerEnter={ReorderDialog.prepare}
        onClick={() => again.mutate()}
        aria-describedby={`${order.id}-number`}
      >
        {again.isPending ? t('looking') : t('button')}
      </button>
      <Suspense>
        {again.data && <ReorderDialog order={order} plan={again.data} isOpen={isOpen} onOpenChange={setOpen} />}
      </Suspense>
    </>
  );
}

function useReorder(order: Order, onReady: () => void) {
  const t = useTranslations('customer.trouble');
  const notify = useNotify();
  const refusal = useRefusal();
  return useMutation({
    mutationFn: () => reorder(order),
    onSuccess: onReady,
    onError: (error) => notify({ title: t('title'), text: refusal(error), kind: 'danger' }),
  });
}
