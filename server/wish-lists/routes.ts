import type { Deps } from '../context.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import { setPriceAlert } from './price-alerts.ts';
import { addWishes, listWishes, toggleWish, listWishedTitles } from './wish-list.ts';

export function wishListHandlers({
  db,
}: Deps): Pick<Handlers, 'addWishes' | 'getWishList' | 'listWishedTitles' | 'setPriceAlert' | 'toggleWish'> {
  return {
    addWishes: async ({ body: { objectIDs }, principal }) => ({
      added: await addWishes(db, principal.customerId, objectIDs.map(Number)),
    }),
    getWishList: async ({ principal }) => ({ items: await listWishes(db, principal.customerId) }),
    listWishedTitles: ({ query, principal }) => listWishedTitles(db, principal.customerId, query),
    setPriceAlert: ({ body: { objectID, on }, principal }) =>
      setPriceAlert(db, principal.customerId, { productId: Number(objectID), isOn: on }),
    toggleWish: async ({ body: { objectID }, principal }) => ({
      objectID,
      wished: await toggleWish(db, principal.customerId, Number(objectID)),
    }),
  };
}
