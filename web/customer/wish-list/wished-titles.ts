import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { listWishedTitles } from '#contract/account.ts';
import type { QueryOf } from '#contract/endpoint.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { usePendingRemovals, useToggleWish, withoutWish } from './wish-card.tsx';

const PAGE_SIZE = 24;
export type WishSort = NonNullable<NonNullable<QueryOf<typeof listWishedTitles>>['sort']>;

/** The products of the wish list, page by page, without those that are being removed. */
export function useWishedTitles(sort: WishSort) {
  const leaving = usePendingRemovals();
  return useInfiniteQuery({
    queryKey: ['wishes', 'titles', sort],
    queryFn: ({ pageParam, signal }) =>
      sendRequest('listWishedTitles', { query: { page: pageParam, limit: PAGE_SIZE, sort }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * PAGE_SIZE < total ? page + 1 : undefined),
    select: (data) => leaving.reduce(withoutWish, data),
    placeholderData: keepPreviousData,
  });
}

/** Adds the product of `?add=` to the list, and removes the parameter from the URL. */
export function useAddFromAddress(): void {
  const [search, setSearch] = useSearchParams();
  const toggle = useToggleWish();
  const id = search.get('add');
  const { data } = useQuery({
    queryKey: ['wishes', 'ids'],
    queryFn: ({ signal }) => sendRequest('getWishList', { signal }),
    enabled: id !== null,
  });
  useEffect(() => {
    if (id === null || data === undefined) return;
    if (/^[1-9]\d{0,9}$/.test(id) && !data.items.includes(id)) toggle(id);
    setSearch({}, { replace: true });
  }, [id, data, toggle, setSearch]);
}
