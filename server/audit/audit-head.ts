import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';

/**
 * One hash over the newest entry of every chain of the trail as it was when this day (UTC) began. Written into the
 * log each night, it shows later that none of the entries before was changed or cut off. Chains are hashed in 4096
 * parts first, by the end of their ids, so that no text grows with the number of customers.
 */
export async function findAuditHead(db: Database): Promise<string> {
  const { rows } = await db.execute<{ head: string }>(sql`
    SELECT encode(sha256(coalesce(string_agg(hash, ''::bytea ORDER BY bucket), '')), 'hex') AS head
    FROM (SELECT right(chain::text, 3) AS bucket, sha256(convert_to(
        string_agg(chain || ' ' || position || ' ' || encode(hash, 'hex'), ',' ORDER BY chain), 'UTF8')) AS hash
      FROM (SELECT DISTINCT ON (chain) chain, position, hash FROM audit_entry
        WHERE at < date_trunc('day', now(), 'UTC') ORDER BY chain, position DESC) AS newest
      GROUP BY bucket) AS parts`);
  return rows[0]!.head;
}
