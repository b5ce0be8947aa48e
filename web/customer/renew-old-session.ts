import { whoAmI } from '#contract/sessions.ts';
import { call, CallFailed } from '../browser/client.ts';
import { accessToken, storeProfile } from '../browser/session.ts';

/**
 * At the start a signed-in customer's profile is read; where the token is old, that renews the session silently. A
 * session that has ended signs the customer out; without an answer everything stays as it is.
 */
export async function renewOldSession(): Promise<void> {
  if (accessToken() === null) return;
  try {
    const { token_expires_at: _token, expires_at: _session, ...profile } = await call(whoAmI);
    storeProfile(profile);
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
