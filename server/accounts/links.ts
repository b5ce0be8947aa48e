import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { customer, mailedLink } from '../db/tables.ts';
import type { Deps } from '../deps.ts';
import { NOBODYS_ADDRESS } from '../mails/erase-mails.ts';
import { postMail } from '../mails/post-mail.ts';
import { refuse } from '../refuse.ts';
import { hashSecret, newSecret } from '../secrets.ts';

export type LinkPurpose = (typeof mailedLink.$inferSelect)['purpose'];

const LIFETIMES: Record<LinkPurpose, string> = { activate: '24 hours', reset: '1 hour', email: '1 hour' };

/** Makes a single-use link token for a customer; older ones of the same purpose stop working. */
export async function makeLink(
  db: Database,
  purpose: LinkPurpose,
  owner: { id: string; email: string },
): Promise<string> {
  const token = newSecret();
  await voidLinks(db, owner.id, purpose);
  await db.insert(mailedLink).values({
    tokenHash: hashSecret(token),
    purpose,
    customerId: owner.id,
    email: owner.email,
    expiresAt: sql`now() + ${LIFETIMES[purpose]}::interval`,
  });
  return token;
}

/**
 * Writes a mail and takes it back, where nobody is to get one: as much work as making a link and mailing it, so that
 * the time of an answer does not tell who has an account.
 */
export async function pretendToMailLink(tx: Pick<Connection, 'transaction'>, deps: Deps): Promise<void> {
  const takenBack = new Error('taken back');
  const facts = { name: '', link: '' };
  const work = tx.transaction(async (inner) => {
    await postMail(inner, deps, { kind: 'reset', to: NOBODYS_ADDRESS, locale: 'en', facts });
    throw takenBack;
  });
  await work.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
}

/** Whose a link is that could be spent now, without spending it. */
export async function findLinkOwner(db: Database, purpose: LinkPurpose, token: string) {
  const [found] = await db
    .select({ displayName: customer.displayName, email: customer.email, username: customer.username })
    .from(mailedLink)
    .innerJoin(customer, eq(customer.id, mailedLink.customerId))
    .where(isGood(purpose, token));
  return found;
}

/** Spends a link once and answers whose it is; refuses `link_expired` for any that is unknown, used, old or void. */
export async function spendLink(db: Database, purpose: LinkPurpose, token: string) {
  const [spent] = await db
    .update(mailedLink)
    .set({ spentAt: sql`now()` })
    .where(isGood(purpose, token))
    .returning({ customerId: mailedLink.customerId, email: mailedLink.email });
  return spent ?? refuse('link_expired');
}

function isGood(purpose: LinkPurpose, token: string) {
  return and(
    eq(mailedLink.tokenHash, hashSecret(token)),
    eq(mailedLink.purpose, purpose),
    isOpen,
    gt(mailedLink.expiresAt, sql`now()`),
  );
}

const isOpen = and(isNull(mailedLink.spentAt), isNull(mailedLink.voidAt));

/** Voids what is mailed and not spent, of every purpose: whoever asked for it may not be the owner. */
export async function voidAllLinks(db: Database, customerId: string): Promise<void> {
  await db
    .update(mailedLink)
    .set({ voidAt: sql`now()` })
    .where(and(eq(mailedLink.customerId, customerId), isOpen));
}

export async function voidLinks(db: Database, customerId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .update(mailedLink)
    .set({ voidAt: sql`now()` })
    .where(and(eq(mailedLink.customerId, customerId), eq(mailedLink.purpose, purpose), isOpen));
}
