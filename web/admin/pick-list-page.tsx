import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { PickList } from '#contract/admin-fulfilment.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { Count, ForeignText } from '../ui/text.tsx';
import { useReason } from './transitions.tsx';

/** What to fetch from the shelves for the orders of the address, by title; for paper, too. */
export function PickListPage() {
  const t = useTranslations('adminFulfilment');
  const [search] = useSearchParams();
  const number = search.getAll('number');
  const list = useQuery({
    queryKey: ['orders', 'pick-list', ...number],
    queryFn: ({ signal }) => sendRequest('getPickList', { query: { number }, signal }),
  });
  return (
    <div className="page pick-list">
      <p className="no-print">
        <Link to="/fulfilment">{t('back')}</Link>
      </p>
      <PageTitle title={t('pickList')} />
      <QueryContent query={list}>
        {(found) => (
          <>
            <Skipped skipped={found.skipped} />
            {found.formats.length === 0 ? (
              <EmptyState title={t('pick.none')} text={t('pick.noneText')} />
            ) : (
              <Formats list={found} />
            )}
          </>
        )}
      </QueryContent>
    </div>
  );
}

function Skipped({ skipped }: { skipped: PickList['skipped'] }) {
  const t = useTranslations('adminFulfilment.pick');
  const orders = useTranslations('admin.orders');
  const reason = useReason();
  if (skipped.length === 0) return null;
  return (
    <div className="alert alert-warning" role="alert">
      <p>{t('skipped', { count: skipped.length })}</p>
      <ul>
        {skipped.map(({ number, error }) => (
          <li key={number}>{orders('failedLine', { number, reason: reason(error) })}</li>
        ))}
      </ul>
    </div>
  );
}

function Formats({ list: { formats, orders } }: { list: PickList }) {
  const t = useTranslations('adminFulfilment');
  const copies = formats.reduce((sum, format) => sum + format.copies, 0);
  return (
    <>
      <div className="admin-actions">
        <p>{t('pick.summary', { orders: orders.length, copies })}</p>
        <button type="button" className="button button-quiet" onClick={() => print()}>
          <Printer aria-hidden="true" size={18} />
          {t('pick.print')}
        </button>
      </div>
      <div className="admin-table">
        <table>
          <thead>
            <tr>
              {[t('copies'), t('pick.book'), t('pick.orders')].map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {formats.map((format) => (
              <FormatRow key={format.variant_id} format={format} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function FormatRow({ format }: { format: PickList['formats'][number] }) {
  const t = useTranslations('common');
  const { title, language, contributors, isbn, copies, orders } = format;
  return (
    <tr>
      <td className="pick-copies">
        <Count of={copies} />
      </td>
      <td>
        <b>
          <ForeignText text={title} language={language} />
        </b>
        <small>
          <bdi>{contributors.join(', ')}</bdi>
        </small>
        <small>
          {t(`formats.${format.format}`)}
          {isbn && (
            <>
              {' · '}
              <bdi>{isbn}</bdi>
            </>
          )}
        </small>
      </td>
      <td className="is-detail">
        <ul className="pick-orders">
          {orders.map(({ number, copies: wanted }) => (
            <li key={number}>
              <Link className="nowrap" dir="ltr" to={`/orders/${number}`}>
                {number}
              </Link>
              {wanted > 1 && (
                <>
                  {' × '}
                  <Count of={wanted} />
                </>
              )}
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}
