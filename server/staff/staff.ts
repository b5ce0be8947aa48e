import { and, asc, eq, exists, isNotNull, or } from 'drizzle-orm';
import type { StaffRow } from '#contract/admin.ts';
import { hasPermission, type StaffRole } from '#domain/staff.ts';
import { requireCustomer } from '../accounts/customers.ts';
import type { ClientDatabase, Database } from '../db/connection.ts';
import { subquery } from '../db/subqueries.ts';
import { customer, passkey, totp } from '../db/tables.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { lockInvitations, withdrawInvitationsOf } from './invitations.ts';

/** Who has a role in the back office, by name. */
export async function listStaff(db: Database): Promise<StaffRow[]> {
  const ofCustomer = eq(passkey.customerId, customer.id);
  const isOn = and(eq(totp.customerId, customer.id), isNotNull(totp.confirmedAt));
  const rows = await db
    .select({
      customer,
      hasSecondFactor: or(
        exists(subquery.select({ id: passkey.customerId }).from(passkey).where(ofCustomer)),
        exists(subquery.select({ id: totp.customerId }).from(totp).where(isOn)),
      )!.mapWith(Boolean),
    })
    .from(customer)
    .where(isNotNull(customer.staffRole))
    .orderBy(asc(customer.displayName), asc(customer.id));
  return rows.map(({ customer: { email, displayName, staffRole }, hasSecondFactor }) => ({
    email,
    name: displayName,
    role: staffRole!,
    has_second_factor: hasSecondFactor,
  }));
}

/**
 * Gives an account a role in the back office, or takes it away (null), and ends its sessions: one of a customer lasts longer
 * than one of the staff. Withdraws the invitations to it, and those that it sent where it may invite nobody any more. Returns
 * false, with nothing changed, where it has that role already.
 */
export function setStaffRole(db: ClientDatabase, customerId: string, role: StaffRole | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { email } = await requireCustomer(tx, customerId);
    await lockInvitations(tx, { id: customerId, email });
    const [before] = await tx
      .select({ role: customer.staffRole })
      .from(customer)
      .where(eq(customer.id, customerId))
      .for('no key update');
    if (before?.role === role) return false;
    await tx.update(customer).set({ staffRole: role }).where(eq(customer.id, customerId));
    const mayInvite = role !== null && hasPermission(role, 'staff.write');
    await withdrawInvitationsOf(tx, { id: customerId, email }, mayInvite);
    await endAllSessions(tx, customerId, 'role_changed');
    return true;
  });
}
