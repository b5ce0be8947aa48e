import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Link, useParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnyReturn, ReturnRow } from '#contract/admin-returns.ts';
import { formatCount } from '#domain/locale.ts';
import { RETURN_STATES } from '#domain/orders/return.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { Price, useReaderLocale } from '../ui/text.tsx';
import { AdminMessages } from './admin-messages.tsx';
import { CopiesFields, useCopies } from './copies-fields.tsx';
import { CustomerHistory } from './customer-history.tsx';
import type { Column } from './data-table.tsx';
import { useStaffErrorToast } from './error-toast.ts';
import { useCan } from './layout.tsx';
import { RefundHistory, RefundLines } from './refunds-page.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { useDecisionKey } from './shortcuts.tsx';
import { StatusTable } from './status-list.tsx';

/** Returns of all orders, the newest first. */
export function ReturnsPage() {
  return (
    <AdminMessages of="adminRequests">
      <Returns />
    </AdminMessages>
  );
}

function Returns() {
  const t = useTranslations('adminRequests.returns');
  return (
    <StatusTable
      name="returns"
      words={{ title: t('title'), status: t('status'), all: t('all'), none: t('none'), noneText: t('noneText') }}
      states={RETURN_STATES.map((state) => [state, t(`states.${state}`)] as const)}
      load={async (query, signal) => {
        const { rows, next } = await sendRequest('listAllReturns', { query, signal });
        return { rows: rows.map((row) => ({ ...row, id: row.number })), next };
      }}
      columns={useColumns()}
    />
  );
}

function useColumns(): readonly Column<ReturnRow & { id: string }>[] {
  const t = useTranslations('adminRequests.returns');
  const reasons = useTranslations('admin.refunds.reasons');
  const common = useRequestColumns();
  return useMemo(
    () => [
      {
        id: 'return',
        header: t('title'),
        cell: ({ number, order }) => <Link to={`/returns/${number}`}>{t('ofOrder', { number, order })}</Link>,
      },
      common.status(({ status }) => t(`states.${status}`)),
      common.reason(({ reason }) => reasons(reason)),
      common.customer,
      common.date(({ requested_at: at }) => at),
    ],
    [t, reasons, common],
  );
}

/** One return: what comes back and why, its photos, and what can be done now. */
export function ReturnPage() {
  return (
    <AdminMessages of="adminRequests">
      <OneReturn />
    </AdminMessages>
  );
}

function OneReturn() {
  const t = useTranslations('adminRequests.returns');
  const { number = '' } = useParams();
  const found = useQuery({
    queryKey: ['return', number],
    queryFn: ({ signal }) => sendRequest('getAnyReturn', { params: { number }, signal }),
  });
  return (
    <div className="page">
      <p>
        <Link to="/returns">{t('back')}</Link>
      </p>
      <PageTitle title={t('name', { number })} />
      <QueryContent query={found}>{(one) => <ReturnDetails found={one} />}</QueryContent>
    </div>
  );
}

function ReturnDetails({ found }: { found: AnyReturn }) {
  const t = useTranslations('adminRequests.returns');
  const reasons = useTranslations('admin.refunds.reasons');
  const { refund } = found;
  return (
    <>
      <p>
        <span className="order-state">{t(`states.${found.status}`)}</span> <Price ringgit={refund.amount} />
      </p>
      <p>
        {reasons(found.reason)}
        {found.is_withdrawal && ` · ${t('withdrawal')}`} · <Link to={`/orders/${found.order}`}>{t('order')}</Link> ·{' '}
        <Link to={`/refunds/${refund.id}`}>{t('refund')}</Link>
      </p>
      {refund.note && (
        <blockquote className="admin-quote" dir="auto">
          {refund.note}
        </blockquote>
      )}
      <div className="admin-columns">
        <div>
          <RefundLines lines={refund.lines} />
          <Photos ids={found.photos} />
          <Decide key={refund.lines.map(({ id, qty }) => id + qty).join()} found={found} />
          <RefundHistory moves={refund.moves} />
        </div>
        <CustomerHistory email={found.email} />
      </div>
    </>
  );
}

function Photos({ ids }: { ids: readonly string[] }) {
  const t = useTranslations('adminRequests.returns');
  const locale = useReaderLocale();
  if (ids.length === 0) return null;
  return (
    <section className="admin-section">
      <h2>{t('photos')}</h2>
      <div className="admin-photos">
        {ids.map((id, index) => (
          <Photo key={id} id={id} name={t('photo', { number: formatCount(index + 1, locale) })} />
        ))}
      </div>
    </section>
  );
}

/** Only the staff get a photo: it is fetched with their token and shown as data. */
function Photo({ id, name }: { id: string; name: string }) {
  const photo = useQuery({
    queryKey: ['return-photo', id],
    queryFn: async ({ signal }) => dataUrl(await fetchFile('getReturnPhoto', { params: { id }, signal })),
    staleTime: Infinity,
  });
  return <QueryContent query={photo}>{(source) => <img src={source} alt={name} />}</QueryContent>;
}

function dataUrl(file: Blob): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  reader.addEventListener('load', () => resolve(String(reader.result)));
  reader.addEventListener('error', () => reject(reader.error ?? new Error('The photo cannot be read.')));
  reader.readAsDataURL(file);
  return promise;
}

type Decision = { to: 'accepted' | 'received' | 'declined'; items?: { id: string; qty: number }[] };

function Decide({ found: { number, status, refund } }: { found: AnyReturn }) {
  const t = useTranslations('adminRequests.returns');
  const can = useCan();
  const queries = useQueryClient();
  const note = useRef<HTMLTextAreaElement>(null);
  const copies = useCopies(refund.lines);
  const decisionKey = useDecisionKey();
  const showErrorToast = useStaffErrorToast({
    too_late: t('errors.too_late'),
    not_refundable: t('errors.not_refundable'),
  });
  const decide = useMutation({
    mutationFn: (decision: Decision) =>
      sendRequest('decideReturn', { body: { number, ...decision, note: note.current!.value } }),
    onError: showErrorToast,
    onSettled: () => queries.invalidateQueries(),
  });
  if (!can('refunds.write') || (status !== 'requested' && status !== 'accepted')) return null;
  return (
    <div className="form">
      <CopiesFields lines={refund.lines} copies={copies} />
      <p className="field-hint">{t('receiveHint')}</p>
      <label className="field">
        <span>{t('note')}</span>
        <textarea ref={note} rows={3} maxLength={2000} dir="auto" />
      </label>
      <div className="admin-actions">
        {status === 'requested' && (
          <button
            ref={decisionKey}
            type="button"
            className="button"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ to: 'accepted' })}
          >
            {t('accept')}
          </button>
        )}
        <button
          ref={status === 'accepted' ? decisionKey : undefined}
          type="button"
          className={status === 'accepted' ? 'button' : 'button button-quiet'}
          disabled={decide.isPending || copies.isNone}
          onClick={() => decide.mutate({ to: 'received', ...copies.body })}
        >
          {t('receive')}
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
