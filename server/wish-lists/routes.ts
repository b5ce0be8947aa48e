import type { Deps } from '../context.ts';
import { together } from '../db/kept-statement.ts';
import type { Handlers } from '../http/register-endpoints.ts';
import {
  listNamedLists,
  moveListTitle,
  removeListTitle,
  removeNamedList,
  requireNamedList,
  saveListTitle,
  saveNamedList,
} from './named-lists.ts';
import { setPriceAlert } from './price-alerts.ts';
import { addWishes, listWishes, toggleWish, listWishedTitles } from './wish-list.ts';

type WishListNames = 'addWishes' | 'getWishList' | 'listWishedTitles' | 'setPriceAlert' | 'toggleWish';
type ListNames =
  | 'listLists'
  | 'getList'
  | 'saveList'
  | 'removeList'
  | 'saveListTitle'
  | 'removeListTitle'
  | 'moveListTitle';

export function wishListHandlers({ db, preparedDb }: Deps): Pick<Handlers, WishListNames | ListNames> {
  return {
    addWishes: async ({ body: { objectIDs }, principal }) => ({
      added: await addWishes(db, principal.customerId, objectIDs.map(Number)),
    }),
    getWishList: async ({ principal }) => ({ items: await listWishes(db, principal.customerId) }),
    listWishedTitles: ({ query, principal }) =>
      together(preparedDb, (one) => listWishedTitles(one, principal.customerId, query)),
    setPriceAlert: ({ body: { objectID, on }, principal }) =>
      setPriceAlert(db, principal.customerId, { productId: Number(objectID), isOn: on }),
    toggleWish: async ({ body: { objectID }, principal }) => ({
      objectID,
      wished: await toggleWish(db, principal.customerId, Number(objectID)),
    }),
    listLists: async ({ principal }) => ({ items: await listNamedLists(db, principal.customerId) }),
    getList: ({ params, principal }) => requireNamedList(db, principal.customerId, params.id),
    saveList: ({ body, principal }) => saveNamedList(db, principal.customerId, body),
    removeList: ({ body, principal }) => removeNamedList(db, principal.customerId, body.id),
    saveListTitle: ({ body: { id, product_id: productId, note }, principal }) =>
      saveListTitle(db, principal.customerId, { id, productId, note }),
    removeListTitle: ({ body: { id, product_id: productId }, principal }) =>
      removeListTitle(db, principal.customerId, { id, productId }),
    moveListTitle: ({ body: { product_id: productId, from, to }, principal }) =>
      moveListTitle(db, principal.customerId, { productId, from, to }),
  };
}
