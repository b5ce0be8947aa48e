import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyRefund, RefundRow } from '#contract/admin-refunds.ts';
import { REFUND_STATES, type RefundState } from '#domain/orders/refund.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { Count, Price } from '../ui/text.tsx';
import { useActorName } from './actor-name.ts';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { StatusFilter } from './status-filter.tsx';

const isState = (text: string | null): text is RefundState => REFUND_STATES.some((state) => state === text);

/** Refunds of all orders; those that wait for a decision unless the address says otherwise. */
export function RefundsPage() {
  const t = useTranslations('admin.refunds');
  const states = useTranslations('common.refundStates');
  const [search] = useSearchParams();
  const wanted = search.get('status');
  const status = isState(wanted) ? wanted : undefined;
  const refunds = useQuery({
    queryKey: ['refunds', status],
    queryFn: ({ signal }) => sendRequest('listAllRefunds', { query: { status }, signal }),
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <StatusFilter label={t('status')} all={t('all')} options={REFUND_STATES.map((state) => [state, states(state)])} />
      <QueryContent query={refunds}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <ul className="admin-list">
              {rows.map((row) => (
                <RefundItem key={row.id} row={row} />
              ))}
            </ul>
          )
        }
      </QueryContent>
    </div>
  );
}

function RefundItem({ row: { id, order, status, amount, reason, email, requested_at: at } }: { row: RefundRow }) {
  const t = useTranslations('admin.refunds');
  const states = useTranslations('common.refundStates');
  const moment = useDateTimeFormat();
  return (
    <li>
      <Link to={`/refunds/${id}`}>
        {t('ofOrder', { number: order })} · <Price ringgit={amount} className="nowrap" />
      </Link>
      <span className="order-state">{states(status)}</span>
      <small>
        {t(`reasons.${reason}`)} · <bdi>{email}</bdi> · {moment(at)}
      </small>
    </li>
  );
}

/** One refund: what it is for, who decided it, and what can be done now. */
export function RefundPage() {
  const t = useTranslations('admin.refunds');
  const { id = '' } = useParams();
  const refund = useQuery({
    queryKey: ['refund', id],
    queryFn: ({ signal }) => sendRequest('getAnyRefund', { params: { id }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/refunds">{t('back')}</Link>
      </p>
      <QueryContent query={refund}>{(found) => <RefundDetails refund={found} />}</QueryContent>
    </div>
  );
}

function RefundDetails({ refund }: { refund: AnyRefund }) {
  const t = useTranslations('admin.refunds');
  const states = useTranslations('common.refundStates');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  return (
    <>
      <PageTitle title={t('ofOrder', { number: refund.order })} />
      <p>
        <span className="order-state">{states(refund.status)}</span> <Price ringgit={refund.amount} />
      </p>
      <p>
        {t(`reasons.${refund.reason}`)} · <bdi>{refund.email}</bdi> ·{' '}
        <Link to={`/orders/${refund.order}`}>{t('order')}</Link>
      </p>
      {refund.note && <blockquote dir="auto">{refund.note}</blockquote>}
      <ul className="admin-list">
        {refund.lines.map(({ title, qty, amount }) => (
          <li key={title}>
            <span>
              <Count of={qty} /> × <bdi>{title}</bdi>
            </span>
            <Price ringgit={amount} />
          </li>
        ))}
      </ul>
      <Decision refund={refund} />
      <ol className="admin-history">
        {refund.moves.map(({ status, at, actor, note }) => (
          <li key={at + status}>
            <b>{states(status)}</b> {moment(at)} · {nameOf(actor)}
            {note && <p dir="auto">{note}</p>}
          </li>
        ))}
      </ol>
    </>
  );
}

function Decision({ refund: { id, status } }: { refund: AnyRefund }) {
  const can = useCan();
  if (!can('refunds.write')) return null;
  if (status === 'requested') return <Decide id={id} />;
  return status === 'approved' ? <PayOut id={id} /> : null;
}

/** What follows a request about a refund. */
function useAfterwards(id: string) {
  const t = useTranslations('admin.refunds.errors');
  const queries = useQueryClient();
  const keys = [['refund', id], ['refunds'], ['work-list']];
  return {
    onError: useStaffErrorToast({
      too_late: t('too_late'),
      refund_changed: t('refund_changed'),
      method_unavailable: t('method_unavailable'),
      payment_unreachable: t('payment_unreachable'),
    }),
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
}

function Decide({ id }: { id: string }) {
  const t = useTranslations('admin.refunds');
  const note = useRef<HTMLTextAreaElement>(null);
  const decide = useMutation({
    mutationFn: (to: 'approved' | 'declined') =>
      sendRequest('decideRefund', { body: { id, to, note: note.current!.value } }),
    ...useAfterwards(id),
  });
  return (
    <div className="form">
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={note} rows={3} maxLength={2000} dir="auto" />
      </label>
      <div className="admin-actions">
        <button type="button" className="button" disabled={decide.isPending} onClick={() => decide.mutate('approved')}>
          {t('approve')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={decide.isPending}
          onClick={() => decide.mutate('declined')}
        >
          {t('decline')}
        </button>
      </div>
    </div>
  );
}

function PayOut({ id }: { id: string }) {
  const t = useTranslations('admin.refunds');
  const { withProof, proofDialog } = useProof();
  const payOut = useMutation({
    mutationFn: (isTransfer: boolean) =>
      withProof(() => sendRequest('payOutRefund', { body: { id, by_transfer: isTransfer } })),
    ...useAfterwards(id),
  });
  return (
    <div className="admin-actions">
      <button type="button" className="button" disabled={payOut.isPending} onClick={() => payOut.mutate(false)}>
        {t('payOut')}
      </button>
      <button
        type="button"
        className="button button-quiet"
        disabled={payOut.isPending}
        onClick={() => payOut.mutate(true)}
      >
        {t('payOutTransfer')}
      </button>
      {proofDialog}
    </div>
  );
}
