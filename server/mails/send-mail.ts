import { eq, sql } from 'drizzle-orm';
import { mail } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { ERASED } from './erase-mails.ts';
import type { Mailer } from '../outside/mailer.ts';
import { findMail, letterOf, type Letterhead } from './kept-mail.ts';

const MOST_ATTEMPTS = 12;
/** Kinds whose link opens an account: once sent, the row forgets it. */
export const HOLDS_A_KEY: readonly string[] = ['activate', 'reset', 'email_change'];
/** Kinds whose reader is to be forgotten: once sent or given up, the row does not say who it was. */
const FORGETS_READER: readonly string[] = ['account_deleted'];

/** A mail that was given up, without whose it is. */
export type Parked = { mail: string; kind: string; attempts: number };

export type Post = {
  mailer: Mailer;
  /** Told of each mail that is parked: it goes out only when the operator resends it. */
  onParked: (parked: Parked) => void;
};

/**
 * Sends the mail of a row, outside any transaction; a row already sent or parked is left alone. A failure is
 * written down and thrown, so that the job is tried again later; the twelfth parks the mail.
 */
export async function sendMail(
  { db, ...head }: Letterhead & Pick<Deps, 'db'>,
  { mailer, onParked }: Post,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  const found = await findMail(db, id);
  if (!found || found.row.sentAt || found.row.parkedAt) return;
  const { row } = found;
  const letter = letterOf(head, found);
  try {
    await mailer({ messageId: row.messageId, to: row.recipient, locale: row.locale, ...letter });
  } catch (error) {
    const isLast = attempt >= MOST_ATTEMPTS;
    const parked = isLast ? { parkedAt: sql`now()`, ...forgotten(row.kind) } : {};
    await db
      .update(mail)
      .set({ attempts: attempt, lastError: String(error), ...parked })
      .where(eq(mail.id, id));
    if (isLast) onParked({ mail: id, kind: row.kind, attempts: attempt });
    throw error;
  }
  await db
    .update(mail)
    .set({
      attempts: attempt,
      sentAt: sql`now()`,
      ...(HOLDS_A_KEY.includes(row.kind) && { facts: sql`facts - 'link'` }),
      ...forgotten(row.kind),
    })
    .where(eq(mail.id, id));
}

function forgotten(kind: string): Partial<typeof ERASED> {
  return FORGETS_READER.includes(kind) ? ERASED : {};
}
