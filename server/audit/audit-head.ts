import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';

/**
 * One hash over the newest entry of every chain of the trail as it was when this day (UTC) began. Written into the
 * log each night, it shows later that none of the entries before was changed or cut off.
 */
export async function findAuditHead(db: Database): Promise<string> {
  const { rows } = await db.execute<{ head: string }>(sql`
    SELECT encode(sha256(convert_to(coalesce(string_agg(chain || ' ' || position || ' ' || encode(hash, 'hex'), ','
      ORDER BY chain), ''), 'UTF8')), 'hex') AS head
    FROM (SELECT DISTINCT ON (chain) chain, position, hash FROM audit_entry
      WHERE at < date_trunc('day', now(), 'UTC') ORDER BY chain, position DESC) AS newest`);
  return rows[0]!.head;
}
