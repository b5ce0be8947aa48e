import { logInByProvider } from '#contract/identity-provider.ts';
import { call } from '../../browser/client.ts';
import { isSignedIn, storeProfile, storeSession } from '../../browser/session.ts';
import { loadProvider } from './load-provider.ts';

/** How a return from the identity provider went: there was nothing to take, somebody is signed in, or now they are. */
export type Arrival = { kind: 'nothing' | 'already' } | { kind: 'signed-in'; asked: string };

/**
 * Takes what the provider put into the address, out of the address bar first, and signs in with it as with a password.
 * Throws whatever goes wrong, with nobody signed in. A living session is not exchanged for another.
 */
export async function arrive(): Promise<Arrival> {
  const answer = location.search.slice(1) || location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  const { takeAnswer, forgetSignIn } = await import('./provider-client.ts');
  if (isSignedIn() || answer === '') {
    forgetSignIn();
    return { kind: isSignedIn() ? 'already' : 'nothing' };
  }
  const provider = await loadProvider();
  if (!provider) throw new ProviderSaid(answer);
  const { asked, ...body } = await takeAnswer(provider, answer).catch((error) => {
    throw new ProviderSaid(answer, error);
  });
  if (isSignedIn()) return { kind: 'already' };
  const { api_token, token_expires_at: _, expires_at, ...profile } = await call(logInByProvider, { body });
  storeSession({ token: api_token, endsAt: expires_at });
  storeProfile(profile);
  return { kind: 'signed-in', asked };
}

/** A return that cannot be used: with the provider's own error where it names one, else with what is wrong with it. */
class ProviderSaid extends Error {
  constructor(answer: string, cause?: unknown) {
    const said = new URLSearchParams(answer);
    const own = [said.get('error'), said.get('error_description')].filter(Boolean).join(': ');
    super(own || (cause instanceof Error ? cause.message : ''), { cause });
  }
}
