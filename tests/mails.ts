import type pg from 'pg';
import type { Deps } from '../server/deps.ts';
import { listMails, requireMail } from '../server/mails/mail-summaries.ts';
import { sendMail } from '../server/mails/send-mail.ts';
import type { Letter } from '../server/outside/mailer.ts';

type Mail = { kind: string; locale: string; facts: { link?: string } };

/** The mails to an address, oldest first. */
export async function mailsTo(pool: pg.Pool, email: string): Promise<Mail[]> {
  const { rows } = await pool.query<Mail>('SELECT kind, locale, facts FROM mail WHERE recipient = $1 ORDER BY id', [
    email,
  ]);
  return rows;
}

/** The secret in the newest mailed link of a kind: what stands behind the `=`. */
export async function linkTo(pool: pg.Pool, email: string, kind: string): Promise<string> {
  const newest = (await mailsTo(pool, email)).findLast((mail) => mail.kind === kind);
  return newest!.facts.link!.split('=').at(-1)!;
}

/** Letters as their reader gets them, oldest first. */
export async function lettersTo(deps: Deps, email: string) {
  const mails = await listMails(deps.db, { limit: 1000 });
  const own = mails.filter(({ to }) => to === email).toReversed();
  return Promise.all(own.map(({ id }) => requireMail(deps, id)));
}

/** The token in the newest letter that leads a guest to an order. */
export async function guestTokenTo(deps: Deps, email: string): Promise<string> {
  const letters = await lettersTo(deps, email);
  return letters.flatMap(({ text }) => /\/order\/([\w-]+)/.exec(text)?.[1] ?? []).at(-1)!;
}

/** Sends every mail that waits, to nowhere; answers the letters. */
export async function sendMails(deps: Deps): Promise<Letter[]> {
  const sent: Letter[] = [];
  const mailer = async (letter: Letter) => void sent.push(letter);
  for (const { id } of await listMails(deps.db, { limit: 1000, state: 'waiting' }))
    await sendMail(deps, { mailer, onParked: () => {} }, { id, attempt: 1 });
  return sent;
}
