import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { OrderRow } from '#contract/admin.ts';
import { ORDER_STATES, type OrderState } from '#domain/orders/order.ts';
import { ORDER_SEARCH_LENGTH } from '#domain/orders/staff-work.ts';
import { sendRequest } from '../browser/api-client.ts';
import { EmptyState, PageTitle, QueryContent } from '../customer/page/page-states.tsx';
import { SearchField } from '../customer/page/search-field.tsx';
import { useDateTimeFormat } from '../customer/page/use-date-format.ts';
import { Count, Price } from '../ui/text.tsx';
import { StatusFilter } from './status-filter.tsx';
import { TransitionButtons } from './transitions.tsx';

/** Orders of all customers: found, filtered by the URL, and moved together. */
export function OrdersPage() {
  const t = useTranslations('admin.orders');
  const [search] = useSearchParams();
  const filter = {
    ...(search.get('q') && { q: search.get('q')! }),
    ...(isState(search.get('status')) && { status: search.get('status') as OrderState }),
    ...(search.get('before') && { before: search.get('before')! }),
  };
  const orders = useQuery({
    queryKey: ['orders', filter],
    queryFn: ({ signal }) => sendRequest('listAllOrders', { query: { limit: 50, ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Filters />
      <QueryContent query={orders}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <NoOrders isFiltered={search.size > 0} />
          ) : (
            <OrderTable key={rows[0]!.id + rows.at(-1)!.id} rows={rows} next={next} />
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
  const [search, setSearch] = useSearchParams();
  const find = (query: string) => {
    const next = new URLSearchParams(search);
    next.delete('before');
    if (query === '') next.delete('q');
    else next.set('q', query);
    setSearch(next);
  };
  return (
    <div className="admin-filters">
      <SearchField label={t('search')} value={search.get('q') ?? ''} onSearch={find} maxLength={ORDER_SEARCH_LENGTH} />
      <StatusFilter label={t('status')} all={t('all')} options={ORDER_STATES.map((state) => [state, common(state)])} />
    </div>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('admin.orders');
  if (!isFiltered) return <EmptyState title={t('none')} text={t('noneText')} />;
  return (
    <EmptyState title={t('noResults')} text={t('noResultsText')}>
      <Link className="button button-quiet" to="/orders">
        {t('showAll')}
      </Link>
    </EmptyState>
  );
}

function OrderTable({ rows, next }: { rows: readonly OrderRow[]; next: string | null }) {
  const t = useTranslations('admin.orders');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = (number: string) =>
    setSelected(
      (before) => new Set(before.has(number) ? [...before].filter((one) => one !== number) : [...before, number]),
    );
  const isAll = rows.every(({ number }) => selected.has(number));
  const chosen = rows.filter(({ number }) => selected.has(number));
  return (
    <>
      <BulkActions orders={chosen} onClear={() => setSelected(new Set())} />
      <div className="admin-table">
        <table>
          <thead>
            <tr>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('selectAll')}
                  checked={isAll}
                  onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ number }) => number)))}
                />
              </td>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.id} row={row} isSelected={selected.has(row.number)} onToggle={() => toggle(row.number)} />
            ))}
          </tbody>
        </table>
      </div>
      <Pages next={next} />
    </>
  );
}

const COLUMNS = ['number', 'status', 'placed', 'customer', 'copies', 'total'] as const;

function BulkActions({ orders, onClear }: { orders: readonly OrderRow[]; onClear: () => void }) {
  const t = useTranslations('admin.orders');
  const count = t('selected', { count: orders.length });
  return (
    <div className="admin-bulk" role="group" aria-label={count}>
      <span role="status">{count}</span>
      {orders.length > 0 && (
        <>
          <TransitionButtons orders={orders} onDone={onClear} />
          <button type="button" className="button-plain" onClick={onClear}>
            {t('clear')}
          </button>
        </>
      )}
    </div>
  );
}

function Pages({ next }: { next: string | null }) {
  const t = useTranslations('admin.orders');
  const [search] = useSearchParams();
  const pageFrom = (before: string | undefined) => {
    const query = new URLSearchParams(search);
    query.delete('before');
    if (before !== undefined) query.set('before', before);
    return `?${query}`;
  };
  return (
    <nav className="admin-pages" aria-label={t('title')}>
      {search.has('before') && <Link to={pageFrom(undefined)}>{t('newest')}</Link>}
      {next !== null && <Link to={pageFrom(next)}>{t('older')}</Link>}
    </nav>
  );
}

type RowProps = { row: OrderRow; isSelected: boolean; onToggle: () => void };

function Row({
  row: { number, status, placed_at: at, name, email, is_member: isMember, copies, payable },
  ...selection
}: RowProps) {
  const t = useTranslations('admin.orders');
  const common = useTranslations('common.orderStates');
  const moment = useDateTimeFormat();
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={t('select', { number })}
          checked={selection.isSelected}
          onChange={selection.onToggle}
        />
      </td>
      <td>
        <Link className="nowrap" dir="ltr" to={`/orders/${number}`}>
          {number}
        </Link>
      </td>
      <td>
        <span className={`order-state order-state-${status}`}>{common(status)}</span>
      </td>
      <td className="is-detail">{moment(at)}</td>
      <td className="is-detail">
        <bdi>{name}</bdi>
        <small>
          <bdi>{email}</bdi>
          {!isMember && ` · ${t('guest')}`}
        </small>
      </td>
      <td className="is-count">
        <Count of={copies} />
      </td>
      <td className="is-detail">
        <Price ringgit={payable} className="nowrap" />
      </td>
    </tr>
  );
}
