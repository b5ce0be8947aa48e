import { CallFailed } from '../browser/client.ts';
import { accessToken } from '../browser/session.ts';
import { readProfile } from './own-profile.ts';

/**
 * At the start a signed-in customer's profile is read; where the token is old, that renews the session silently. A
 * session that has ended signs the customer out; without an answer everything stays as it is.
 */
export async function renewOldSession(): Promise<void> {
  if (accessToken() === null) return;
  try {
    await readProfile();
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}
