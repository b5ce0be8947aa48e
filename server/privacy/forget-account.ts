import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { adoptGuestOrders } from '../accounts/activate.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../db/connection.ts';
import { customer } from '../db/tables.ts';
import { deletedEmail, erasePerson } from './erase-person.ts';

/** Empties an account and erases the person; what they ordered as a guest with the proven address goes with it. */
export async function forgetAccount(db: Database, owner: { id: string; email: string }): Promise<void> {
  await adoptGuestOrders(db, owner);
  const nothing = { username: null, passwordHash: null, photoUrl: null, phone: null, activatedAt: null };
  const plain = { displayName: '', providerId: 'password', marketing: false, isStaff: false, starred: [] };
  await db
    .update(customer)
    .set({ ...nothing, ...plain, email: deletedEmail(owner.id), deletedAt: sql`now()` })
    .where(eq(customer.id, owner.id));
  await erasePerson(db, owner.id, [owner.email]);
}

/** The accounts that were deleted; who restores an older state of the shop must delete them again. */
export async function listForgotten(db: Database): Promise<string[]> {
  const rows = await db.select({ id: customer.id }).from(customer).where(isNotNull(customer.deletedAt));
  return rows.map((row) => row.id);
}

/** Deletes accounts again that an older state of the shop has brought back; answers how many there were. */
export async function forgetAgain(db: Database, ids: readonly string[]): Promise<number> {
  let back = 0;
  for (const id of ids) {
    const [owner] = await db
      .select()
      .from(customer)
      .where(and(eq(customer.id, id), isNull(customer.deletedAt)));
    if (!owner) continue;
    await forgetAccount(db, owner);
    await writeAudit(db, { event: 'account_deleted', customerId: id, actor: 'restore' });
    back += 1;
  }
  return back;
}
