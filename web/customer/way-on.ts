import { CUSTOMER_AREA } from '#contract/pages.ts';
import { getWishList, toggleWish } from '#contract/wish-lists.ts';
import { cartCount } from '../browser/cart.ts';
import { call, CallFailed } from '../browser/client.ts';
import { adoptGuestDraft } from '../forms/drafts.ts';
import { CART_KEPT } from './cart-kept.ts';
import { CHECKOUT_DRAFT } from './checkout/checkout-draft.ts';
import { returnPath } from './guard.ts';
import { shopPath } from './way-back.ts';

/** What the sign-in page's address may ask for: a page of the shop to go back to, a title to put on the wish list. */
const BACK = 'back';
const WISH = 'wish';

/** Where to go after signing in, once what the sign-in page's address asks for is done. */
export async function wayOn(search: URLSearchParams): Promise<string> {
  await wishFor(search.get(WISH));
  const shop = shopPath(search.get(BACK));
  if (shop) return shop;
  const path = returnPath(search.get('to'));
  if (path.startsWith('/checkout')) adoptGuestDraft(CHECKOUT_DRAFT);
  return CUSTOMER_AREA + (cartCount() > 0 ? withCart(path) : path);
}

/** The root would lead on to the dashboard and forget what stands in the address. */
function withCart(path: string): string {
  const url = new URL(path === '/' ? '/dashboard' : path, location.origin);
  url.searchParams.set(CART_KEPT, '');
  return url.pathname + url.search;
}

/** Puts the title on the list unless it is there; that it could not be done keeps nobody from going on. */
async function wishFor(objectID: string | null): Promise<void> {
  if (objectID === null || !/^[1-9]\d{0,9}$/.test(objectID)) return;
  try {
    const { items } = await call(getWishList);
    if (!items.includes(objectID)) await call(toggleWish, { body: { objectID } });
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
