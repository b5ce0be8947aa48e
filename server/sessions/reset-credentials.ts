import { eq } from 'drizzle-orm';
import { requireCustomer } from '../accounts/customers.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import { deleteSecondStep } from '../credentials/second-step.ts';
import { enqueueSecurityNotice } from '../credentials/security-notice.ts';
import { passkey } from '../db/tables.ts';
import { endAllSessions } from './sessions.ts';

/**
 * Removes every passkey and the second step of a customer and ends their sessions, for the operator: the password is left to sign in with. Tells
 * the customer by email. Returns false, having changed nothing, where there is none.
 */
export function resetCredentials(deps: Deps, customerId: string): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const owner = await requireCustomer(tx, customerId);
    const removed = await tx.delete(passkey).where(eq(passkey.customerId, customerId)).returning({ id: passkey.id });
    const hadSecondStep = await deleteSecondStep(tx, customerId);
    if (removed.length === 0 && !hadSecondStep) return false;
    await endAllSessions(tx, customerId, 'revoked');
    await enqueueSecurityNotice(tx, deps, owner, { change: 'reset' });
    const event = hadSecondStep ? 'second_step_off' : 'passkey_removed';
    await writeAudit(tx, { event, customerId, details: { passkeys: removed.length }, actor: 'operator' });
    return true;
  });
}
