import type { PasskeyAssertion } from '#contract/security.ts';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { LogInClient } from '../accounts/auth-cookies.ts';
import { throwApiError } from '../api-error.ts';
import type { Deps } from '../context.ts';
import { verifyPasskey } from '../credentials/passkeys.ts';
import { customer } from '../db/tables.ts';
import { startLogInSession } from './log-in.ts';
import type { SignedIn } from './sessions.ts';

/**
 * Signs the owner of a passkey in: its authenticator has checked that they are there, so no second step follows. Throws
 * `passkey_rejected` alike for a key that nobody has and a signature that is wrong.
 */
export async function logInByPasskey(deps: Deps, response: PasskeyAssertion, client: LogInClient): Promise<SignedIn> {
  const { customerId } = await verifyPasskey(deps, { response, client, purpose: 'sign_in' });
  return deps.db.transaction(async (tx) => {
    const isActive = and(eq(customer.id, customerId), isNotNull(customer.activatedAt), isNull(customer.deletedAt));
    const [owner] = await tx.select().from(customer).where(isActive).for('no key update');
    if (!owner) return throwApiError('passkey_rejected');
    return { owner, session: await startLogInSession(tx, deps, { owner, client, hasSecondFactor: true }) };
  });
}
