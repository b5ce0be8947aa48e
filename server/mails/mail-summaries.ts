import { and, desc, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { mail } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { required } from '../refuse.ts';
import { findMail, letterOf, type Letterhead, type MailRow } from './kept-mail.ts';

/** `parked`: tried too often, and not tried again by itself. */
export const MAIL_STATES = ['waiting', 'sent', 'parked'] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** A mail as the staff's list shows it. */
export type MailSummary = {
  id: string;
  to: string;
  kind: string;
  locale: string;
  state: MailState;
  created_at: string;
  sent_at: string | null;
  attempts: number;
  last_error: string | null;
};

const OF_STATE = {
  waiting: and(isNull(mail.sentAt), isNull(mail.parkedAt)),
  sent: isNotNull(mail.sentAt),
  parked: and(isNull(mail.sentAt), isNotNull(mail.parkedAt)),
};

/** The newest mails, of one state where it is given. */
export async function listMails(
  db: Database,
  { limit, state }: { limit: number; state?: MailState | undefined },
): Promise<MailSummary[]> {
  const rows = await db
    .select()
    .from(mail)
    .where(state && OF_STATE[state])
    .orderBy(desc(mail.id))
    .limit(limit);
  return rows.map(summaryOf);
}

/** A mail with its letter as the reader gets it, links and all; an erased one says nothing. Refuses `not_found`. */
export async function requireMail(
  { db, ...head }: Letterhead & Pick<Deps, 'db'>,
  id: string,
): Promise<MailSummary & { subject: string; text: string }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const found = required(isId ? await findMail(db, id) : undefined);
  const { subject, text } = letterOf(head, found);
  return { ...summaryOf(found.row), subject, text };
}

function summaryOf(row: MailRow): MailSummary {
  return {
    id: row.id,
    to: row.recipient,
    kind: row.kind,
    locale: row.locale,
    state: row.sentAt ? 'sent' : row.parkedAt ? 'parked' : 'waiting',
    created_at: row.createdAt.toISOString(),
    sent_at: row.sentAt?.toISOString() ?? null,
    attempts: row.attempts,
    last_error: row.lastError,
  };
}
