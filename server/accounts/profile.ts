import { and, eq, isNull, desc, inArray } from 'drizzle-orm';
import type { ParsedOf } from '#contract/endpoint.ts';
import { type saveProfile as saveProfileEndpoint, ACTIVITY_EVENTS, type Activity } from '#contract/account.ts';
import { writeAudit } from '../audit/audit.ts';
import { customer, auditEntry } from '../db/tables.ts';
import type { Deps, ClientInfo } from '../context.ts';
import { publish } from '../live/live-events.ts';
import { requireFound } from '../api-error.ts';
import type { Customer } from './customers.ts';
import type { Database } from '../db/connection.ts';
import { keepForms, type PerhapsGiven } from '../db/kept-statement.ts';

export type ProfileChanges = ParsedOf<typeof saveProfileEndpoint>['body'];

/** Identity and consent; preferences of appearance are not audited. */
const AUDITED_FIELDS = ['displayName', 'photoUrl', 'phone', 'reviewInvitations'] as const;

/** Changes the given fields of a customer's own profile. Throws `not_found` for a deleted account. */
export async function saveProfile(
  { db }: Pick<Deps, 'db'>,
  { customerId, client }: { customerId: string; client?: ClientInfo },
  changes: ProfileChanges,
): Promise<Customer> {
  const values = profileColumns(changes);
  return db.transaction(async (tx) => {
    const isActive = and(eq(customer.id, customerId), isNull(customer.deletedAt));
    const [found] = await tx.select().from(customer).where(isActive).for('no key update');
    const before = requireFound(found);
    if (Object.keys(values).length === 0) return before;
    const [saved] = await tx.update(customer).set(values).where(eq(customer.id, customerId)).returning();
    const after = saved!;
    await publish(tx, customerId, 'profile');
    const fields = AUDITED_FIELDS.filter((field) => before[field] !== after[field]);
    if (fields.length > 0)
      await writeAudit(tx, { event: 'profile_changed', customerId, details: { fields: fields.join(' ') }, client });
    if (before.userRole !== after.userRole)
      await writeAudit(tx, { event: 'role_changed', customerId, details: { role: after.userRole }, client });
    return after;
  });
}

function profileColumns({ photoURL, phone, starred, ...rest }: ProfileChanges) {
  return {
    ...rest,
    ...(photoURL !== undefined && { photoUrl: photoURL }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(starred !== undefined && { starred: [...new Set(starred)] }),
  };
}

type PageQuery = { page: number; limit: number };

/** The audit trail of a customer's account, newest first, without orders and refunds, which have their own history. */
export async function listActivity(db: Database, customerId: string, { page, limit }: PageQuery) {
  const isActivity = and(eq(auditEntry.chain, customerId), inArray(auditEntry.event, [...ACTIVITY_EVENTS]));
  const [rows, total] = await Promise.all([
    listLatestActivity(db, { customerId, offset: (page - 1) * limit || undefined, limit }),
    db.$count(auditEntry, isActivity),
  ]);
  return { rows, total, page };
}

type Latest = { customerId: string; offset?: number | undefined; limit: number };

/** What was done for or by a customer, the latest first. */
export async function listLatestActivity(db: Database, { limit, ...latest }: Latest): Promise<Activity[]> {
  const rows = await selectActivity(db, latest, { limit });
  return rows.map(({ at, event, actor, ...client }) => ({
    at: at.toISOString(),
    event: event as Activity['event'],
    by: actor === 'customer' ? 'customer' : 'staff',
    ...client,
  }));
}

const selectActivity = keepForms((db, given: PerhapsGiven<Omit<Latest, 'limit'>>, { limit }: Pick<Latest, 'limit'>) => {
  const offset = given('offset');
  const latest = db
    .select({
      at: auditEntry.at,
      event: auditEntry.event,
      actor: auditEntry.actor,
      ip: auditEntry.ip,
      user_agent: auditEntry.userAgent,
    })
    .from(auditEntry)
    .where(and(eq(auditEntry.chain, given('customerId')), inArray(auditEntry.event, [...ACTIVITY_EVENTS])))
    .orderBy(desc(auditEntry.position))
    .limit(limit);
  return offset ? latest.offset(offset) : latest;
});
