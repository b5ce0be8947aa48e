import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { BookingResult, Transfer } from '#contract/admin-transfers.ts';
import { formatDate } from '#domain/dates.ts';
import { senFromRinggit } from '#domain/money.ts';
import { MAX_BOOKINGS } from '#domain/orders/match-transfers.ts';
import { sendRequest } from '../browser/api-client.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { Price, useMoney, useReaderLocale } from '../ui/text.tsx';

/** What is asked again once transfers were booked or put aside. */
export const TRANSFER_QUERIES = [['transfers'], ['orders'], ['order'], ['work-list'], ['money']];

export type NewBooking = { line: string; order: string; is_surplus?: boolean };

/** How an open transfer can be booked as it is proposed; undefined where a person has to choose, or it is too little. */
export function proposedBooking({ id, match }: Transfer): NewBooking | undefined {
  if (!match || match.order === null || match.reason === 'underpaid') return undefined;
  return { line: id, order: match.order, ...(match.reason === 'paid_twice' && { is_surplus: true }) };
}

/** Day, payer and text of a transfer, and its amount. */
export function TransferCells({ row: { day, payer, text, amount, order } }: { row: Transfer }) {
  const locale = useReaderLocale();
  return (
    <>
      <td className="is-detail">
        {formatDate(day, locale)}
        {payer !== '' && (
          <>
            {' · '}
            <bdi>{payer}</bdi>
          </>
        )}
        <small dir="auto">{text}</small>
      </td>
      <td className="is-detail">
        <Price ringgit={amount} className="nowrap" />
        {order !== null && (
          <small>
            <Link dir="ltr" to={`/orders/${order}`}>
              {order}
            </Link>
          </small>
        )}
      </td>
    </>
  );
}

/** The order that a transfer may pay, and why; or why none. */
export function Match({ match }: { match: NonNullable<Transfer['match']> }) {
  const t = useTranslations('adminTransfers');
  const money = useMoney();
  const amount = money(senFromRinggit(Math.abs(match.difference)));
  const orders = match.order === null ? match.candidates : [match.order];
  return (
    <>
      {orders.map((order) => (
        <span key={order}>
          <Link className="nowrap" dir="ltr" to={`/orders/${order}`}>
            {order}
          </Link>{' '}
        </span>
      ))}
      <small>{match.reason === null ? t('certain') : t(`reasons.${match.reason}`, { amount })}</small>
    </>
  );
}

/** Books transfers on orders; those of one order together. */
export async function book(bookings: readonly NewBooking[]): Promise<BookingResult[]> {
  const results: BookingResult[] = [];
  for (const part of inParts(bookings))
    results.push(...(await sendRequest('bookTransfers', { body: { bookings: part } })).results);
  return results;
}

/** As many as one request takes, without parting those of one order. */
function inParts(bookings: readonly NewBooking[]): NewBooking[][] {
  const parts: NewBooking[][] = [[]];
  for (const together of Map.groupBy(bookings, ({ order }) => order).values()) {
    if (parts.at(-1)!.length + together.length > MAX_BOOKINGS) parts.push([]);
    parts.at(-1)!.push(...together);
  }
  return parts.filter((part) => part.length > 0);
}

const ERRORS = ['too_late', 'not_found', 'underpaid'] as const;

/** Says what became of each order. */
export function useBookingToast(): (results: readonly BookingResult[]) => void {
  const t = useTranslations('adminTransfers');
  const money = useMoney();
  return (results) => {
    const countOf = (...outcomes: BookingResult['outcome'][]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const done = countOf('paid', 'reinstated', 'refunded', 'linked', 'surplus');
    const [revived, refunded] = [countOf('reinstated'), countOf('refunded')];
    const surplus = results.reduce((sum, result) => sum + senFromRinggit(result.surplus), 0);
    const said = [
      t('done', { count: done }),
      ...(revived > 0 ? [t('revived', { count: revived })] : []),
      ...(refunded > 0 ? [t('refunded', { count: refunded })] : []),
      ...(surplus > 0 ? [t('surplus', { amount: money(surplus) })] : []),
    ];
    if (done > 0) showToast({ text: said.join(' ') });
    const failed = results.flatMap(({ order, error }) =>
      error === null
        ? []
        : [t('failed', { order, reason: t(`errors.${ERRORS.find((known) => known === error) ?? 'other'}`) })],
    );
    if (failed.length > 0) showToast({ kind: 'warning', text: failed.join(' '), durationMs: 15_000 });
  };
}
