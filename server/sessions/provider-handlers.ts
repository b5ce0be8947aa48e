import { profileOf } from '../accounts/customers.ts';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { companionCookie } from './companion-cookie.ts';
import { logInByProvider } from './log-in-by-provider.ts';

/** Sign-in by the identity provider; its sessions are like all others. */
export function providerHandlers(deps: Deps): Pick<Handlers, 'getIdentityProvider' | 'logInByProvider'> {
  const cookie = companionCookie(deps.publicUrl);
  return {
    getIdentityProvider: async () => ({ provider: deps.identityProvider?.facts ?? null }),
    logInByProvider: async ({ body, reply, userAgent, ip, locale }) => {
      const { owner, session } = await logInByProvider(deps, body, { userAgent, ip, locale });
      cookie.set(reply, session.cookie);
      return {
        ...profileOf(owner),
        providerId: deps.identityProvider!.facts.name,
        api_token: session.token,
        token_expires_at: session.expiresAt.toISOString(),
        expires_at: session.sessionEndsAt.toISOString(),
      };
    },
  };
}
