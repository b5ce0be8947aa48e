import type pg from 'pg';
import type { Deps } from '../server/context.ts';
import { listEmails, requireEmail } from '../server/emails/stored-emails.ts';
import { sendEmail } from '../server/emails/outbox.ts';
import type { EmailMessage } from '../server/integrations/mailer.ts';

type QueuedEmail = { kind: string; locale: string; data: { link?: string } };

/** The emails to an address, oldest first. */
export async function emailsTo(pool: pg.Pool, email: string): Promise<QueuedEmail[]> {
  const { rows } = await pool.query<QueuedEmail>(
    'SELECT kind, locale, data FROM email_message WHERE recipient = $1 ORDER BY id',
    [email],
  );
  return rows;
}

/** The token in the newest emailed link of a kind: the part after `=`. */
export async function emailTokenTo(pool: pg.Pool, email: string, kind: string): Promise<string> {
  const newest = (await emailsTo(pool, email)).findLast((mail) => mail.kind === kind);
  return newest!.data.link!.split('=').at(-1)!;
}

/** Emails as their reader gets them, oldest first. */
export async function renderedEmailsTo(deps: Deps, email: string) {
  const mails = await listEmails(deps.db, { limit: 1000 });
  const own = mails.filter(({ to }) => to === email).toReversed();
  return Promise.all(own.map(({ id }) => requireEmail(deps, id)));
}

/** The token in the newest email that links a guest to an order. */
export async function orderTokenTo(deps: Deps, email: string): Promise<string> {
  const letters = await renderedEmailsTo(deps, email);
  return letters.flatMap(({ text }) => /\/order\/([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!;
}

/** Sends every queued email to a fake mailer; returns them. */
export async function sendPendingEmails(deps: Deps): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  const mailer = async (letter: EmailMessage) => void sent.push(letter);
  for (const { id } of await listEmails(deps.db, { limit: 1000, state: 'waiting' }))
    await sendEmail(deps, { mailer, onDeadLettered: () => {} }, { id, attempt: 1 });
  return sent;
}
