import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { sessionToken } from '../db/tables.ts';
import { hashSecret, newSecret } from '../secrets.ts';

const PREFIX = 'bk_';

export type NewToken = { token: string; expiresAt: Date };

/** Makes an access token for a session's generation: opaque, 15 minutes, kept only as its hash. */
export async function makeToken(db: Database, sessionId: string, generation: number): Promise<NewToken> {
  const token = PREFIX + newSecret();
  const [made] = await db
    .insert(sessionToken)
    .values({ hash: hashSecret(token), sessionId, generation, expiresAt: sql`now() + interval '15 minutes'` })
    .returning({ expiresAt: sessionToken.expiresAt });
  return { token, expiresAt: made!.expiresAt };
}
