import { createHash, randomBytes } from 'node:crypto';
import { CLIENT_ID } from './identity-provider.ts';

export type ProviderTokens = { idToken: string; accessToken: string; nonce: string };

/** What a browser does: signs in at the provider by its form, and exchanges the code (PKCE) for tokens. */
export async function signInAtProvider(issuer: string, shopUrl: string, login: string): Promise<ProviderTokens> {
  const redirect_uri = `${shopUrl}/customer/callback`;
  const verifier = randomBytes(32).toString('base64url');
  const nonce = randomBytes(16).toString('base64url');
  const query = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri,
    response_type: 'code',
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'a state',
    nonce,
  });
  const walk = createBrowser();
  const form = await walk(`${issuer}/auth?${query}`);
  const resume = await walk(form, new URLSearchParams({ login }));
  const code = new URL(await walk(resume)).searchParams.get('code')!;
  const grant = { grant_type: 'authorization_code', client_id: CLIENT_ID, code, redirect_uri, code_verifier: verifier };
  const answer = await fetch(`${issuer}/token`, { method: 'POST', body: new URLSearchParams(grant) });
  const { id_token, access_token } = (await answer.json()) as { id_token: string; access_token: string };
  return { idToken: id_token, accessToken: access_token, nonce };
}

/** Requests a URL with the cookies so far; returns where it redirects to. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return async (address: string, form?: URLSearchParams): Promise<string> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      headers: { cookie },
      redirect: 'manual',
      ...(form && { body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return new URL(location, address).href;
  };
}
