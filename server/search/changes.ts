import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { productChange } from '../db/tables.ts';

/** Changes of products: their ids, the snapshot that saw them, and the time of the database. */
export type ProductChanges = { ids: number[]; snapshot: string; readAt: string };

/** What changed since a snapshot; without one nothing, and the snapshot to begin with. */
export async function readChanges(db: Database, since?: string): Promise<ProductChanges> {
  const ids =
    since === undefined
      ? sql`'{}'::int[]`
      : sql`ARRAY(SELECT DISTINCT product_id FROM ${productChange}
          WHERE transaction_id >= pg_snapshot_xmin(${since}::pg_snapshot)
            AND NOT pg_visible_in_snapshot(transaction_id, ${since}::pg_snapshot))`;
  const { rows } = await db.execute<ProductChanges>(
    sql`SELECT ${ids} AS ids, pg_current_snapshot()::text AS snapshot, clock_timestamp()::text AS "readAt"`,
  );
  return rows[0]!;
}

/** Which database this is: snapshots mean nothing in another, such as one that a backup was restored into. */
export async function databaseIdentity(db: Database): Promise<string> {
  const { rows } = await db.execute<{ identity: string }>(
    sql`SELECT system_identifier || '/' || oid AS identity FROM pg_control_system(), pg_database WHERE datname = current_database()`,
  );
  return rows[0]!.identity;
}

/** Changes older than this may be deleted already (`server/maintenance/cleanup.ts`). */
const MAX_AGE = '1 day';

/** Whether every change since a time of the database is still known. */
export async function isRecent(db: Database, time: string): Promise<boolean> {
  const { rows } = await db.execute<{ recent: boolean }>(
    sql`SELECT ${time}::timestamptz > now() - ${MAX_AGE}::interval AS recent`,
  );
  return rows[0]!.recent;
}
