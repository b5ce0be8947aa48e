import { writeAudit } from '../server/audit/write-audit.ts';
import type { Database } from '../server/db/connection.ts';
import { machineUser } from './machine-user.ts';

/** Notes in the trail who of the machine's users did what to which thing. */
export async function noteOperator(db: Database, { verb, about }: { verb: string; about: string }): Promise<void> {
  const facts = { verb, about: about.slice(0, 100), user: machineUser() };
  await writeAudit(db, { event: 'operator', actor: 'operator', facts });
}
