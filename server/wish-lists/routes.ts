import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { listWishes } from './queries.ts';
import { toggleWish } from './toggle-wish.ts';

export function wishListHandlers({ db }: Deps): Pick<Handlers, 'getWishList' | 'toggleWish'> {
  return {
    getWishList: async ({ caller }) => ({ items: await listWishes(db, caller.customerId) }),
    toggleWish: async ({ body: { objectID }, caller }) => ({
      objectID,
      wished: await toggleWish(db, caller.customerId, Number(objectID)),
    }),
  };
}
