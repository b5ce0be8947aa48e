import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { getOrder, listOrders, type OrderWithTimeline } from '#contract/orders.ts';
import { ORDER_STATES, type OrderState } from '#domain/order-state.ts';
import { call } from '../../browser/client.ts';

const AT_ONCE = 10;

type Filter = { q: string; status: OrderState | '' };

/** What the address asks to see of the orders, and how to change it. */
export function useOrderFilter() {
  const [search, setSearch] = useSearchParams();
  const q = search.get('q') ?? '';
  const status: Filter['status'] = ORDER_STATES.find((state) => state === search.get('status')) ?? '';
  const change = (changes: Partial<Filter>) => {
    const next = Object.entries({ q, status, ...changes }).filter(([, value]) => value !== '');
    setSearch(new URLSearchParams(next));
  };
  return { q, status, isFiltered: q !== '' || status !== '', change };
}

/** The orders that the address asks for, page by page. */
export function useOrders() {
  const { q, status } = useOrderFilter();
  const filter = { q: q.slice(0, 100) || undefined, status: status || undefined };
  return useInfiniteQuery({
    queryKey: ['orders', 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listOrders, { query: { ...filter, limit: AT_ONCE, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length === AT_ONCE ? page.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
  });
}

/** One order by its number with everything about it; `null` where this customer has none of that number. */
export function useOrder(number: string) {
  return useQuery({
    queryKey: ['orders', 'numbered', number],
    queryFn: async ({ signal }): Promise<OrderWithTimeline | null> => {
      const found = await call(listOrders, { query: { q: number.slice(0, 100), limit: 1 }, signal });
      const own = found.find((order) => order.number === number.toUpperCase());
      return own ? call(getOrder, { params: { id: own.id }, signal }) : null;
    },
  });
}
