import { eq, sql } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { proveIdentity as proveIdentityEndpoint } from '#contract/security.ts';
import { requireCustomer } from '../accounts/customers.ts';
import { verifyCurrentPassword, type AuthenticatedRequest } from '../accounts/verify-password.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Deps } from '../context.ts';
import { startProvingByPasskey, verifyPasskey } from '../credentials/passkeys.ts';
import { session } from '../db/tables.ts';

/** How a customer can prove who they are; without any way, only by signing in again. */
export async function startProof(deps: Deps, customerId: string) {
  const { passwordHash } = await requireCustomer(deps.db, customerId);
  return { password: passwordHash !== null, passkey: await startProvingByPasskey(deps, customerId) };
}

type Proof = ParsedOf<typeof proveIdentityEndpoint>['body'];

/**
 * Notes in the session that its customer has just proved who they are. Throws `invalid` for a wrong password, and
 * `passkey_rejected`.
 */
export async function proveIdentity(deps: Deps, request: AuthenticatedRequest, proof: Proof): Promise<void> {
  const { principal, client } = request;
  const by = await verifyProof(deps, request, proof);
  await deps.db.transaction(async (tx) => {
    await tx
      .update(session)
      .set({ provenAt: sql`now()` })
      .where(eq(session.id, principal.sessionId));
    await writeAudit(tx, { event: 'identity_proven', customerId: principal.customerId, details: { by }, client });
  });
}

async function verifyProof(deps: Deps, request: AuthenticatedRequest, proof: Proof): Promise<'passkey' | 'password'> {
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
  await verifyCurrentPassword(deps, request, { owner, password: proof.password, path: 'password' });
  return 'password';
}
