import { randomInt } from 'node:crypto';
import type { Database } from '../db/connection.ts';
import { keepInsert } from '../db/kept-statement.ts';
import { auditEntry, type AuditDetails, type AuditEvent } from '../db/tables.ts';
import type { ClientInfo } from '../context.ts';
import { sql } from 'drizzle-orm';

export type NewAuditEntry = {
  event: AuditEvent;
  /** Whose chain it belongs to; none for a sign-in to an account that does not exist. */
  customerId?: string | undefined;
  /** `customer` by default. */
  actor?: string;
  /** Details without secrets. */
  details?: AuditDetails;
  client?: ClientInfo | undefined;
};

/** Entries of nobody are many chains, so that sign-ins to accounts that do not exist seldom wait for each other. */
const CHAINS_OF_NOBODY = 256;

function chainOfNobody(): string {
  return `00000000-0000-0000-0000-${randomInt(CHAINS_OF_NOBODY).toString(16).padStart(12, '0')}`;
}

/**
 * Adds an entry to the audit trail. The last statement of a transaction: it locks the customer's chain until the commit.
 */
export async function writeAudit(db: Database, entry: NewAuditEntry): Promise<void> {
  await insertEntry(db, auditRow(entry));
}

const insertEntry = keepInsert(auditEntry, ['chain', 'event', 'actor', 'details', 'ip', 'userAgent']);

/** The row of an entry, for a statement that writes other rows too. */
export function auditRow({ event, customerId, actor, details = {}, client }: NewAuditEntry) {
  return {
    chain: customerId ?? chainOfNobody(),
    event,
    actor: actor ?? 'customer',
    details,
    ip: client?.ip ?? null,
    userAgent: client?.userAgent.slice(0, 300) ?? null,
  };
}

/**
 * A hash of the newest entries of all chains as of the start of this day (UTC). Logged each night, it proves later that no
 * earlier entry was changed or removed. Chains are first hashed in 4096 buckets by the end of their ids, which bounds the
 * size of the aggregated text.
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
