import { eq } from 'drizzle-orm';
import type { StaffRole } from '#domain/staff.ts';
import type { Connection } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { endAllSessions } from '../sessions/sessions.ts';

/**
 * Gives an account a role in the back office, or takes it away (null), and ends its sessions: one of a customer lasts longer
 * than one of the staff. Returns false, with nothing changed, where it has that role already.
 */
export function setStaffRole(db: Connection, customerId: string, role: StaffRole | null): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ role: customer.staffRole })
      .from(customer)
      .where(eq(customer.id, customerId))
      .for('no key update');
    if (before?.role === role) return false;
    await tx.update(customer).set({ staffRole: role }).where(eq(customer.id, customerId));
    await endAllSessions(tx, customerId, 'role_changed');
    return true;
  });
}
