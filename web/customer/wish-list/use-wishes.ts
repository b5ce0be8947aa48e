import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { Dashboard } from '#contract/dashboard.ts';
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts';
import { getWishList, listWishedTitles, toggleWish } from '#contract/wish-lists.ts';
import { call } from '../../browser/client.ts';
import { useTrouble } from '../use-trouble.ts';

const AT_ONCE = 24;
const TOGGLE = 'toggle-wish';

export type WishSort = NonNullable<NonNullable<QueryOf<typeof listWishedTitles>>['sort']>;
type WishedTitles = InfiniteData<AnswerOf<typeof listWishedTitles>>;

/** The wished titles as they are today, page by page, without those that are being taken off. */
export function useWishedTitles(sort: WishSort) {
  const leaving = useLeavingWishes();
  return useInfiniteQuery({
    queryKey: ['wishes', 'titles', sort],
    queryFn: ({ pageParam, signal }) =>
      call(listWishedTitles, { query: { page: pageParam, limit: AT_ONCE, sort }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * AT_ONCE < total ? page + 1 : undefined),
    select: (data) => leaving.reduce(without, data),
    placeholderData: keepPreviousData,
  });
}

/** The titles whose wish is being changed: off the screen at once, and back on it by a refusal. */
export function useLeavingWishes(): string[] {
  return useMutationState({
    filters: { mutationKey: [TOGGLE], status: 'pending' },
    select: ({ state }) => state.variables as string,
  });
}

/**
 * Takes a title off the list (or puts it on); a refusal says why. Answers whether it does: not while the title is on
 * its way, so that a double tap does nothing twice.
 */
export function useToggleWish(): (objectID: string) => boolean {
  const queries = useQueryClient();
  const tellTrouble = useTrouble();
  const { mutate } = useMutation({
    mutationKey: [TOGGLE],
    mutationFn: (objectID: string) => call(toggleWish, { body: { objectID } }),
    networkMode: 'always',
    onSuccess: async ({ wished }, objectID) => {
      if (!wished) forgetWish(queries, objectID);
      await readAgain(queries);
    },
    onError: (error) => {
      void readAgain(queries);
      tellTrouble(error);
    },
  });
  return (objectID) => {
    const isOnItsWay = queries.isMutating({
      mutationKey: [TOGGLE],
      predicate: ({ state }) => state.variables === objectID,
    });
    if (!isOnItsWay) mutate(objectID);
    return !isOnItsWay;
  };
}

function readAgain(queries: QueryClient): Promise<unknown> {
  return Promise.all([['wishes'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** Out of what was read, should reading it again fail. */
function forgetWish(queries: QueryClient, objectID: string): void {
  queries.setQueriesData<WishedTitles>({ queryKey: ['wishes', 'titles'] }, (data) => data && without(data, objectID));
  queries.setQueryData<Dashboard>(
    ['dashboard'],
    (data) => data && { ...data, price_drops: data.price_drops.filter((title) => title.objectID !== objectID) },
  );
}

function without(data: WishedTitles, objectID: string): WishedTitles {
  const isHere = data.pages.some(({ rows }) => rows.some((row) => row.objectID === objectID));
  const pages = data.pages.map((page) => ({
    ...page,
    total: page.total - (isHere ? 1 : 0),
    rows: page.rows.filter((row) => row.objectID !== objectID),
  }));
  return { ...data, pages };
}

/** Puts the title of `?add=` on the list if it is not there yet, and takes the parameter out of the address. */
export function useAddFromAddress(): void {
  const [search, setSearch] = useSearchParams();
  const toggle = useToggleWish();
  const id = search.get('add');
  const { data } = useQuery({
    queryKey: ['wishes', 'ids'],
    queryFn: ({ signal }) => call(getWishList, { signal }),
    enabled: id !== null,
  });
  useEffect(() => {
    if (id === null || data === undefined) return;
    if (/^[1-9]\d{0,9}$/.test(id) && !data.items.includes(id)) toggle(id);
    setSearch({}, { replace: true });
  }, [id, data, toggle, setSearch]);
}
