import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { mail } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { required } from '../refuse.ts';
import { isErased } from './erase-mails.ts';
import { HOLDS_A_KEY } from './send-mail.ts';

/** Why a mail is not sent again: it still waits for its first time, or its link was forgotten when it was sent. */
export type NotResent = 'waiting' | 'key_forgotten';

/** Sends a sent or parked mail once more, under its old Message-ID. Refuses `not_found`, also for an erased one. */
export function resendMail({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, id: string): Promise<NotResent | undefined> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(mail).where(eq(mail.id, id)).for('update');
    const row = required(found && isErased(found) ? undefined : found);
    if (row.sentAt && HOLDS_A_KEY.includes(row.kind)) return 'key_forgotten';
    const freed = await tx
      .update(mail)
      .set({ sentAt: null, parkedAt: null, attempts: 0, lastError: null, createdAt: sql`now()` })
      .where(and(eq(mail.id, id), or(isNotNull(mail.sentAt), isNotNull(mail.parkedAt))));
    if (freed.rowCount !== 1) return 'waiting';
    await jobs.sendMail(tx, id);
    return undefined;
  });
}
