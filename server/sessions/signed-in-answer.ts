import { profileOf } from '../accounts/customers.ts';
import type { SignedIn } from './start-session.ts';

/** What whoever signs in is told, by whichever way they came: `providerId` is `password` or the provider's name. */
export function signedInAnswer({ owner, session }: SignedIn, providerId: string) {
  return {
    ...profileOf(owner),
    providerId,
    api_token: session.token,
    token_expires_at: session.expiresAt.toISOString(),
    expires_at: session.sessionEndsAt.toISOString(),
  };
}
