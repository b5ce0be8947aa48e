import { useMutation } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { neededPart } from '../frame/needed-part.ts';
import { useBring } from '../use-bring.ts';
import { useOpening } from '../use-opening.ts';
import { useTrouble } from '../use-trouble.ts';
import { reorder } from './reorder.ts';

const ReorderDialog = neededPart(async () => (await import('./reorder-dialog.tsx')).ReorderDialog);

/** Puts the books of an order into the cart again, as far as they can be had, and reports on each. */
export function BuyAgain({ order, className = 'button-plain' }: { order: Order; className?: string }) {
  const t = useTranslations('area.orders.again');
  const { open, opening } = useOpening(ReorderDialog);
  const again = useReorder(order, open);
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={again.isPending}
        onPointerEnter={ReorderDialog.prepare}
        onClick={(event) => again.mutate(event.currentTarget)}
        aria-describedby={`${order.id}-number`}
      >
        {again.isPending ? t('looking') : t('button')}
      </button>
      <Suspense>{opening && again.data && <ReorderDialog order={order} plan={again.data} {...opening} />}</Suspense>
    </>
  );
}

/** The cart is filled once the report's script is there, so that no press of the button goes without a report. */
function useReorder(order: Order, report: (from: HTMLElement) => Promise<void>) {
  const onError = useTrouble();
  const bring = useBring();
  return useMutation({
    mutationFn: async (_from: HTMLElement) => ((await bring(ReorderDialog)) ? reorder(order) : undefined),
    onSuccess: (plan, from) => plan && report(from),
    onError,
  });
}
