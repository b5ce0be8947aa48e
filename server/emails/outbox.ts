import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { keepInsert, keepStatement, type Given } from '../db/kept-statement.ts';
import { emailMessage } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { DELETED_EMAIL_DOMAIN, ANONYMIZED_COLUMNS, isAnonymized } from './anonymize-emails.ts';
import type { StoredEmailData, EmailKind } from './email-templates.ts';
import { eq, sql, and, isNotNull, or } from 'drizzle-orm';
import type { Mailer } from '../integrations/mailer.ts';
import { findEmail, renderStoredEmail, type EmailDeps } from './stored-emails.ts';
import { requireFound, ApiError } from '../api-error.ts';
import { shortDigest } from '../secrets.ts';

export type NewEmail<K extends EmailKind> = {
  kind: K;
  to: string;
  locale: Locale;
  data: StoredEmailData<K>;
  orderId?: string;
};

/**
 * Stores an email and its job in the given transaction: it is sent once that commits, or never. Nothing is sent to the
 * anonymized address of a deleted account, such as after a late payment.
 */
export async function enqueueEmail<K extends EmailKind>(
  db: Database,
  { jobs, publicUrl }: Pick<Deps, 'jobs' | 'publicUrl'>,
  { kind, to, locale, data, orderId }: NewEmail<K>,
): Promise<void> {
  if (to.endsWith(DELETED_EMAIL_DOMAIN)) return;
  const id = uuidv7();
  const messageId = messageIdOf(id, publicUrl);
  const email = { id, messageId, recipient: to, kind, locale, data, orderId: orderId ?? null };
  await Promise.all([insertEmail(db, email), jobs.sendMail(db, id, { isAwaited: isAwaited(kind) })]);
}

const insertEmail = keepInsert(emailMessage, ['id', 'messageId', 'recipient', 'kind', 'locale', 'data', 'orderId']);

/** The Message-ID never changes, so that clients show an email that was sent twice once. */
function messageIdOf(emailId: string, publicUrl: string): string {
  return `<${emailId}@${new URL(publicUrl).hostname}>`;
}

const MAX_ATTEMPTS = 12;
/** Kinds whose link opens an account: it is removed from the row once sent. */
export const KINDS_WITH_SECRET: readonly string[] = ['activate', 'reset', 'email_change', 'staff_invitation'];
/** Without such a link its recipient cannot go on. */
const isAwaited = (kind: string) => KINDS_WITH_SECRET.includes(kind);
/** Kinds whose row is anonymized once sent or dead-lettered. */
const KINDS_ANONYMIZED_AFTERWARDS: readonly string[] = ['account_deleted'];

/** A dead-lettered email for the log, without its recipient. */
export type DeadLetter = { mail: string; kind: string; attempts: number };

export type EmailDelivery = {
  mailer: Mailer;
  /** Called with each dead-lettered email: it is sent only when the operator resends it. */
  onDeadLettered: (deadLetter: DeadLetter) => void;
};

/**
 * Sends a stored email, outside any transaction; does nothing for one already sent or dead-lettered. Stores a failure and
 * throws it, so that the job is retried; the twelfth failure dead-letters the email.
 */
export async function sendEmail(
  { db, ...deps }: EmailDeps & Pick<Deps, 'db'>,
  { mailer, onDeadLettered }: EmailDelivery,
  { id, attempt }: { id: string; attempt: number },
): Promise<void> {
  const found = await findEmail(db, id);
  if (!found || found.row.sentAt || found.row.deadLetteredAt) return;
  const { row } = found;
  const email = renderStoredEmail(deps, found);
  try {
    await mailer({ messageId: row.messageId, to: row.recipient, locale: row.locale, ...email });
  } catch (error) {
    const isLast = attempt >= MAX_ATTEMPTS;
    const deadLettered = isLast ? { deadLetteredAt: sql`now()`, ...anonymizedColumns(row.kind) } : {};
    await db
      .update(emailMessage)
      .set({ attempts: attempt, lastError: String(error), ...deadLettered })
      .where(eq(emailMessage.id, id));
    if (isLast) onDeadLettered({ mail: id, kind: row.kind, attempts: attempt });
    throw error;
  }
  const hasSecret = KINDS_WITH_SECRET.includes(row.kind);
  const forgotten = { ...(hasSecret && { data: sql`data - 'link'` }), ...anonymizedColumns(row.kind) };
  if (Object.keys(forgotten).length === 0) await markSent(db, { id, attempt });
  else
    await db
      .update(emailMessage)
      .set({ attempts: attempt, sentAt: sql`now()`, ...forgotten })
      .where(eq(emailMessage.id, id));
}

const markSent = keepStatement((db, given: Given<{ id: string; attempt: number }>) =>
  db
    .update(emailMessage)
    .set({ attempts: sql`${given('attempt')}`, sentAt: sql`now()` })
    .where(eq(emailMessage.id, given('id'))),
);

function anonymizedColumns(kind: string): Partial<typeof ANONYMIZED_COLUMNS> {
  return KINDS_ANONYMIZED_AFTERWARDS.includes(kind) ? ANONYMIZED_COLUMNS : {};
}

/** Why an email is not resent: it has not been sent yet, or its link was removed when it was sent. */
export type NotResentReason = 'waiting' | 'key_forgotten';

/** Resends a sent or dead-lettered email under its Message-ID. Throws `not_found`, also for an anonymized one. */
export function resendEmail({ db, jobs }: Pick<Deps, 'db' | 'jobs'>, id: string): Promise<NotResentReason | undefined> {
  return db.transaction(async (tx) => {
    const [found] = await tx.select().from(emailMessage).where(eq(emailMessage.id, id)).for('update');
    const row = requireFound(found && isAnonymized(found) ? undefined : found);
    if (row.sentAt && KINDS_WITH_SECRET.includes(row.kind)) return 'key_forgotten';
    const reset = await tx
      .update(emailMessage)
      .set({ sentAt: null, deadLetteredAt: null, attempts: 0, lastError: null, createdAt: sql`now()` })
      .where(and(eq(emailMessage.id, id), or(isNotNull(emailMessage.sentAt), isNotNull(emailMessage.deadLetteredAt))));
    if (reset.rowCount !== 1) return 'waiting';
    await jobs.sendMail(tx, id, { isAwaited: isAwaited(row.kind) });
    return undefined;
  });
}

/** Emails that anybody can request for an address; each purpose has a limit of its own. */
export type MailboxLimitPurpose = 'register' | 'activate' | 'reset' | 'email' | 'ticket' | 'alert' | 'invitation';

/**
 * Counts an email of a purpose to an address, three an hour, and returns whether it may be sent; the same for addresses
 * with and without an account. Never inside a transaction.
 */
export async function consumeMailboxLimit(
  { consumeRateLimit }: Pick<Deps, 'consumeRateLimit'>,
  purpose: MailboxLimitPurpose,
  email: string,
): Promise<boolean> {
  try {
    await consumeRateLimit('mailbox', `${purpose}:${shortDigest(email)}`);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
