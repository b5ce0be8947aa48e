import { useEffect, useRef, useId } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { LoadMoreButton, EmptyList } from '../page/pagination.tsx';
import { OrderCard } from './order-card.tsx';
import { OrderView } from './order-view.tsx';
import { useOrderFilter, useOrders } from './use-orders.ts';
import { PageHead } from '../page/page-head.tsx';
import { EmptyState, QueryContent } from '../page/page-states.tsx';
import { ORDER_STATES, type OrderState } from '#domain/orders/order.ts';
import { SearchField } from '../page/search-field.tsx';

/** Every order, newest first, filtered by the URL; `?order=BK-…` shows that order. */
export function Component() {
  const [search] = useSearchParams();
  const wanted = search.get('order');
  useFocusOnOrderChange(wanted);
  return wanted ? <OrderView key={wanted} number={wanted} /> : <Orders />;
}

function Orders() {
  const t = useTranslations('area.orders');
  const orders = useOrders();
  return (
    <div className="page">
      <PageHead page="orders" />
      <OrderSearch />
      <QueryContent query={orders}>{({ pages }) => <OrderList orders={pages.flat()} />}</QueryContent>
      <LoadMoreButton query={orders} label={t('showMore')} />
    </div>
  );
}

function OrderList({ orders }: { orders: readonly Order[] }) {
  const t = useTranslations('area.orders');
  const { isFiltered } = useOrderFilter();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('shown', { count: orders.length })}
      </p>
      {orders.length > 0 ? <OrderCards orders={orders} /> : isFiltered ? <NoResults /> : <NoOrders />}
    </>
  );
}

function OrderCards({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className="orders">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} />
        </li>
      ))}
    </ul>
  );
}

function NoOrders() {
  const t = useTranslations('area.orders');
  return <EmptyList title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />;
}

function NoResults() {
  const t = useTranslations('area.orders');
  const { change } = useOrderFilter();
  return (
    <EmptyState title={t('noResults')} text={t('noResultsText')}>
      <button type="button" className="button button-quiet" onClick={() => change({ q: '', status: '' })}>
        {t('showAll')}
      </button>
    </EmptyState>
  );
}

/** To screen readers, going from the list to an order is a navigation. */
function useFocusOnOrderChange(wanted: string | null): void {
  const before = useRef(wanted);
  const navigation = useNavigationType();
  useEffect(() => {
    if (before.current === wanted) return;
    before.current = wanted;
    document.getElementById('content')?.focus({ preventScroll: true });
    if (navigation !== 'POP') scrollTo({ top: 0 });
  }, [wanted, navigation]);
}

/** Searches orders by number, title or ISBN, and filters them by status; stored in the URL. */
export function OrderSearch() {
  const t = useTranslations('area.orders');
  const { q, change } = useOrderFilter();
  return (
    <div className="order-search" role="search" aria-label={t('search')}>
      <SearchField label={t('searchHint')} value={q} onSearch={(query) => change({ q: query })} maxLength={100} />
      <StatusFilter />
    </div>
  );
}

function StatusFilter() {
  const t = useTranslations('area.orders');
  const common = useTranslations('common');
  const { status, change } = useOrderFilter();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('status')}</label>
      <select id={id} value={status} onChange={(event) => change({ status: event.target.value as OrderState | '' })}>
        <option value="">{t('anyStatus')}</option>
        {ORDER_STATES.map((state) => (
          <option key={state} value={state}>
            {common(`orderStates.${state}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
