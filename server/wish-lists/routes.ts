import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listWishes } from './queries.ts';
import { toggleWish } from './toggle-wish.ts';
import { listWishedTitles } from './wished-titles.ts';

export function wishListHandlers({ db }: Deps): Pick<Handlers, 'getWishList' | 'listWishedTitles' | 'toggleWish'> {
  return {
    getWishList: async ({ caller }) => ({ items: await listWishes(db, caller.customerId) }),
    listWishedTitles: ({ query, caller }) => listWishedTitles(db, caller.customerId, query),
    toggleWish: async ({ body: { objectID }, caller }) => ({
      objectID,
      wished: await toggleWish(db, caller.customerId, Number(objectID)),
    }),
  };
}
