import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { ORDER_STATES, type OrderState } from '#domain/orders/order.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { SHOWN_AT_ONCE } from '../page/use-filter.ts';

const PAGE_SIZE = 10;

type OrderFilter = { q: string; status: OrderState | '' };

/** The order filter of the URL, and how to change it. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const status: OrderFilter['status'] = ORDER_STATES.find((state) => state === search.get('status')) ?? '';
  const change = (changes: Partial<OrderFilter>) => {
    const next = Object.entries({ q, status, ...changes }).filter(([, value]) => value !== '');
    setSearch(new URLSearchParams(next), SHOWN_AT_ONCE);
  };
  return { q, status, isFiltered: q !== '' || status !== '', change };
}

/** The filtered orders, page by page. */
export function useOrders() {
  const { q, status } = useOrderFilter();
  const filter = { q: q.slice(0, 100) || undefined, status: status || undefined };
  return useInfiniteQuery({
    queryKey: ['orders', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      sendRequest('listOrders', { query: { ...filter, limit: PAGE_SIZE, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

/** One order by its number; `null` when the customer has no such order. */
export function useOrder(number: string) {
  return useQuery({
    queryKey: ['orders', 'numbered', number],
    queryFn: async ({ signal }): Promise<OrderWithTimeline | null> => {
      const found = await sendRequest('listOrders', { query: { q: number.slice(0, 100), limit: 1 }, signal });
      const own = found.find((order) => order.number === number.toUpperCase());
      return own ? sendRequest('getOrder', { params: { id: own.id }, signal }) : null;
    },
  });
}
