import { within, type ClientInfo, type Deps, type Principal } from '../context.ts';
import { writeAudit, type NewAuditEntry } from '../audit/audit.ts';
import type { AuditedValues } from '../db/tables.ts';

export type StaffRequest = { principal: Principal; client: ClientInfo };
export type StaffAction = {
  /** As the operator's commands are called: `order pack`. */
  verb: string;
  /** What it was done to: an order's number. */
  about: string;
};

/** What a command changed: values before and after it, null for what was not there. No personal data of customers. */
export type Change = { before: AuditedValues | null; after: AuditedValues | null };

/** What the audit trail says of it. */
export function staffEntry({ principal, client }: StaffRequest, details: StaffAction & Partial<Change>): NewAuditEntry {
  return { event: 'staff', customerId: principal.customerId, actor: principal.name, details, client };
}

/**
 * Runs a command for a member of staff and writes it to the audit trail under their name: both or neither. The command gets
 * the transaction in the place of the database; what it says to have changed stands in the entry.
 */
export function runAsStaff<T>(
  deps: Deps,
  request: StaffRequest,
  action: StaffAction,
  run: (deps: Deps, audit: (change: Change) => void) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(async (tx) => {
    let change: Partial<Change> = {};
    const done = await run(within(tx, deps), (made) => (change = made));
    await writeAudit(tx, staffEntry(request, { ...action, ...change }));
    return done;
  });
}
