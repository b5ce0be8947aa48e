import { whoAmI } from '#contract/sessions.ts';
import { call } from '../browser/client.ts';
import { storeProfile } from '../browser/session.ts';

/** Reads the signed-in customer's profile as it is now and keeps it; refusals are thrown as of any call. */
export async function readProfile(): Promise<void> {
  const { token_expires_at: _token, expires_at: _session, ...profile } = await call(whoAmI);
  storeProfile(profile);
}
