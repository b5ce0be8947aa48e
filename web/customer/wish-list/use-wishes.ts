import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts';
import { getWishList, listWishedTitles, toggleWish } from '#contract/wish-lists.ts';
import { call } from '../../browser/client.ts';
import { useNotify } from '../notices.tsx';
import { useRefusal } from '../use-refusal.ts';

const AT_ONCE = 24;

export type WishSort = NonNullable<NonNullable<QueryOf<typeof listWishedTitles>>['sort']>;
type TitlePage = AnswerOf<typeof listWishedTitles>;

/** The wished titles as they are today, page by page. */
export function useWishedTitles(sort: WishSort) {
  return useInfiniteQuery({
    queryKey: ['wishes', 'titles', sort],
    queryFn: ({ pageParam, signal }) =>
      call(listWishedTitles, { query: { page: pageParam, limit: AT_ONCE, sort }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * AT_ONCE < total ? page + 1 : undefined),
  });
}

/** Takes a title off the list, at once on screen (or puts it on); a refusal takes that back and says why. */
export function useToggleWish() {
  const t = useTranslations('customer.trouble');
  const queries = useQueryClient();
  const notify = useNotify();
  const refusal = useRefusal();
  return useMutation({
    mutationFn: (objectID: string) => call(toggleWish, { body: { objectID } }),
    networkMode: 'always',
    onMutate: async (objectID) => {
      await queries.cancelQueries({ queryKey: ['wishes'] });
      queries.setQueriesData<InfiniteData<TitlePage>>({ queryKey: ['wishes', 'titles'] }, (data) =>
        without(data, objectID),
      );
    },
    onError: (error) => notify({ title: t('title'), text: refusal(error), kind: 'danger' }),
    onSettled: () =>
      Promise.all([['wishes'], ['dashboard']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

function without(data: InfiniteData<TitlePage> | undefined, objectID: string): InfiniteData<TitlePage> | undefined {
  if (!data) return undefined;
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
  const { mutate } = useToggleWish();
  const id = search.get('add');
  const { data } = useQuery({
    queryKey: ['wishes', 'ids'],
    queryFn: ({ signal }) => call(getWishList, { signal }),
    enabled: id !== null,
  });
  useEffect(() => {
    if (id === null || data === undefined) return;
    if (/^[1-9]\d{0,9}$/.test(id) && !data.items.includes(id)) mutate(id);
    setSearch({}, { replace: true });
  }, [id, data, mutate, setSearch]);
}
