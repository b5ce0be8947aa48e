import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { idempotency } from '../db/tables.ts';
import { refuse } from '../refuse.ts';

/** What makes two calls the same order: who (`scope`), their key, and what they sent. */
export type Attempt = { scope: string; key: string; fingerprint: Buffer; seconds: number };

const DAY = 24 * 3600;
/** Without a key, an equal payload of the same actor within this many seconds is a repetition. */
const KEYLESS_SECONDS = 10;

export function attemptOf(scope: string, key: string | undefined, payload: unknown): Attempt {
  const fingerprint = createHash('sha256').update(JSON.stringify(payload)).digest();
  if (key === undefined)
    return { scope, key: `payload:${fingerprint.toString('hex')}`, fingerprint, seconds: KEYLESS_SECONDS };
  return { scope, key: `key:${key}`, fingerprint, seconds: DAY };
}

/**
 * Takes the key for this transaction; of rivals one goes on and the others wait for it. Answers the stored answer
 * where the key was used before. Refuses `idempotency_mismatch` when it was used with another payload.
 */
export async function claimKey(db: Database, { scope, key, fingerprint, seconds }: Attempt): Promise<unknown> {
  const claimed = await db
    .insert(idempotency)
    .values({ scope, key, fingerprint })
    .onConflictDoUpdate({
      target: [idempotency.scope, idempotency.key],
      set: { fingerprint, answer: null, createdAt: sql`now()` },
      setWhere: lt(idempotency.createdAt, sql`now() - make_interval(secs => ${seconds})`),
    });
  if (claimed.rowCount === 1) return undefined;
  const [known] = await db
    .select()
    .from(idempotency)
    .where(and(eq(idempotency.scope, scope), eq(idempotency.key, key)));
  if (!known || !known.fingerprint.equals(fingerprint)) refuse('idempotency_mismatch');
  return known.answer ?? undefined;
}
