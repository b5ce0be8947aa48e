import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderRow } from '#contract/admin.ts';
import { ORDER_STATES, type OrderState } from '#domain/orders/order.ts';
import { ORDER_SEARCH_LENGTH } from '#domain/orders/staff-work.ts';
import { fetchFile, sendRequest } from '../browser/api-client.ts';
import { DownloadButton } from '../customer/page/download-button.tsx';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { FilterLink } from '../customer/page/filter-link.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { useFilter } from '../customer/page/use-filter.ts';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { useProof } from '../customer/security/use-proof.tsx';
import { Count, Price } from '../ui/text.tsx';
import { DataTable, usePages, useSelection, type Column } from './data-table.tsx';
import type { ListQuery } from './long-table.tsx';
import { useCan } from './layout.tsx';
import { PrintButtons } from './print-buttons.tsx';
import { SavedViews } from './saved-views.tsx';
import { StatusFilter } from './status-filter.tsx';
import { TransitionButtons } from './transitions.tsx';

/** Orders of all customers: found, filtered by the URL, and moved together. */
export function OrdersPage() {
  const t = useTranslations('admin.orders');
  const [search] = useSearchParams();
  const filter = {
    ...(search.get('q') && { q: search.get('q')! }),
    ...(isState(search.get('status')) && { status: search.get('status') as OrderState }),
  };
  const can = useCan();
  const orders = usePages(['orders', filter], (before, signal) =>
    sendRequest('listAllOrders', { query: { limit: 100, ...filter, before }, signal }),
  );
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Filters />
      <SavedViews filter={filter} />
      {can('money.read') && <OrderExport filter={filter} />}
      <QueryContent query={orders}>
        {(rows) =>
          rows.length === 0 ? (
            <NoOrders isFiltered={search.size > 0} />
          ) : (
            <OrderTable list={orders} filter={search.toString()} />
          )
        }
      </QueryContent>
    </div>
  );
}

function isState(text: string | null): boolean {
  return ORDER_STATES.some((state) => state === text);
}

function Filters() {
  const t = useTranslations('admin.orders');
  const common = useTranslations('common.orderStates');
  const { search, setFilter } = useFilter();
  return (
    <div className="admin-filters">
      <SearchField
        label={t('search')}
        value={search.get('q') ?? ''}
        onSearch={(query) => setFilter('q', query)}
        maxLength={ORDER_SEARCH_LENGTH}
      />
      <StatusFilter label={t('status')} all={t('all')} options={ORDER_STATES.map((state) => [state, common(state)])} />
    </div>
  );
}

function OrderExport({ filter }: { filter: { q?: string; status?: OrderState } }) {
  const t = useTranslations('admin.orders');
  const { withProof, proofDialog } = useProof();
  return (
    <>
      <DownloadButton name="orders.csv" fetch={() => withProof(() => fetchFile('exportOrders', { query: filter }))}>
        {t('export')}
      </DownloadButton>
      {proofDialog}
    </>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('admin.orders');
  if (!isFiltered) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <EmptyState title={t('noResults')} text={t('noResultsText')}>
      <FilterLink className="button button-quiet" to="/orders">
        {t('showAll')}
      </FilterLink>
    </EmptyState>
  );
}

function OrderTable({ list, filter }: { list: ListQuery<OrderRow>; filter: string }) {
  const t = useTranslations('admin.orders');
  const columns = useColumns();
  const selection = useSelection(filter);
  return (
    <>
      <BulkActions orders={list.data!.filter(({ id }) => selection.ids[id])} onClear={() => selection.setIds({})} />
      <DataTable
        label={t('title')}
        list={list}
        columns={columns}
        selection={{ ...selection, nameOf: ({ number }) => number }}
      />
    </>
  );
}

function BulkActions({ orders, onClear }: { orders: readonly OrderRow[]; onClear: () => void }) {
  const t = useTranslations('admin.orders');
  const can = useCan();
  const count = t('selected', { count: orders.length });
  return (
    <div className="admin-bulk" role="group" aria-label={count}>
      <span role="status">{count}</span>
      {orders.length > 0 && (
        <>
          <TransitionButtons orders={orders} onDone={onClear} />
          {can('orders.write') && <PrintButtons numbers={orders.map(({ number }) => number)} />}
          <button type="button" className="button-plain" onClick={onClear}>
            {t('clear')}
          </button>
        </>
      )}
    </div>
  );
}

function useColumns(): readonly Column<OrderRow>[] {
  const t = useTranslations('admin.orders');
  const states = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  return useMemo(
    () => [
      {
        id: 'number',
        header: t('number'),
        cell: ({ number }) => (
          <Link className="nowrap" dir="ltr" to={`/orders/${number}`}>
            {number}
          </Link>
        ),
      },
      {
        id: 'status',
        header: t('status'),
        cell: ({ status }) => <span className={`order-state order-state-${status}`}>{states(status)}</span>,
      },
      { id: 'placed', header: t('placed'), className: 'is-detail', cell: ({ placed_at: at }) => moment(at) },
      { id: 'customer', header: t('customer'), className: 'is-detail', cell: (row) => <Customer {...row} /> },
      { id: 'copies', header: t('copies'), className: 'is-count', cell: ({ copies }) => <Count of={copies} /> },
      {
        id: 'total',
        header: t('total'),
        className: 'is-detail',
        cell: ({ payable }) => <Price ringgit={payable} className="nowrap" />,
      },
    ],
    [t, states, moment],
  );
}

function Customer({ name, email, is_member: isMember }: OrderRow) {
  const t = useTranslations('admin.orders');
  return (
    <>
      <bdi>{name}</bdi>
      <small>
        <bdi>{email}</bdi>
        {!isMember && ` · ${t('guest')}`}
      </small>
    </>
  );
}
