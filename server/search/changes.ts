import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { productChange } from '../db/tables.ts';

/** A snapshot of the database, and the time at which it was taken. */
export type ReadPoint = { snapshot: string; readAt: string };

/** Ids of products that changed; `bulk` are those that only transactions of an import's size changed. */
export type ProductChanges = { ids: number[]; bulk: number[] };

/** A transaction that changed more products is part of an import. */
const MOST_BY_HAND = 100;

/** Where to begin. */
export async function readPoint(db: Database): Promise<ReadPoint> {
  const { rows } = await db.execute<ReadPoint>(sql`SELECT ${POINT}`);
  return rows[0]!;
}

const POINT = sql.raw(`pg_current_snapshot()::text AS snapshot, clock_timestamp()::text AS "readAt"`);

/** What changed since a snapshot, and where to go on. */
export async function readChanges(db: Database, since: string): Promise<ProductChanges & ReadPoint> {
  const { rows } = await db.execute<ProductChanges & ReadPoint>(sql`
    WITH change AS (
      SELECT product_id, count(*) OVER (PARTITION BY transaction_id) > ${MOST_BY_HAND} AS is_bulk FROM ${productChange}
      WHERE transaction_id >= pg_snapshot_xmin(${since}::pg_snapshot)
        AND NOT pg_visible_in_snapshot(transaction_id, ${since}::pg_snapshot)),
    changed AS (SELECT product_id AS id, bool_and(is_bulk) AS is_bulk FROM change GROUP BY product_id)
    SELECT ARRAY(SELECT id FROM changed WHERE NOT is_bulk) AS ids, ARRAY(SELECT id FROM changed WHERE is_bulk) AS bulk, ${POINT}`);
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
