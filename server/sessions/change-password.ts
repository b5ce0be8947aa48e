import { and, eq, sql } from 'drizzle-orm';
import { requireCustomer, findCustomerByEmail, type Customer } from '../accounts/customers.ts';
import {
  revokeAllEmailTokens,
  findEmailTokenOwner,
  createEmailToken,
  simulateTokenEmail,
  consumeEmailToken,
} from '../accounts/email-tokens.ts';
import { assertStrongPassword, hashPassword } from '../accounts/passwords.ts';
import {
  verifyCurrentPassword,
  type AuthenticatedRequest,
  clearCustomerLoginFailures,
} from '../accounts/verify-password.ts';
import { writeAudit } from '../audit/audit.ts';
import { customer } from '../db/tables.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { enqueueEmail, consumeMailboxLimit } from '../emails/outbox.ts';
import { throwFieldError, throwApiError } from '../api-error.ts';
import { endAllSessions } from './sessions.ts';
import type { Locale } from '#domain/locale.ts';
import { claimGuestRecords } from '../accounts/registration.ts';
import type { Database } from '../db/connection.ts';
import { requestOrigin } from '../emails/email-content.ts';

type PasswordChange = { currentPassword: string; password: string };

/**
 * Changes the password, ends the customer's other sessions, revokes every link, and emails a notice. Throws `invalid` at
 * its field for a wrong current password and a weak new one; of two concurrent changes the second has a wrong one.
 */
export async function changePassword(deps: Deps, request: AuthenticatedRequest, change: PasswordChange): Promise<void> {
  const { principal, locale, client } = request;
  const owner = await requireCustomer(deps.db, principal.customerId);
  assertStrongPassword(deps, { password: change.password, owner, locale });
  await verifyCurrentPassword(deps, request, { owner, password: change.currentPassword, path: 'currentPassword' });
  const passwordHash = await hashPassword(change.password);
  await deps.db.transaction(async (tx) => {
    await revokeAllEmailTokens(tx, owner.id);
    const isUnchanged = and(eq(customer.id, owner.id), eq(customer.passwordHash, owner.passwordHash!));
    const changed = await tx.update(customer).set({ passwordHash }).where(isUnchanged);
    if (changed.rowCount !== 1) throwFieldError(locale, 'currentPassword', 'password_wrong');
    await endAllSessions(tx, owner.id, 'password_changed', principal.sessionId);
    const { email: to, displayName: name } = owner;
    await enqueueEmail(tx, deps, { kind: 'password_changed', to, locale: owner.locale, data: { name } });
    await writeAudit(tx, { event: 'password_changed', customerId: owner.id, client });
  });
}

/** Emails a link to reset the password, if there is an account; the response is the same. Without `client` the operator asks. */
export async function requestPasswordReset(deps: Deps, email: string, client?: ClientInfo): Promise<void> {
  if (client && !(await consumeMailboxLimit(deps, 'reset', email))) return;
  await deps.db.transaction(async (tx) => {
    const owner = await findCustomerByEmail(tx, email);
    await (owner ? enqueuePasswordResetEmail(tx, deps, owner, client) : simulateTokenEmail(tx, deps));
    await writeAudit(tx, {
      event: 'reset_asked',
      customerId: owner?.id,
      client,
      ...(!client && { actor: 'operator' }),
    });
  });
}

async function enqueuePasswordResetEmail(
  tx: Database,
  deps: Deps,
  owner: Customer,
  client?: ClientInfo,
): Promise<void> {
  const token = await createEmailToken(tx, 'reset', owner);
  const link = `${deps.publicUrl}/customer/auth/forget-password#reset=${token}`;
  const { email: to, locale, displayName: name } = owner;
  await enqueueEmail(tx, deps, { kind: 'reset', to, locale, data: { name, link, ...requestOrigin(client) } });
}

export type PasswordReset = { token: string; password: string; locale: Locale; client: ClientInfo };

/**
 * Consumes a reset link: sets the password, ends every session, revokes every other link and emails a notice. The link
 * verifies the email as activation does: the account becomes active and gets the guest orders of its email. Throws
 * `link_expired`, and `invalid` for a weak password, which leaves the link valid.
 */
export async function resetPassword(deps: Deps, { token, password, locale, client }: PasswordReset): Promise<string> {
  const owner = (await findEmailTokenOwner(deps.db, 'reset', token)) ?? throwApiError('link_expired');
  assertStrongPassword(deps, { password, owner, locale });
  const passwordHash = await hashPassword(password);
  return deps.db.transaction(async (tx) => {
    const { customerId, email } = await consumeEmailToken(tx, 'reset', token);
    await revokeAllEmailTokens(tx, customerId);
    await tx
      .update(customer)
      .set({ passwordHash, registrationHash: null, activatedAt: sql`coalesce(activated_at, now())` })
      .where(eq(customer.id, customerId));
    await claimGuestRecords(tx, { id: customerId, email });
    await endAllSessions(tx, customerId, 'password_reset');
    const reset = await requireCustomer(tx, customerId);
    await clearCustomerLoginFailures(tx, reset);
    const { displayName: name, locale: own } = reset;
    await enqueueEmail(tx, deps, { kind: 'password_changed', to: email, locale: own, data: { name } });
    await writeAudit(tx, { event: 'password_reset', customerId, client });
    return email;
  });
}
