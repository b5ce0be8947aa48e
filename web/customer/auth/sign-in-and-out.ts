import { CUSTOMER_AREA } from '#contract/pages.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { logIn } from '#contract/sessions.ts';
import type { IdentityProviderInfo } from '#contract/sessions.ts';
import { cartCount } from '../../browser/cart.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import { adoptGuestDraft, discardAllDrafts } from '../../forms/drafts.ts';
import { CHECKOUT_DRAFT, clearIdempotencyKey } from '../checkout/order-attempt.ts';
import { safeReturnPath, safeShopPath } from './guard.ts';
import { clearSession, storeSession } from '../../browser/session-changes.ts';
import { storeProfile, storedProfile } from '../../browser/session.ts';
import { removeStored } from '../../browser/storage.ts';

/** Parameters of the sign-in page: a page of the shop to return to, a product to add to the wish list. */
const BACK_PARAM = 'back';
const WISH_PARAM = 'wish';

/** The URL to continue at after signing in; first adds the product that the URL names to the wish list. */
export async function postLoginRedirect(search: URLSearchParams): Promise<string> {
  await addToWishList(search.get(WISH_PARAM));
  const shop = safeShopPath(search.get(BACK_PARAM));
  if (shop) return shop;
  const path = safeReturnPath(search.get('to'));
  if (path.startsWith('/checkout')) adoptGuestDraft(CHECKOUT_DRAFT);
  return CUSTOMER_AREA + (cartCount() > 0 ? withRestoredCart(path) : path);
}

/** The root would redirect to the dashboard and drop the parameter. */
function withRestoredCart(path: string): string {
  const url = new URL(path === '/' ? '/dashboard' : path, location.origin);
  url.searchParams.set(RESTORED_CART_PARAM, '');
  return url.pathname + url.search;
}

/** Adds the product to the wish list; an API error does not stop the sign-in. */
async function addToWishList(objectID: string | null): Promise<void> {
  if (objectID === null || !/^[1-9]\d{0,9}$/.test(objectID)) return;
  try {
    const { items } = await sendRequest('getWishList');
    if (!items.includes(objectID)) await sendRequest('toggleWish', { body: { objectID } });
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
}

/** Stores the session, and loads the next page as a document, so that all of it belongs to the customer. */
export async function completeSignIn(signedIn: ResponseOf<typeof logIn>, search: URLSearchParams): Promise<void> {
  const { api_token, token_expires_at: _, expires_at, ...profile } = signedIn;
  if (!api_token) throw new Error('The response has no data.');
  storeSession({ token: api_token, expiresAt: expires_at });
  storeProfile(profile);
  location.replace(await postLoginRedirect(search));
}

/**
 * Ends the session on the server and here, and continues at `continueAt`: by default at the start page, by way of the
 * identity provider's own sign-out if the session came from it.
 */
export async function signOut(continueAt?: string): Promise<void> {
  const isOfProvider = (storedProfile()?.providerId ?? 'password') !== 'password';
  try {
    await sendRequest('logOut');
  } catch (error) {
    if (!(error instanceof ApiRequestError)) throw error;
  }
  discardAllDrafts();
  clearIdempotencyKey();
  removeStored('coupon');
  removeStored('postalCode');
  clearSession();
  location.assign(continueAt ?? ((isOfProvider && (await identityProviderSignOutUrl())) || '/customer/'));
}

async function identityProviderSignOutUrl(): Promise<string | undefined> {
  try {
    const provider = await loadIdentityProvider();
    if (!provider) return undefined;
    const { signOutUrl } = await import('./oidc-client.ts');
    return await signOutUrl(provider);
  } catch {
    return undefined;
  }
}

let identityProvider: Promise<IdentityProviderInfo | null> | undefined;

/** The identity provider that the document names. */
export function provideIdentityProvider(provider: IdentityProviderInfo | null): void {
  identityProvider = Promise.resolve(provider);
}

/** The identity provider of this shop, fetched once; null on failure, until the next call. */
export function loadIdentityProvider(): Promise<IdentityProviderInfo | null> {
  identityProvider ??= sendRequest('getIdentityProvider').then(
    ({ provider }) => provider,
    () => {
      identityProvider = undefined;
      return null;
    },
  );
  return identityProvider;
}

/** The URL parameter that tells the first page after signing in that a cart was restored. */
export const RESTORED_CART_PARAM = 'restored';
