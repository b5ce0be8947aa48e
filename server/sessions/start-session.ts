import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Customer } from '../accounts/customers.ts';
import type { Database } from '../db/connection.ts';
import { session } from '../db/tables.ts';
import type { Origin } from '../http/bind.ts';
import { hashSecret, newSecret } from '../secrets.ts';
import { makeToken, type NewToken } from './tokens.ts';

export type StartedSession = NewToken & { sessionEndsAt: Date; cookie: string };
export type SignedIn = { owner: Customer; session: StartedSession };

/** Starts a session (30 days from its last refresh) with its first token and companion cookie. */
export async function startSession(
  db: Database,
  customerId: string,
  device: Origin & { providerId?: string },
): Promise<StartedSession> {
  const cookie = newSecret();
  const id = uuidv7();
  const [made] = await db
    .insert(session)
    .values({
      id,
      customerId,
      expiresAt: sql`now() + interval '30 days'`,
      cookieHash: hashSecret(cookie),
      userAgent: device.userAgent.slice(0, 300),
      ip: device.ip,
      ...(device.providerId !== undefined && { providerId: device.providerId }),
    })
    .returning({ expiresAt: session.expiresAt });
  return { ...(await makeToken(db, id, 1)), sessionEndsAt: made!.expiresAt, cookie };
}
