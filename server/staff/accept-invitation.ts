import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { registerByInvitation as contract } from '#contract/admin-invitations.ts';
import type { Locale } from '#domain/locale.ts';
import type { Customer } from '../accounts/customers.ts';
import { assertStrongPassword, hashPassword } from '../accounts/passwords.ts';
import { claimGuestRecords } from '../accounts/registration.ts';
import { throwApiError } from '../api-error.ts';
import { writeAudit } from '../audit/audit.ts';
import type { ClientInfo, Deps, Principal } from '../context.ts';
import type { ClientDatabase, Database } from '../db/connection.ts';
import { customer, staffInvitation } from '../db/tables.ts';
import { takeOverUnverifiedAccount } from '../sessions/resolve-identity.ts';
import { isAcceptable, openInvitation } from './invitations.ts';
import { setStaffRole } from './staff.ts';

/**
 * Consumes an invitation and gives its role to the account that is signed in, which has to be that of its address. Throws
 * `link_expired`, `other_account`, and `too_late` where the account has a role already; then the invitation stays open.
 */
export function acceptInvitation(
  { db }: Pick<Deps, 'db'>,
  { principal: { customerId }, client }: { principal: Principal; client: ClientInfo },
  token: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const invitation = await consumeInvitation(tx, token);
    const [owner] = await tx.select().from(customer).where(eq(customer.id, customerId)).for('no key update');
    if (owner?.email !== invitation.email || owner.deletedAt) return throwApiError('other_account');
    if (owner.staffRole) throwApiError('too_late');
    await joinStaff(tx, owner.id, invitation, client);
  });
}

type Registration = { body: ParsedOf<typeof contract>['body']; locale: Locale; client: ClientInfo };

/**
 * Consumes an invitation whose address has no activated account: opens one with a name and a password, active at once, with
 * the guest orders of its address. One that nobody activated is taken over. Returns the address. Throws `link_expired`,
 * `email_taken` where there is an account, and `invalid` for a weak password, which leaves the invitation open.
 */
export async function registerByInvitation(deps: Deps, { body, locale, client }: Registration): Promise<string> {
  const { token, password, displayName } = body;
  const { email, has_account: hasAccount } = await openInvitation(deps.db, token);
  if (hasAccount) throwApiError('email_taken');
  assertStrongPassword(deps, { password, owner: { displayName, email }, locale });
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    const invitation = await consumeInvitation(tx, token);
    const owner = await openAccount(tx, { email: invitation.email, displayName, passwordHash, locale });
    await claimGuestRecords(tx, owner);
    await writeAudit(tx, { event: 'registered', customerId: owner.id, client });
    await joinStaff(tx, owner.id, invitation, client);
  });
  return email;
}

type Consumed = typeof staffInvitation.$inferSelect;

async function consumeInvitation(tx: Database, token: string): Promise<Consumed> {
  const [consumed] = await tx
    .update(staffInvitation)
    .set({ acceptedAt: sql`now()` })
    .where(isAcceptable(token))
    .returning();
  return consumed ?? throwApiError('link_expired');
}

async function joinStaff(
  tx: ClientDatabase,
  customerId: string,
  { id, role, inviter }: Consumed,
  client: ClientInfo,
): Promise<void> {
  await tx.update(staffInvitation).set({ customerId }).where(eq(staffInvitation.id, id));
  await setStaffRole(tx, customerId, role);
  const details = { invitation: id, role, inviter };
  await writeAudit(tx, { event: 'invitation_accepted', customerId, details, client });
}

type NewAccount = Pick<Customer, 'email' | 'displayName' | 'locale'> & { passwordHash: string };

async function openAccount(tx: Database, account: NewAccount): Promise<Customer> {
  const values = { ...account, activatedAt: sql`now()` };
  const [inserted] = await tx
    .insert(customer)
    .values({ id: uuidv7(), ...values })
    .onConflictDoNothing()
    .returning();
  if (inserted) return inserted;
  const [unverified] = await tx
    .select()
    .from(customer)
    .where(and(eq(customer.email, account.email), isNull(customer.activatedAt), isNull(customer.deletedAt)))
    .for('update');
  if (!unverified) return throwApiError('email_taken');
  return takeOverUnverifiedAccount(tx, unverified.id, values);
}
