import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { PasskeyAssertion, PasskeyAttestation } from '#contract/security.ts';
import { MAX_PASSKEYS } from '#domain/credential.ts';
import { deviceName } from '#domain/device.ts';
import type { Customer } from '../accounts/customers.ts';
import { requireFound, throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ClientInfo, Deps } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { customer, passkey } from '../db/tables.ts';
import { enqueueSecurityNotice } from './security-notice.ts';
import {
  consumeChallenge,
  finishRegistration,
  startAuthentication,
  startRegistration,
  verifyAssertion,
  type ChallengePurpose,
} from './webauthn.ts';

export type Passkey = typeof passkey.$inferSelect;

/** A customer's passkeys, the oldest first. */
export function listPasskeys(db: Database, customerId: string): Promise<Passkey[]> {
  return db.select().from(passkey).where(eq(passkey.customerId, customerId)).orderBy(asc(passkey.createdAt)).limit(100);
}

/** What a browser needs to create another passkey. Throws `too_many` where the customer has them all. */
export async function startAddingPasskey(deps: Deps, owner: Customer) {
  const keys = await listPasskeys(deps.db, owner.id);
  if (keys.length >= MAX_PASSKEYS) throwApiError('too_many');
  const { id, email: name, displayName } = owner;
  return startRegistration(deps.db, deps, { id, name, displayName, keys });
}

/**
 * Adds the passkey that a browser created, named after its device, and tells its owner by email. Throws `passkey_rejected`,
 * and `too_many`.
 */
export async function addPasskey(
  deps: Deps,
  owner: Customer,
  { response, client }: { response: PasskeyAttestation; client: ClientInfo },
): Promise<void> {
  const key = await finishRegistration(deps.db, deps, { response, subject: owner.id });
  const name = deviceName(client.userAgent) ?? 'Passkey';
  await deps.db.transaction(async (tx) => {
    await tx.select({ id: customer.id }).from(customer).where(eq(customer.id, owner.id)).for('no key update');
    if ((await tx.$count(passkey, eq(passkey.customerId, owner.id))) >= MAX_PASSKEYS) throwApiError('too_many');
    const added = await tx
      .insert(passkey)
      .values({ id: uuidv7(), customerId: owner.id, name, ...key })
      .onConflictDoNothing()
      .returning({ id: passkey.id });
    if (added.length === 0) throwApiError('passkey_rejected');
    await enqueueSecurityNotice(tx, deps, owner, { change: 'passkey_added', words: name });
    await writeAudit(tx, { event: 'passkey_added', customerId: owner.id, client });
  });
}

/** Throws `not_found` for another customer's. */
export async function renamePasskey(
  db: Database,
  { id, customerId, name }: { id: string; customerId: string; name: string },
): Promise<void> {
  const isOwn = and(eq(passkey.id, id), eq(passkey.customerId, customerId));
  const renamed = await db.update(passkey).set({ name }).where(isOwn).returning({ id: passkey.id });
  requireFound(renamed[0]);
}

/** Removes a passkey and tells its owner by email. Throws `not_found` for another customer's. */
export async function removePasskey(
  deps: Deps,
  owner: Customer,
  { id, client }: { id: string; client: ClientInfo },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isOwn = and(eq(passkey.id, id), eq(passkey.customerId, owner.id));
    const [removed] = await tx.delete(passkey).where(isOwn).returning({ name: passkey.name });
    const { name } = requireFound(removed);
    await enqueueSecurityNotice(tx, deps, owner, { change: 'passkey_removed', words: name });
    await writeAudit(tx, { event: 'passkey_removed', customerId: owner.id, client });
  });
}

/** What a browser needs to prove that one of a customer's passkeys is there; nothing where the customer has none. */
export async function startProvingByPasskey(deps: Deps, customerId: string) {
  const keys = await listPasskeys(deps.db, customerId);
  return keys.length === 0 ? null : startAuthentication(deps.db, deps, { purpose: 'prove', subject: customerId, keys });
}

/**
 * The passkey with which a browser signed our challenge; its counter and use are noted. Throws `passkey_rejected`: for a
 * customer's own key, this is written to their audit trail.
 */
export async function verifyPasskey(
  deps: Deps,
  { response, client, ...purpose }: ChallengePurpose & { response: PasskeyAssertion; client: ClientInfo },
): Promise<Passkey> {
  const challenge = await consumeChallenge(deps.db, response, purpose);
  const [key] = await deps.db.select().from(passkey).where(eq(passkey.credentialId, response.id));
  if (!key) return throwApiError('passkey_rejected');
  try {
    if ('subject' in purpose && key.customerId !== purpose.subject) throwApiError('passkey_rejected');
    requireOwnHandle(response, key);
    await notePasskeyUse(deps.db, key, await verifyAssertion(deps, { response, key, challenge }));
  } catch (error) {
    await writeAudit(deps.db, { event: 'passkey_refused', customerId: key.customerId, client });
    throw error;
  }
  return key;
}

/** The authenticator names the account that it keeps the key for. */
function requireOwnHandle({ response: { userHandle } }: PasskeyAssertion, { customerId }: Passkey): void {
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== customerId)
    throwApiError('passkey_rejected');
}

/** Only a higher counter than the stored one, also for two responses at the same time. */
async function notePasskeyUse(
  db: Database,
  { id }: Passkey,
  { counter, isBackedUp }: Pick<Passkey, 'counter' | 'isBackedUp'>,
): Promise<void> {
  const isNewer = or(lt(passkey.counter, counter), and(eq(passkey.counter, 0), sql`${counter} = 0`));
  const used = await db
    .update(passkey)
    .set({ counter, isBackedUp, lastUsedAt: sql`now()` })
    .where(and(eq(passkey.id, id), isNewer));
  if (used.rowCount !== 1) throwApiError('passkey_rejected');
}
