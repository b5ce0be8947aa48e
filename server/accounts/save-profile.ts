import { and, eq, isNull } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import type { saveProfile as contract } from '#contract/account.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { customer } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../http/bind.ts';
import { tellCustomer } from '../live/tell-customer.ts';
import { required } from '../refuse.ts';
import type { Customer } from './customers.ts';

export type ProfileChanges = ParsedOf<typeof contract>['body'];

/** What says who a customer is and what they agreed to; how the shop looks to them is no matter for the trail. */
const TRACED = ['displayName', 'photoUrl', 'phone', 'marketing'] as const;

/** Changes what a customer may change of their own profile; a field that is not given stays. */
export async function saveProfile(
  { db }: Pick<Deps, 'db'>,
  { customerId, from }: { customerId: string; from?: Origin },
  changes: ProfileChanges,
): Promise<Customer> {
  const given = columnsOf(changes);
  return db.transaction(async (tx) => {
    const living = and(eq(customer.id, customerId), isNull(customer.deletedAt));
    const [found] = await tx.select().from(customer).where(living).for('no key update');
    const before = required(found);
    if (Object.keys(given).length === 0) return before;
    const [saved] = await tx.update(customer).set(given).where(eq(customer.id, customerId)).returning();
    const after = saved!;
    await tellCustomer(tx, customerId, 'profile');
    const fields = TRACED.filter((field) => before[field] !== after[field]);
    if (fields.length > 0)
      await writeAudit(tx, { event: 'profile_changed', customerId, facts: { fields: fields.join(' ') }, from });
    if (before.userRole !== after.userRole)
      await writeAudit(tx, { event: 'role_changed', customerId, facts: { role: after.userRole }, from });
    return after;
  });
}

function columnsOf({ photoURL, phone, starred, ...rest }: ProfileChanges) {
  return {
    ...rest,
    ...(photoURL !== undefined && { photoUrl: photoURL }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(starred !== undefined && { starred: [...new Set(starred)] }),
  };
}
