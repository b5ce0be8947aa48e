import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { listOrders, type Order } from '#contract/orders.ts';
import { call } from '../browser/client.ts';
import { OrderCard } from './orders/order-card.tsx';
import { Empty, Loaded } from './page-states.tsx';
import { PageTitle } from './page-title.tsx';
import { useShopPath } from './use-shop-path.ts';

const AT_ONCE = 10;

/** Every order, newest first; `?order=BK-…` opens that one. */
export function Component() {
  const t = useTranslations('customer.orders');
  const orders = useOrders();
  const [search] = useSearchParams();
  const wanted = search.get('order');
  useLookFurther(orders, wanted);
  return (
    <div className="page">
      <PageTitle title={t('title')} />
      <Loaded query={orders}>{({ pages }) => <OrderList orders={pages.flat()} wanted={wanted} />}</Loaded>
      {orders.hasNextPage && (
        <button
          type="button"
          className="button button-quiet"
          disabled={orders.isFetchingNextPage}
          onClick={() => void orders.fetchNextPage()}
        >
          {t('older')}
        </button>
      )}
    </div>
  );
}

function OrderList({ orders, wanted }: { orders: readonly Order[]; wanted: string | null }) {
  const t = useTranslations('customer.orders');
  const shop = useShopPath();
  if (orders.length === 0)
    return (
      <Empty title={t('empty')} text={t('emptyText')}>
        <a className="button" href={shop('/browse')}>
          {t('toShop')}
        </a>
      </Empty>
    );
  return (
    <ul className="orders">
      {orders.map((order) => (
        <li key={order.id}>
          <OrderCard order={order} isWanted={order.number === wanted} />
        </li>
      ))}
    </ul>
  );
}

type Orders = ReturnType<typeof useOrders>;

function useOrders() {
  return useInfiniteQuery({
    queryKey: ['orders', 'pages'],
    queryFn: ({ pageParam, signal }) => call(listOrders, { query: { limit: AT_ONCE, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === AT_ONCE ? page.at(-1)?.id : undefined),
  });
}

/** Loads older orders until the wanted one is there. */
function useLookFurther({ data, hasNextPage, isFetching, fetchNextPage }: Orders, wanted: string | null): void {
  const isMissing =
    wanted !== null && data !== undefined && !data.pages.flat().some((order) => order.number === wanted);
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);
}
