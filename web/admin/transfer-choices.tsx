import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Transfer } from '#contract/admin-transfers.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { Price } from '../ui/text.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { TRANSFER_QUERIES, type NewBooking } from './transfer-match.tsx';

type Choices = { row: Transfer; onBook: (booking: NewBooking) => void };

/** What a person may do with a transfer beside what is proposed: book it on another order, send it back, or put it aside. */
export function OtherChoices({ row, onBook }: Choices) {
  const t = useTranslations('adminTransfers');
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('other')}</summary>
      {isOpen && (
        <div className="transfer-choices">
          <OrderChoice row={row} onBook={onBook} />
          <DismissForm id={row.id} />
        </div>
      )}
    </details>
  );
}

/** An order is found by its number, and looked at before the money is booked on it. */
function OrderChoice({ row, onBook }: Choices) {
  const t = useTranslations('adminTransfers');
  const [number, setNumber] = useState('');
  const field = useId();
  const orders = useQuery({
    queryKey: ['orders', { q: number, limit: 1 }],
    queryFn: ({ signal }) => sendRequest('listAllOrders', { query: { q: number, limit: 1 }, signal }),
    enabled: number !== '',
  });
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setNumber(String(new FormData(event.currentTarget).get('number')).trim());
  };
  const [found] = orders.data?.rows ?? [];
  return (
    <>
      <form className="admin-row-form" onSubmit={find}>
        <div className="field">
          <label htmlFor={field}>{t('number')}</label>
          <input
            id={field}
            name="number"
            required
            maxLength={20}
            dir="ltr"
            autoComplete="off"
            defaultValue={row.match?.order ?? row.match?.candidates[0]}
          />
        </div>
        <button className="button button-quiet">{t('find')}</button>
      </form>
      {orders.isSuccess && !found && <p role="status">{t('noOrder')}</p>}
      {found && <FoundOrder order={found} line={row.id} onBook={onBook} />}
    </>
  );
}

type FoundOrderProps = {
  order: {
    number: string;
    status: Parameters<ReturnType<typeof useTranslations<'common.orderStates'>>>[0];
    name: string;
    payable: number;
  };
  line: string;
  onBook: (booking: NewBooking) => void;
};

function FoundOrder({ order: { number, status, name, payable }, line, onBook }: FoundOrderProps) {
  const t = useTranslations('adminTransfers');
  const states = useTranslations('common.orderStates');
  return (
    <div role="status">
      <p>
        <bdi>{number}</bdi> · <bdi>{name}</bdi> · <Price ringgit={payable} className="nowrap" />{' '}
        <span className="order-state">{states(status)}</span>
      </p>
      <div className="admin-actions">
        <button type="button" className="button button-quiet" onClick={() => onBook({ line, order: number })}>
          {t('bookOn')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          onClick={() => onBook({ line, order: number, is_surplus: true })}
        >
          {t('sendBack')}
        </button>
      </div>
    </div>
  );
}

function DismissForm({ id }: { id: string }) {
  const t = useTranslations('adminTransfers');
  const errors = useTranslations('adminTransfers.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({ too_late: errors('too_late') });
  const field = useId();
  const refresh = () => Promise.all(TRANSFER_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey })));
  const undo = () => void sendRequest('reopenTransfer', { body: { id } }).catch(showErrorToast).finally(refresh);
  const dismiss = useMutation({
    mutationFn: (note: string) => sendRequest('dismissTransfer', { body: { id, note } }),
    onSuccess: () => showToast({ text: t('dismissed'), action: { label: t('undo'), onPress: undo } }),
    onError: showErrorToast,
    onSettled: refresh,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const note = String(new FormData(event.currentTarget).get('note')).trim();
    if (note !== '') dismiss.mutate(note);
  };
  return (
    <form className="admin-row-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor={field}>{t('note')}</label>
        <input id={field} name="note" required maxLength={500} dir="auto" autoComplete="off" />
      </div>
      <button className="button button-quiet" disabled={dismiss.isPending}>
        {t('dismiss')}
      </button>
    </form>
  );
}
