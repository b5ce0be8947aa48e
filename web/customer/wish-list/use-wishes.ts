import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getWishList, toggleWish } from '#contract/wish-lists.ts';
import { call } from '../../browser/client.ts';
import { useOptimistic } from '../use-optimistic.ts';

type WishList = AnswerOf<typeof getWishList>;

/** The ids of the wished titles, newest first. */
export function useWishes() {
  return useQuery({ queryKey: ['wishes'], queryFn: ({ signal }) => call(getWishList, { signal }) });
}

/** Puts a title on the list or takes it off, at once on screen. */
export function useToggleWish() {
  return useOptimistic<WishList, string>({
    queryKey: ['wishes'],
    send: (objectID) => call(toggleWish, { body: { objectID } }),
    change: ({ items }, id) => ({ items: items.includes(id) ? items.filter((one) => one !== id) : [id, ...items] }),
  });
}

/** Puts the title of `?add=` on the list if it is not there yet, and takes the parameter out of the address. */
export function useAddFromAddress(wished: readonly string[] | undefined): void {
  const [search, setSearch] = useSearchParams();
  const { mutate } = useToggleWish();
  const id = search.get('add');
  useEffect(() => {
    if (id === null || wished === undefined) return;
    if (/^[1-9]\d{0,9}$/.test(id) && !wished.includes(id)) mutate(id);
    setSearch({}, { replace: true });
  }, [id, wished, mutate, setSearch]);
}
