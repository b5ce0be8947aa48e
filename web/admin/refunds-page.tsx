import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyRefund, RefundRow } from '#contract/admin-refunds.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { Count, Price } from '../ui/text.tsx';
import type { Column } from './data-table.tsx';
import { useActorName } from './actor-name.ts';
import { CopiesFields, useCopies } from './copies-fields.tsx';
import { CustomerHistory } from './customer-history.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { useDecisionKey } from './shortcuts.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { StatusTable } from './status-list.tsx';

/** Refunds of all orders, the newest first. */
export function RefundsPage() {
  const t = useTranslations('admin.refunds');
  const states = useTranslations('common.refundStates');
  return (
    <StatusTable
      name="refunds"
      words={{ title: t('title'), status: t('status'), all: t('all'), none: t('none'), noneText: t('noneText') }}
      states={REFUND_STATES.map((state) => [state, states(state)] as const)}
      load={(query, signal) => sendRequest('listAllRefunds', { query, signal })}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<RefundRow>[] {
  const t = useTranslations('admin.refunds');
  const common = useRequestColumns();
  const states = useTranslations('common.refundStates');
  return useMemo(
    () => [
      {
        id: 'refund',
        header: t('title'),
        cell: ({ id, order, amount }) => (
          <Link to={`/refunds/${id}`}>
            {t('ofOrder', { number: order })} · <Price ringgit={amount} className="nowrap" />
          </Link>
        ),
      },
      common.status(({ status }) => states(status)),
      common.reason(({ reason }) => t(`reasons.${reason}`)),
      common.customer,
      common.date(({ requested_at: at }) => at),
    ],
    [t, states, common],
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
  return (
    <>
      <PageTitle title={t('ofOrder', { number: refund.order })} />
      <p>
        <span className="order-state">{states(refund.status)}</span> <Price ringgit={refund.amount} />
      </p>
      <p>
        {t(`reasons.${refund.reason}`)} · <Link to={`/orders/${refund.order}`}>{t('order')}</Link>
        {refund.return_number !== null && (
          <>
            {' · '}
            <Link to={`/returns/${refund.return_number}`}>{t('return')}</Link>
          </>
        )}
      </p>
      {refund.note && (
        <blockquote className="admin-quote" dir="auto">
          {refund.note}
        </blockquote>
      )}
      <div className="admin-columns">
        <div>
          <RefundLines lines={refund.lines} />
          <Decision refund={refund} />
          <RefundHistory moves={refund.moves} />
        </div>
        <CustomerHistory email={refund.email} />
      </div>
    </>
  );
}

/** What of a refund is paid back for which copies. */
export function RefundLines({ lines }: { lines: AnyRefund['lines'] }) {
  return (
    <ul className="admin-list">
      {lines.map(({ id, title, qty, amount }) => (
        <li key={id}>
          <span>
            <Count of={qty} /> × <bdi>{title}</bdi>
          </span>
          <Price ringgit={amount} />
        </li>
      ))}
    </ul>
  );
}

/** Who asked for a refund and decided it, the oldest first. */
export function RefundHistory({ moves }: { moves: AnyRefund['moves'] }) {
  const states = useTranslations('common.refundStates');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  return (
    <ol className="admin-history">
      {moves.map(({ status, at, actor, note }) => (
        <li key={at + status}>
          <b>{states(status)}</b> {moment(at)} · {nameOf(actor)}
          {note && <p dir="auto">{note}</p>}
        </li>
      ))}
    </ol>
  );
}

function Decision({ refund }: { refund: AnyRefund }) {
  const { id, status, lines } = refund;
  const can = useCan();
  if (!can('refunds.write')) return null;
  if (status === 'requested') return <Decide key={lines.map((line) => line.id + line.qty).join()} refund={refund} />;
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
      not_refundable: t('not_refundable'),
      refund_changed: t('refund_changed'),
      method_unavailable: t('method_unavailable'),
      payment_unreachable: t('payment_unreachable'),
    }),
    onSettled: () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  };
}

type Choice = { to: 'approved' | 'declined'; items?: { id: string; qty: number }[] };

function Decide({ refund: { id, lines } }: { refund: AnyRefund }) {
  const t = useTranslations('admin.refunds');
  const note = useRef<HTMLTextAreaElement>(null);
  const copies = useCopies(lines);
  const decisionKey = useDecisionKey();
  const decide = useMutation({
    mutationFn: (choice: Choice) => sendRequest('decideRefund', { body: { id, ...choice, note: note.current!.value } }),
    ...useAfterwards(id),
  });
  return (
    <div className="form">
      <CopiesFields lines={lines} copies={copies} />
      <p className="field-hint">{t('partly')}</p>
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={note} rows={3} maxLength={2000} dir="auto" />
      </label>
      <div className="admin-actions">
        <button
          ref={decisionKey}
          type="button"
          className="button"
          disabled={decide.isPending || copies.isNone}
          onClick={() => decide.mutate({ to: 'approved', ...copies.body })}
        >
          {t('approve')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ to: 'declined' })}
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
  const decisionKey = useDecisionKey();
  const payOut = useMutation({
    mutationFn: (isTransfer: boolean) =>
      withProof(() => sendRequest('payOutRefund', { body: { id, by_transfer: isTransfer } })),
    ...useAfterwards(id),
  });
  return (
    <div className="admin-actions">
      <button
        ref={decisionKey}
        type="button"
        className="button"
        disabled={payOut.isPending}
        onClick={() => payOut.mutate(false)}
      >
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
