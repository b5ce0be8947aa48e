import { OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import type { IdentityProviderFacts } from '#contract/identity-provider.ts';
import { forgetAllInTab } from '../../browser/tab-storage.ts';

/** What goes to the provider and comes back, in this tab only: what the sign-in page's address asked for, and the token's nonce. */
type Carried = { asked: string; nonce: string };
type Brought = Carried & { idToken: string; accessToken: string };

const PREFIX = 'oidc.';
/** Seconds for each answer of the provider; milliseconds for a whole exchange. */
const PATIENCE = 10;

/** Where to send the browser to sign in; state, nonce and PKCE verifier wait in this tab's session storage. */
export async function signInAddress(provider: IdentityProviderFacts, asked: string): Promise<string> {
  forgetSignIn();
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  const { url } = await clientOf(provider, PATIENCE).createSigninRequest({ state: { asked, nonce }, nonce });
  return url;
}

/** Takes the provider's answer once: its state must be one of ours, and its code is exchanged for tokens. Throws otherwise. */
export async function takeAnswer(provider: IdentityProviderFacts, answer: string): Promise<Brought> {
  try {
    const exchange = clientOf(provider, PATIENCE).processSigninResponse(`${location.origin}/?${answer}`);
    const response = await Promise.race([exchange, tooLate()]);
    const { asked, nonce } = response.userState as Carried;
    return { asked, nonce, idToken: response.id_token ?? '', accessToken: response.access_token };
  } finally {
    forgetSignIn();
  }
}

/** Where the provider ends its own sign-in and sends the browser back; throws where it cannot say. */
export async function signOutAddress(provider: IdentityProviderFacts): Promise<string> {
  const { url } = await clientOf(provider, 3).createSignoutRequest({ client_id: provider.clientId });
  return url;
}

/** Removes what a sign-in that was begun in this tab left behind. */
export function forgetSignIn(): void {
  forgetAllInTab(PREFIX);
}

function clientOf(provider: IdentityProviderFacts, seconds: number): OidcClient {
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

/** A body that never ends is not waited for. */
function tooLate(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('Network timed out')), PATIENCE * 1000);
  });
}
