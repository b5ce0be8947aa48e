import { useEffect, useRef } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Order } from '#contract/orders.ts';
import { MoreButton } from './more-button.tsx';
import { NothingYet } from './nothing-yet.tsx';
import { OrderCard } from './orders/order-card.tsx';
import { OrderSearch } from './orders/order-search.tsx';
import { OrderView } from './orders/order-view.tsx';
import { useOrderFilter, useOrders } from './orders/use-orders.ts';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';

/** Every order, newest first, searched and filtered by the address; `?order=BK-…` is that one alone. */
export function Component() {
  const [search] = useSearchParams();
  const wanted = search.get('order');
  useFreshStart(wanted);
  return wanted ? <OrderView key={wanted} number={wanted} /> : <Orders />;
}

function Orders() {
  const t = useTranslations('area.orders');
  const orders = useOrders();
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <OrderSearch />
      <Loaded query={orders}>{({ pages }) => <OrderList orders={pages.flat()} />}</Loaded>
      <MoreButton query={orders} words={t('older')} />
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
      {orders.length > 0 ? <Cards orders={orders} /> : isFiltered ? <NothingFound /> : <NoOrders />}
    </>
  );
}

function Cards({ orders }: { orders: readonly Order[] }) {
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
  return <NothingYet title={t('empty')} text={t('emptyText')} toShop={t('toShop')} />;
}

function NothingFound() {
  const t = useTranslations('area.orders');
  const { change } = useOrderFilter();
  return (
    <Empty title={t('nothing')} text={t('nothingText')}>
      <button type="button" className="button button-quiet" onClick={() => change({ q: '', status: '' })}>
        {t('showAll')}
      </button>
    </Empty>
  );
}

/** Going from the list to an order and back is a new page to whoever reads it. */
function useFreshStart(wanted: string | null): void {
  const before = useRef(wanted);
  const navigation = useNavigationType();
  useEffect(() => {
    if (before.current === wanted) return;
    before.current = wanted;
    document.getElementById('content')?.focus({ preventScroll: true });
    if (navigation !== 'POP') scrollTo({ top: 0, behavior: 'instant' });
  }, [wanted, navigation]);
}
