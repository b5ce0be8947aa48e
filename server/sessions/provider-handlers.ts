import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { companionCookie } from './companion-cookie.ts';
import { logInByProvider } from './log-in-by-provider.ts';
import { signedInAnswer } from './signed-in-answer.ts';

/** Sign-in by the identity provider; its sessions are like all others. */
export function providerHandlers(deps: Deps): Pick<Handlers, 'getIdentityProvider' | 'logInByProvider'> {
  const cookie = companionCookie(deps.publicUrl);
  return {
    getIdentityProvider: async () => ({ provider: deps.identityProvider?.facts ?? null }),
    logInByProvider: async ({ body, reply, from, locale }) => {
      const signedIn = await logInByProvider(deps, body, { from, locale });
      cookie.set(reply, signedIn.session.cookie);
      return signedInAnswer(signedIn, deps.identityProvider!.facts.name);
    },
  };
}
