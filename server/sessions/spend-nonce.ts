import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { spentNonce } from '../db/tables.ts';
import { rejected, type ProvenToken } from '../outside/identity-provider.ts';

/** Takes a provider's token once: its nonce is kept until nobody would take the token any more. Refuses the second time. */
export async function spendNonce(db: Database, issuer: string, { nonce, goodUntil }: ProvenToken): Promise<void> {
  const spent = await db
    .insert(spentNonce)
    .values({ issuer, nonce, expiresAt: goodUntil })
    .onConflictDoNothing()
    .returning({ nonce: spentNonce.nonce });
  if (spent.length === 0) throw rejected('the nonce was spent before');
  await forgetOld(db);
}

/** A few at a time, and none that another sign-in is about to forget. */
async function forgetOld(db: Database): Promise<void> {
  await db.execute(sql`
    DELETE FROM spent_nonce WHERE (issuer, nonce) IN (
      SELECT issuer, nonce FROM spent_nonce WHERE expires_at < now() ORDER BY expires_at LIMIT 20 FOR UPDATE SKIP LOCKED)`);
}
