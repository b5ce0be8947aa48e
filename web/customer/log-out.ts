import { logOut } from '#contract/sessions.ts';
import { call, CallFailed } from '../browser/client.ts';
import { forgetSession, storedProfile } from '../browser/session.ts';
import { forgetAllDrafts } from '../forms/drafts.ts';
import { loadProvider } from './auth/load-provider.ts';
import { forgetAttempt } from './checkout/order-attempt.ts';

/**
 * Ends the session on the server, forgets it here, and goes on: where nothing else was asked for, to the start of the
 * customer area, by way of the identity provider, whose own sign-in ends too, where the session came from it and it
 * can be reached.
 */
export async function logOutHere(goOn?: string): Promise<void> {
  const isOfProvider = (storedProfile()?.providerId ?? 'password') !== 'password';
  try {
    await call(logOut);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
  forgetAllDrafts();
  forgetAttempt();
  forgetSession();
  location.assign(goOn ?? ((isOfProvider && (await providersWayOut())) || '/customer/'));
}

async function providersWayOut(): Promise<string | undefined> {
  try {
    const provider = await loadProvider();
    if (!provider) return undefined;
    const { signOutAddress } = await import('./auth/provider-client.ts');
    return await signOutAddress(provider);
  } catch {
    return undefined;
  }
}
