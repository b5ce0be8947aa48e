import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyClaim, ClaimRow } from '#contract/admin-returns.ts';
import { CLAIM_STATES } from '#domain/orders/claim.ts';
import { sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { showToast } from '../customer/shell/toasts.tsx';
import { Count } from '../ui/text.tsx';
import { useActorName } from './actor-name.ts';
import { AdminMessages } from './admin-messages.tsx';
import { CustomerHistory } from './customer-history.tsx';
import type { Column } from './data-table.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { useDecisionKey } from './shortcuts.tsx';
import { StatusTable } from './status-list.tsx';

/** Claims that orders did not arrive, the newest first. */
export function ClaimsPage() {
  return (
    <AdminMessages of="adminRequests">
      <Claims />
    </AdminMessages>
  );
}

function Claims() {
  const t = useTranslations('adminRequests.claims');
  return (
    <StatusTable
      name="claims"
      words={{ title: t('title'), status: t('status'), all: t('all'), none: t('none'), noneText: t('noneText') }}
      states={CLAIM_STATES.map((state) => [state, t(`states.${state}`)] as const)}
      load={(query, signal) => sendRequest('listAllClaims', { query, signal })}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<ClaimRow>[] {
  const t = useTranslations('adminRequests.claims');
  const common = useRequestColumns();
  return useMemo(
    () => [
      {
        id: 'claim',
        header: t('title'),
        cell: ({ number, order }) => <Link to={`/claims/${number}`}>{t('ofOrder', { number, order })}</Link>,
      },
      common.status(({ status }) => t(`states.${status}`)),
      common.reason(({ problem, wish }) => `${t(`problems.${problem}`)}, ${t(`wishes.${wish}`)}`),
      common.customer,
      common.date(({ opened_at: at }) => at),
    ],
    [t, common],
  );
}

/** One claim: what is missing, what its customer would like, and what can be done now. */
export function ClaimPage() {
  return (
    <AdminMessages of="adminRequests">
      <OneClaim />
    </AdminMessages>
  );
}

function OneClaim() {
  const t = useTranslations('adminRequests.claims');
  const { number = '' } = useParams();
  const found = useQuery({
    queryKey: ['claim', number],
    queryFn: ({ signal }) => sendRequest('getAnyClaim', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/claims">{t('back')}</Link>
      </p>
      <PageTitle title={t('name', { number })} />
      <QueryContent query={found}>{(claim) => <ClaimDetails claim={claim} />}</QueryContent>
    </div>
  );
}

function ClaimDetails({ claim }: { claim: AnyClaim }) {
  const t = useTranslations('adminRequests.claims');
  const moment = useDateTimeFormat();
  const nameOf = useActorName();
  return (
    <>
      <p>
        <span className="order-state">{t(`states.${claim.status}`)}</span> {t(`problems.${claim.problem}`)},{' '}
        {t(`wishes.${claim.wish}`)}
      </p>
      <p>
        {t(claim.is_address_right ? 'addressRight' : 'addressWrong')}{' '}
        <Link to={`/orders/${claim.order}`}>{t('order')}</Link>
        {claim.refund_id !== null && (
          <>
            {' · '}
            <Link to={`/refunds/${claim.refund_id}`}>{t('refund')}</Link>
          </>
        )}
      </p>
      {claim.note && (
        <blockquote className="admin-quote" dir="auto">
          {claim.note}
        </blockquote>
      )}
      <div className="admin-columns">
        <div>
          <ul className="admin-list">
            {claim.lines.map(({ title, qty }) => (
              <li key={title}>
                <span>
                  <Count of={qty} /> × <bdi>{title}</bdi>
                </span>
              </li>
            ))}
          </ul>
          <Decide claim={claim} />
          <ol className="admin-history">
            {claim.moves.map(({ status, at, actor, note }) => (
              <li key={at + status}>
                <b>{t(`states.${status}`)}</b> {moment(at)} · {nameOf(actor)}
                {note && <p dir="auto">{note}</p>}
              </li>
            ))}
          </ol>
        </div>
        <CustomerHistory email={claim.email} />
      </div>
    </>
  );
}

type Parcel = { carrier: string; tracking: string };
type Decision = { number: string; to: 'resent' | 'refunded' | 'declined'; parcel?: Parcel; note?: string };

function useDecision() {
  const t = useTranslations('adminRequests.claims.errors');
  const queries = useQueryClient();
  const showErrorToast = useStaffErrorToast({
    too_late: t('too_late'),
    not_refundable: t('not_refundable'),
    out_of_stock: t('out_of_stock'),
  });
  return useMutation({
    mutationFn: (body: Decision) => sendRequest('decideAnyClaim', { body }),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries(),
  });
}

function Decide({ claim: { number, status } }: { claim: AnyClaim }) {
  const t = useTranslations('adminRequests.claims');
  const can = useCan();
  const carrier = useRef<HTMLInputElement>(null);
  const tracking = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLTextAreaElement>(null);
  const decide = useDecision();
  const decisionKey = useDecisionKey();
  if (!can('refunds.write') || status !== 'open') return null;
  const resend = () => {
    const parcel = { carrier: carrier.current!.value.trim(), tracking: tracking.current!.value.trim() };
    if ((parcel.carrier === '') !== (parcel.tracking === ''))
      return showToast({ kind: 'danger', text: t('errors.parcel') });
    return decide.mutate({ number, to: 'resent', ...(parcel.carrier !== '' && { parcel }) });
  };
  return (
    <div className="form">
      <div className="admin-row-form">
        <label className="field">
          <span>{t('carrier')}</span>
          <input ref={carrier} maxLength={100} autoComplete="off" />
        </label>
        <label className="field">
          <span>{t('tracking')}</span>
          <input ref={tracking} maxLength={100} autoComplete="off" />
        </label>
      </div>
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={note} rows={3} maxLength={2000} dir="auto" />
      </label>
      <div className="admin-actions">
        <button ref={decisionKey} type="button" className="button" disabled={decide.isPending} onClick={resend}>
          {t('resend')}
        </button>
        <button
          type="button"
          className="button"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ number, to: 'refunded' })}
        >
          {t('pay')}
        </button>
        <button
          type="button"
          className="button button-quiet"
          disabled={decide.isPending}
          onClick={() => decide.mutate({ number, to: 'declined', note: note.current!.value })}
        >
          {t('decline')}
        </button>
      </div>
    </div>
  );
}
