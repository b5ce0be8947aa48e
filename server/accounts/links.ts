import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { customer, mailedLink } from '../db/tables.ts';
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

/** What making a link and mailing it takes, where nobody is to get one: the time of an answer tells nothing. */
export async function pretendToMailLink(db: Database): Promise<void> {
  for (let roundTrips = 0; roundTrips < 4; roundTrips += 1) await db.execute(sql`SELECT 1`);
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
    isNull(mailedLink.spentAt),
    gt(mailedLink.expiresAt, sql`now()`),
  );
}

/** Voids what is mailed and not spent of every purpose: the address that it went to is no longer the customer's. */
export async function voidAllLinks(db: Database, customerId: string): Promise<void> {
  await db
    .update(mailedLink)
    .set({ spentAt: sql`now()` })
    .where(and(eq(mailedLink.customerId, customerId), isNull(mailedLink.spentAt)));
}

export async function voidLinks(db: Database, customerId: string, purpose: LinkPurpose): Promise<void> {
  await db
    .update(mailedLink)
    .set({ spentAt: sql`now()` })
    .where(and(eq(mailedLink.customerId, customerId), eq(mailedLink.purpose, purpose), isNull(mailedLink.spentAt)));
}
