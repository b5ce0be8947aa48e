import { v7 as uuidv7 } from 'uuid';
import type { Locale } from '#domain/locale.ts';
import type { Database } from '../db/connection.ts';
import { mail } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import type { KeptFacts, MailKind } from './letters.ts';

export type NewMail<K extends MailKind> = {
  kind: K;
  to: string;
  locale: Locale;
  facts: KeptFacts<K>;
  orderId?: string;
};

/** Writes a mail and its job in the caller's transaction: it goes out once that commits, or never. */
export async function postMail<K extends MailKind>(
  db: Database,
  { jobs, publicUrl }: Pick<Deps, 'jobs' | 'publicUrl'>,
  { kind, to, locale, facts, orderId }: NewMail<K>,
): Promise<void> {
  const id = uuidv7();
  const messageId = messageIdOf(id, publicUrl);
  await db.insert(mail).values({ id, messageId, recipient: to, kind, locale, facts, orderId: orderId ?? null });
  await jobs.sendMail(db, id);
}

/** One Message-ID for ever, so that a mail sent twice is seen once. */
function messageIdOf(mailId: string, publicUrl: string): string {
  return `<${mailId}@${new URL(publicUrl).hostname}>`;
}
