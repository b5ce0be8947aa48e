import type pg from 'pg';

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
