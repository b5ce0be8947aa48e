import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyOrder } from '#contract/admin.ts';
import { REFUND_REASONS, SHOP_REFUND_REASONS } from '#domain/orders/refund-reasons.ts';
import { sendRequest } from '../browser/api-client.ts';
import { CopiesFields, useCopies } from './copies-fields.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';

const REASONS = [...REFUND_REASONS, ...SHOP_REFUND_REASONS].filter((reason) => reason !== 'cancelled');

/** Refunds copies of an order that its customer has not asked for. */
export function OrderRefund({ order }: { order: AnyOrder['order'] }) {
  const can = useCan();
  const lines = order.lines
    .map(({ id, title, refundable_qty: qty }) => ({ id, title, qty }))
    .filter(({ qty }) => qty > 0);
  if (!can('refunds.write') || lines.length === 0 || order.status === 'placed' || order.status === 'cancelled')
    return null;
  return <RefundForm number={order.number} lines={lines} />;
}

type RefundFormProps = { number: string; lines: readonly { id: string; title: string; qty: number }[] };

function RefundForm({ number, lines }: RefundFormProps) {
  const t = useTranslations('admin.refunds');
  const reason = useRef<HTMLSelectElement>(null);
  const copies = useCopies(lines);
  const refund = useRefund();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = REASONS.find((one) => one === reason.current!.value);
    if (chosen) refund.mutate({ number, items: [...copies.items], reason: chosen });
  };
  return (
    <details className="admin-section">
      <summary>{t('unasked')}</summary>
      <form className="form" onSubmit={submit}>
        <CopiesFields lines={lines} copies={copies} />
        <label className="field">
          <span>{t('reason')}</span>
          <select ref={reason}>
            {REASONS.map((one) => (
              <option key={one} value={one}>
                {t(`reasons.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <p className="field-hint">{t('unaskedHint')}</p>
        <button className="button" disabled={refund.isPending || copies.isNone}>
          {t('approve')}
        </button>
      </form>
    </details>
  );
}

type Wanted = { number: string; items: { id: string; qty: number }[]; reason: (typeof REASONS)[number] };

function useRefund() {
  const t = useTranslations('admin.refunds.errors');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const showErrorToast = useStaffErrorToast({ not_refundable: t('not_refundable') });
  return useMutation({
    mutationFn: (body: Wanted) => sendRequest('refundOrder', { body }),
    onSuccess: ({ id }) => navigate(`/refunds/${id}`),
    onError: showErrorToast,
    onSettled: () =>
      Promise.all([['order'], ['refunds'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
