import { sql } from 'drizzle-orm';
import type { Database } from './connection.ts';
import { keepSql } from './kept-statement.ts';

/** Makes transactions that lock one of these keys wait for each other until they end; locks the keys in this order. */
export async function lockKeys(tx: Database, keys: readonly string[]): Promise<void> {
  await selectLocks(tx, { keys });
}

const selectLocks = keepSql<{ keys: readonly string[] }, never>(
  (given) => sql`SELECT pg_advisory_xact_lock(hashtextextended(key, 0)) FROM unnest(${given('keys')}::text[]) AS key`,
);

/** Locks a key for as long as the connection lasts; false where another has it. */
export async function tryLockSession(db: Database, key: string): Promise<boolean> {
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`SELECT pg_try_advisory_lock(hashtextextended(${key}, 0)) AS locked`,
  );
  return rows[0]!.locked;
}
