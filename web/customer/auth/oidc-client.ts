import { OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import type { IdentityProviderInfo } from '#contract/sessions.ts';
import { removeAllTabStored } from '../../browser/storage.ts';

/** The state of a sign-in in this tab: the query string of the sign-in page, and the token's nonce. */
type SignInState = { returnSearch: string; nonce: string };
type ProviderTokens = SignInState & { idToken: string; accessToken: string };

const PREFIX = 'oidc.';
/** The timeout of each request to the provider, and of the code exchange, in seconds. */
const TIMEOUT_S = 10;

/** The URL to sign in at; state, nonce and PKCE verifier stay in this tab's session storage. */
export async function signInUrl(provider: IdentityProviderInfo, returnSearch: string): Promise<string> {
  clearSignInState();
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const { url } = await clientOf(provider, TIMEOUT_S).createSigninRequest({ state: { returnSearch, nonce }, nonce });
  return url;
}

/** Exchanges the code of a redirect for tokens, once; throws when the state is unknown or the exchange fails. */
export async function exchangeCode(provider: IdentityProviderInfo, search: string): Promise<ProviderTokens> {
  try {
    const exchange = clientOf(provider, TIMEOUT_S).processSigninResponse(`${location.origin}/?${search}`);
    const response = await Promise.race([exchange, rejectAfterTimeout()]);
    const { returnSearch, nonce } = response.userState as SignInState;
    return { returnSearch, nonce, idToken: response.id_token ?? '', accessToken: response.access_token };
  } finally {
    clearSignInState();
  }
}

/** The URL that ends the provider's own session; throws when the provider cannot be reached or has none. */
export async function signOutUrl(provider: IdentityProviderInfo): Promise<string> {
  const { url } = await clientOf(provider, 3).createSignoutRequest({ client_id: provider.clientId });
  return url;
}

/** Removes the state of a started sign-in from this tab. */
export function clearSignInState(): void {
  removeAllTabStored(PREFIX);
}

function clientOf(provider: IdentityProviderInfo, seconds: number): OidcClient {
  return new OidcClient({
    authority: provider.issuer,
    client_id: provider.clientId,
    scope: provider.scopes,
    redirect_uri: `${location.origin}/customer/callback`,
    post_logout_redirect_uri: `${location.origin}/customer/`,
    ui_locales: document.documentElement.lang,
    requestTimeoutInSeconds: seconds,
    stateStore: new WebStorageStateStore({ prefix: PREFIX, store: sessionStorage }),
  });
}

/** A response body may never end. */
function rejectAfterTimeout(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('Network timed out')), TIMEOUT_S * 1000);
  });
}
