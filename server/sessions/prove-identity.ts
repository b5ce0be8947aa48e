import { eq, sql } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { proveIdentity as proveIdentityEndpoint } from '#contract/security.ts';
import { requireCustomer } from '../accounts/customers.ts';
import { verifyCurrentPassword, type AuthenticatedRequest } from '../accounts/verify-password.ts';
import { throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import { startProvingByPasskey, verifyPasskey } from '../credentials/passkeys.ts';
import { findSecondStep, verifySecondStep } from '../credentials/second-step.ts';
import { session } from '../db/tables.ts';

/** How a customer can prove who they are: with a second step not by the password alone; without any way by signing in again. */
export async function startProof(deps: Deps, customerId: string) {
  const { passwordHash } = await requireCustomer(deps.db, customerId);
  const code = (await findSecondStep(deps.db, customerId)) !== undefined;
  const passkey = await startProvingByPasskey(deps, customerId);
  return { password: passwordHash !== null && !code, code, passkey };
}

type Proof = ParsedOf<typeof proveIdentityEndpoint>['body'];

/**
 * Notes in the session that its customer has just proved who they are. Throws `invalid` for a wrong password,
 * `passkey_rejected`, `code_wrong`, and `code_required` where a password is not enough.
 */
export async function proveIdentity(deps: Deps, request: AuthenticatedRequest, proof: Proof): Promise<void> {
  const { principal, client } = request;
  const by = await verifyProof(deps, request, proof);
  await deps.db.transaction(async (tx) => {
    await tx
      .update(session)
      .set({ provenAt: sql`now()`, ...(by !== 'password' && { hasSecondFactor: true }) })
      .where(eq(session.id, principal.sessionId));
    await writeAudit(tx, { event: 'identity_proven', customerId: principal.customerId, details: { by }, client });
  });
}

async function verifyProof(
  deps: Deps,
  request: AuthenticatedRequest,
  proof: Proof,
): Promise<'passkey' | 'code' | 'password'> {
  const { customerId } = request.principal;
  if ('passkey' in proof) {
    await verifyPasskey(deps, {
      response: proof.passkey,
      client: request.client,
      purpose: 'prove',
      subject: customerId,
    });
    return 'passkey';
  }
  const owner = await requireCustomer(deps.db, customerId);
  if ('code' in proof) {
    await verifySecondStep(deps, owner, { code: proof.code, client: request.client });
    return 'code';
  }
  if (await findSecondStep(deps.db, customerId)) throwApiError('code_required');
  await verifyCurrentPassword(deps, request, { owner, password: proof.password, path: 'password' });
  return 'password';
}
