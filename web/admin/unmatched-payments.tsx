import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { UnmatchedPayment } from '#contract/admin-transfers.ts';
import { sendRequest } from '../browser/api-client.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Price } from '../ui/text.tsx';
import { useStaffErrorToast } from './error-toast.ts';

/** Payments at the provider that match no order, where there are any: what was done about each is noted. */
export function UnmatchedPayments() {
  const t = useTranslations('adminTransfers.provider');
  const payments = useQuery({
    queryKey: ['unmatched-payments'],
    queryFn: ({ signal }) => sendRequest('listUnmatchedPayments', { signal }),
  });
  if (!payments.data || payments.data.rows.length === 0) return null;
  return (
    <section aria-labelledby="provider">
      <h2 id="provider">{t('title')}</h2>
      <p className="field-hint">{t('hint')}</p>
      <ul className="admin-list">
        {payments.data.rows.map((row) => (
          <Payment key={row.id} payment={row} />
        ))}
      </ul>
    </section>
  );
}

function Payment({ payment: { id, state, order, at, session, amount } }: { payment: UnmatchedPayment }) {
  const t = useTranslations('adminTransfers.provider');
  const errors = useTranslations('adminTransfers.errors');
  const moment = useDateTimeFormat();
  const queries = useQueryClient();
  const field = useId();
  const settle = useMutation({
    mutationFn: (note: string) => sendRequest('settlePayment', { body: { id, note } }),
    onError: useStaffErrorToast({ too_late: errors('too_late'), not_found: errors('too_late') }),
    onSettled: () =>
      Promise.all([['unmatched-payments'], ['work-list']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note')).trim();
    if (note !== '') settle.mutate(note);
  };
  return (
    <li>
      <span>{amount !== null && <Price ringgit={amount} className="nowrap" />}</span>
      <span className="order-state">{t(`states.${state}`)}</span>
      {order !== null && (
        <Link dir="ltr" to={`/orders/${order}`}>
          {order}
        </Link>
      )}
      <small>
        <bdi>{session ?? id}</bdi> · {moment(at)}
      </small>
      <form className="admin-row-form" onSubmit={submit}>
        <div className="field">
          <label htmlFor={field}>{t('note')}</label>
          <input id={field} name="note" required maxLength={2000} dir="auto" autoComplete="off" />
        </div>
        <button className="button button-quiet" disabled={settle.isPending}>
          {t('settle')}
        </button>
      </form>
    </li>
  );
}
