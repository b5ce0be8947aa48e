import { writeAudit } from '../audit/write-audit.ts';
import type { Connection } from '../db/connection.ts';
import type { Caller, Origin } from '../http/bind.ts';
import { refuse } from '../refuse.ts';
import { endAllSessions, endSession } from './end-session.ts';

type Own = Pick<Caller, 'customerId' | 'sessionId'>;

/** Signs this session out. */
export async function logOut(db: Connection, { customerId, sessionId }: Own, from: Origin): Promise<void> {
  await db.transaction(async (tx) => {
    if (await endSession(tx, { id: sessionId, customerId }, 'logout'))
      await writeAudit(tx, { event: 'signed_out', customerId, from });
  });
}

/** Ends one of the customer's sessions. Refuses `not_found` for another's, and for one that has ended. */
export async function revokeSession(
  db: Connection,
  { id, caller: { customerId } }: { id: string; caller: Own },
  from: Origin,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, { id, customerId }, 'revoked'))) refuse('not_found');
    await writeAudit(tx, { event: 'session_ended', customerId, facts: { sessions: 1 }, from });
  });
}

/** Ends every session of the customer but the one that asks. */
export async function revokeOthers(db: Connection, { customerId, sessionId }: Own, from: Origin): Promise<void> {
  await db.transaction(async (tx) => {
    const sessions = await endAllSessions(tx, customerId, 'revoked', sessionId);
    if (sessions > 0) await writeAudit(tx, { event: 'session_ended', customerId, facts: { sessions }, from });
  });
}
