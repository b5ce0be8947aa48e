import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { TransitionResult } from '#contract/admin.ts';
import { canTransitionOrder, type OrderState } from '#domain/orders/order.ts';
import {
  BULK_ORDERS,
  STAFF_TRANSITIONS,
  TRANSITION_PERMISSIONS,
  type StaffTransition,
} from '#domain/orders/staff-work.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast, useErrorToast } from '../customer/shell/toasts.tsx';
import { useCan } from './layout.tsx';
import { useNextStep } from './shortcuts.tsx';

type Parcel = { carrier: string; tracking: string };
type Request = { numbers: readonly string[]; to: StaffTransition; parcel?: Parcel };

/** Moves orders, some at a time, and says of each that could not be moved why. */
export function useTransition(onDone?: () => void) {
  const t = useTranslations('admin.orders');
  const reason = useReason();
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  return useMutation({
    mutationFn: async ({ numbers, to, parcel }: Request) => {
      const results: TransitionResult[] = [];
      for (let from = 0; from < numbers.length; from += BULK_ORDERS) {
        const body = { numbers: numbers.slice(from, from + BULK_ORDERS), to, ...(parcel && { parcel }) };
        results.push(...(await sendRequest('transitionOrders', { body })).results);
      }
      return results;
    },
    onSuccess: (results) => {
      const failed = results.filter(({ error }) => error !== null);
      const done = results.length - failed.length;
      if (done > 0) showToast({ text: t('done', { count: done }) });
      if (failed.length > 0) {
        const lines = failed.map(({ number, error }) => t('failedLine', { number, reason: reason(error!) }));
        showToast({
          kind: 'warning',
          text: `${t('failed', { count: failed.length })} ${lines.join('; ')}`,
          durationMs: 15_000,
        });
      }
      onDone?.();
    },
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['orders'], ['order'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

const REASONS = ['too_late', 'not_found', 'embargoed', 'awaiting_stock'] as const;

/** Why an order could not be moved, in words for the staff, by its error code. */
/** Why an order could not be moved, in words for staff. */
export function useReason(): (code: string) => string {
  const t = useTranslations('admin.errors');
  return (code) => t(REASONS.find((known) => known === code) ?? 'other');
}

type TransitionButtonsProps = { orders: readonly { number: string; status: OrderState }[]; onDone: () => void };

/** What can be done to all of these orders at once; cancelling is for one order at a time. */
export function TransitionButtons({ orders, onDone }: TransitionButtonsProps) {
  const t = useTranslations('admin.actions');
  const possible = useTransitionsFrom();
  const transition = useTransition(onDone);
  const common = STAFF_TRANSITIONS.filter(
    (to) => to !== 'cancelled' && orders.every(({ status }) => possible(status).includes(to)),
  );
  const numbers = orders.map(({ number }) => number);
  const move = (to: StaffTransition) => transition.mutate({ numbers, to });
  useNextStep(() => common[0] && !transition.isPending && move(common[0]));
  return common.map((to) => (
    <button key={to} type="button" className="button" disabled={transition.isPending} onClick={() => move(to)}>
      {t(to)}
    </button>
  ));
}

/** The states that whoever is signed in may move an order to. */
export function useTransitionsFrom(): (status: OrderState) => StaffTransition[] {
  const can = useCan();
  return (status) =>
    STAFF_TRANSITIONS.filter(
      (to) => canTransitionOrder(status, to) && can('orders.write') && can(TRANSITION_PERMISSIONS[to]),
    );
}
