import type pg from 'pg';
import type { Deps } from '../server/deps.ts';
import { listMails } from '../server/mails/mail-summaries.ts';
import { sendMail } from '../server/mails/send-mail.ts';

type Mail = { kind: string; locale: string; facts: { link?: string } };

/** The mails to an address, oldest first. */
export async function mailsTo(pool: pg.Pool, email: string): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>('SELECT kind, locale, facts FROM mail WHERE recipient = $1 ORDER BY id', [
    email,
  ]);
  return rows;
}

/** The secret in the newest mailed link of a kind: what stands behind the last `=` or `/`. */
export async function linkTo(pool: pg.Pool, email: string, kind: string): Promise<string> {
  const newest = (await mailsTo(pool, email)).findLast((mail) => mail.kind === kind);
  return newest!.facts.link!.split(/[=/]/).at(-1)!;
}

/** Sends every mail that waits, to nowhere. */
export async function sendMails({ db, config }: Deps): Promise<void> {
  const waiting = await listMails(db, { limit: 1000, state: 'waiting' });
  for (const { id } of waiting)
    await sendMail(db, { mailer: async () => {}, shop: config.shopName, onParked: () => {} }, { id, attempt: 1 });
}
