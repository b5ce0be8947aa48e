import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Transfer } from '#contract/admin-transfers.ts';
import { senFromRinggit } from '#domain/money.ts';
import { TRANSFER_LISTS } from '#domain/orders/match-transfers.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useErrorToast } from '../customer/shell/toasts.tsx';
import { useMoney } from '../ui/text.tsx';
import { DecidedTransfers } from './decided-transfers.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { useShortcut } from './shortcuts.tsx';
import { StatementUpload } from './statement-upload.tsx';
import { StatusFilter } from './status-filter.tsx';
import { OtherChoices } from './transfer-choices.tsx';
import {
  book,
  Match,
  proposedBooking,
  TRANSFER_QUERIES,
  TransferCells,
  useBookingToast,
  type NewBooking,
} from './transfer-match.tsx';
import { UnmatchedPayments } from './unmatched-payments.tsx';

/** What came in by bank transfer: statements are uploaded, their lines matched with orders and booked. */
export function TransfersPage() {
  return (
    <AdminMessages of="adminTransfers">
      <Transfers />
    </AdminMessages>
  );
}

function Transfers() {
  const t = useTranslations('adminTransfers');
  const [search] = useSearchParams();
  const status = TRANSFER_LISTS.find((list) => list === search.get('status')) ?? 'open';
  const before = search.get('before') ?? undefined;
  const transfers = useQuery({
    queryKey: ['transfers', status, before],
    queryFn: ({ signal }) => sendRequest('listTransfers', { query: { status, before, limit: 100 }, signal }),
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      {status === 'open' && <StatementUpload />}
      <StatusFilter
        label={t('status')}
        all={t('lists.open')}
        options={TRANSFER_LISTS.filter((list) => list !== 'open').map((list) => [list, t(`lists.${list}`)])}
      />
      <QueryContent query={transfers}>
        {({ rows, next }) => {
          if (rows.length === 0) return <EmptyState title={t(`none.${status}`)} text={t(`noneText.${status}`)} />;
          return status === 'open' ? <OpenTransfers rows={rows} /> : <DecidedTransfers rows={rows} next={next} />;
        }}
      </QueryContent>
      {status === 'open' && <UnmatchedPayments />}
    </div>
  );
}

/** Certain transfers are ticked, proposed ones can be; one key books them all. */
function OpenTransfers({ rows }: { rows: readonly Transfer[] }) {
  const t = useTranslations('adminTransfers');
  const { chosen, isTicked, toggle, booking } = useBookings(rows);
  const countOf = (kind: string) => rows.filter(({ match }) => match?.kind === kind).length;
  return (
    <>
      <div className="admin-bulk">
        <button
          type="button"
          className="button"
          aria-keyshortcuts="b"
          disabled={booking.isPending || chosen.length === 0}
          onClick={() => booking.mutate(chosen)}
        >
          {t('book', { count: chosen.length })}
        </button>
        <kbd>{t('bookKey')}</kbd>
        <span role="status">
          {t('summary', { certain: countOf('certain'), likely: countOf('likely'), none: countOf('none') })}
        </span>
      </div>
      <div className="admin-table">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('book', { count: 0 })}</span>
              </th>
              {(['transfer', 'amount', 'order', 'other'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                isTicked={isTicked(row)}
                onToggle={() => toggle(row.id)}
                onBook={(chosenOrder) => booking.mutate([chosenOrder])}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function useBookings(rows: readonly Transfer[]) {
  const t = useTranslations('adminTransfers');
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const queries = useQueryClient();
  const showErrorToast = useErrorToast();
  const showResults = useBookingToast();
  const isTicked = (row: Transfer) =>
    proposedBooking(row) !== undefined && (row.match!.kind === 'certain') !== toggled.has(row.id);
  const toggle = (id: string) =>
    setToggled((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]));
  const chosen = rows.filter(isTicked).map((row) => proposedBooking(row)!);
  const booking = useMutation({
    mutationFn: book,
    onSuccess: showResults,
    onError: showErrorToast,
    onSettled: () => Promise.all(TRANSFER_QUERIES.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const { mutate, isPending } = booking;
  useShortcut('b', t('book', { count: chosen.length }), () => {
    if (!isPending && chosen.length > 0) mutate(chosen);
  });
  return { chosen, isTicked, toggle, booking };
}

type RowProps = {
  row: Transfer;
  isTicked: boolean;
  onToggle: () => void;
  onBook: (booking: NewBooking) => void;
};

function Row({ row, isTicked, onToggle, onBook }: RowProps) {
  const t = useTranslations('adminTransfers');
  const money = useMoney();
  const booking = proposedBooking(row);
  return (
    <tr>
      <td>
        {booking && (
          <input
            type="checkbox"
            aria-label={t('tick', { amount: money(senFromRinggit(row.amount)), order: booking.order })}
            checked={isTicked}
            onChange={onToggle}
          />
        )}
      </td>
      <TransferCells row={row} />
      <td className="is-detail">{row.match && <Match match={row.match} />}</td>
      <td className="is-detail">
        <OtherChoices row={row} onBook={onBook} />
      </td>
    </tr>
  );
}
