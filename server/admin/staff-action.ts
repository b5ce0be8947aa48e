import type { ClientInfo, Deps, Principal } from '../context.ts';
import { writeAudit } from '../audit/audit.ts';

export type StaffRequest = { principal: Principal; client: ClientInfo };
export type StaffAction = {
  /** As the operator's commands are called: `order pack`. */
  verb: string;
  /** What it was done to: an order's number. */
  about: string;
  details?: Record<string, string | number>;
};

/**
 * Runs a command for a member of staff and writes it to the audit trail under their name: both or neither. The command gets
 * the transaction in the place of the database.
 */
export function runAsStaff<T>(
  deps: Deps,
  { principal, client }: StaffRequest,
  { verb, about, details }: StaffAction,
  run: (deps: Deps) => Promise<T>,
): Promise<T> {
  return deps.db.transaction(async (tx) => {
    const done = await run({ ...deps, db: Object.assign(tx, { $client: deps.db.$client }) });
    await writeAudit(tx, {
      event: 'staff',
      customerId: principal.customerId,
      actor: principal.name,
      details: { verb, about, ...details },
      client,
    });
    return done;
  });
}
