import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Connection, Database } from '../db/connection.ts';
import { customer, emailToken } from '../db/tables.ts';
import type { Deps } from '../context.ts';
import { ANONYMOUS_EMAIL } from '../emails/anonymize-emails.ts';
import { enqueueEmail } from '../emails/outbox.ts';
import { throwApiError } from '../api-error.ts';
import { hashSecret, newSecret } from '../secrets.ts';

export type EmailTokenPurpose = (typeof emailToken.$inferSelect)['purpose'];

const TOKEN_LIFETIMES: Record<EmailTokenPurpose, string> = { activate: '24 hours', reset: '1 hour', email: '1 hour' };

/** Creates a single-use token for a link and revokes the customer's earlier ones of the same purpose. */
export async function createEmailToken(
  db: Database,
  purpose: EmailTokenPurpose,
  owner: { id: string; email: string },
): Promise<string> {
  const token = newSecret();
  await revokeEmailTokens(db, owner.id, purpose);
  await db.insert(emailToken).values({
    tokenHash: hashSecret(token),
    purpose,
    customerId: owner.id,
    email: owner.email,
    expiresAt: sql`now() + ${TOKEN_LIFETIMES[purpose]}::interval`,
  });
  return token;
}

/**
 * Enqueues an email and rolls it back, for a request that sends none: as much work as creating a link and emailing it, so
 * that the response time does not reveal whether there is an account.
 */
export async function simulateTokenEmail(tx: Pick<Connection, 'transaction'>, deps: Deps): Promise<void> {
  const rollback = new Error('rolled back');
  const data = { name: '', link: '' };
  const work = tx.transaction(async (inner) => {
    await enqueueEmail(inner, deps, { kind: 'reset', to: ANONYMOUS_EMAIL, locale: 'en', data });
    throw rollback;
  });
  await work.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
}

/** The customer of a link that is valid now, without consuming it. */
export async function findEmailTokenOwner(db: Database, purpose: EmailTokenPurpose, token: string) {
  const [found] = await db
    .select({
      displayName: customer.displayName,
      email: customer.email,
      username: customer.username,
      registrationHash: customer.registrationHash,
    })
    .from(emailToken)
    .innerJoin(customer, eq(customer.id, emailToken.customerId))
    .where(isConsumable(purpose, token));
  return found;
}

/** Consumes a link and returns its customer; throws `link_expired` for one that is unknown, consumed, expired or revoked. */
export async function consumeEmailToken(db: Database, purpose: EmailTokenPurpose, token: string) {
  const [consumed] = await db
    .update(emailToken)
    .set({ consumedAt: sql`now()` })
    .where(isConsumable(purpose, token))
    .returning({ customerId: emailToken.customerId, email: emailToken.email });
  return consumed ?? throwApiError('link_expired');
}

function isConsumable(purpose: EmailTokenPurpose, token: string) {
  return and(
    eq(emailToken.tokenHash, hashSecret(token)),
    eq(emailToken.purpose, purpose),
    isPending,
    gt(emailToken.expiresAt, sql`now()`),
  );
}

const isPending = and(isNull(emailToken.consumedAt), isNull(emailToken.revokedAt));

/** Revokes the pending links of every purpose: whoever requested them may not be the owner. */
export async function revokeAllEmailTokens(db: Database, customerId: string): Promise<void> {
  await db
    .update(emailToken)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(emailToken.customerId, customerId), isPending));
}

export async function revokeEmailTokens(db: Database, customerId: string, purpose: EmailTokenPurpose): Promise<void> {
  await db
    .update(emailToken)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(emailToken.customerId, customerId), eq(emailToken.purpose, purpose), isPending));
}
