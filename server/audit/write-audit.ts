import type { Database } from '../db/connection.ts';
import { auditEntry, type AuditEvent } from '../db/tables.ts';
import type { Origin } from '../http/bind.ts';

export type Audited = {
  event: AuditEvent;
  /** Whose trail it belongs to; nobody's for an account that is not there. */
  customerId?: string | undefined;
  /** `customer` unless somebody of the staff did it. */
  actor?: string;
  /** What is worth knowing; never a secret. */
  facts?: Record<string, string | number>;
  from?: Origin | undefined;
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Adds to the trail of who did what, when and from where. Written last in a transaction: the customer's chain is
 * locked from here to its end.
 */
export async function writeAudit(db: Database, audited: Audited): Promise<void> {
  await db.insert(auditEntry).values(auditOf(audited));
}

/** The row of an entry, for a statement that writes more than that. */
export function auditOf({ event, customerId, actor, facts = {}, from }: Audited) {
  return {
    chain: customerId ?? NOBODY,
    event,
    actor: actor ?? 'customer',
    facts,
    ip: from?.ip ?? null,
    userAgent: from?.userAgent.slice(0, 300) ?? null,
  };
}
