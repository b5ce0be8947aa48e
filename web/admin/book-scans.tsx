import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ApiRequestError } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import type { ScanList } from './scan-list.ts';

type Counts = { copies: number; formats: number };
type Booking = ReturnType<typeof useBooking>;

/** How many copies of how many formats. */
function countsOf({ lines }: ScanList): Counts {
  return { copies: lines.reduce((sum, { qty }) => sum + qty, 0), formats: lines.length };
}

/**
 * Books what was scanned. Where no answer comes, nobody knows whether it is booked: then the list stays as it was sent, under its
 * id, until it is sent again.
 */
export function useBooking(
  list: ScanList,
  { send, done }: { send: () => Promise<void>; done: (counts: Counts) => string },
) {
  const t = useTranslations('adminInventory.errors');
  const queries = useQueryClient();
  const counts = countsOf(list);
  const showErrorToast = useStaffErrorToast({
    not_found: t('not_found'),
    idempotency_mismatch: t('idempotency_mismatch'),
  });
  return useMutation({
    mutationFn: send,
    onMutate: () => list.setSent(true),
    onSuccess: () => {
      showToast({ text: done(counts) });
      list.clear();
    },
    onError: (error) => {
      const isRefused = error instanceof ApiRequestError && error.problem !== undefined && error.problem.status < 500;
      if (isRefused) list.setSent(false);
      showErrorToast(error);
    },
    onSettled: () =>
      Promise.all(['stock', 'stock-history', 'work-list'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  });
}

type BookButtonsProps = { list: ScanList; booking: Booking; label: string };

/** How much there is to book, and how it is booked or thrown away. */
export function BookButtons({ list, booking, label }: BookButtonsProps) {
  const t = useTranslations('adminInventory.scanner');
  const isUnknown = list.isSent && !booking.isPending;
  return (
    <div className="scan-total">
      <p>
        <b>{t('total', countsOf(list))}</b>
      </p>
      {isUnknown && <p className="alert alert-warning">{t('isSent')}</p>}
      <div className="admin-actions">
        <button type="button" className="button" disabled={booking.isPending} onClick={() => booking.mutate()}>
          {isUnknown ? t('sendAgain') : label}
        </button>
        <button
          type="button"
          className="button-plain"
          disabled={booking.isPending}
          onClick={() => {
            if (confirm(t('confirmDiscard'))) list.clear();
          }}
        >
          {t('discard')}
        </button>
      </div>
    </div>
  );
}
