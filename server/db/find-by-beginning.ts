import { like, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './connection.ts';

/** Rows that a text finds: their ids; or where they are too many, the condition that they fulfil, which uses no index. */
export type Found = { ids: string[]; tooMany?: SQL | undefined };

/** As many rows are looked up by what they have in common. */
export const MAX_FOUND = 1000;
/** As many beginnings that too many rows have are remembered: rows stay, so that nobody looks for so many again. */
const MAX_FREQUENT = 1000;

/**
 * A search for rows by the beginning of a text, as its index (`text_pattern_ops`) has it. It is read in the order of the index, or all
 * matches would be collected before the first ones are taken. Where they are too many, reading a list from its newest end soon finds a
 * page of them.
 */
export function beginningSearch(
  id: AnyPgColumn<{ data: string; notNull: true }>,
  text: SQL | AnyPgColumn,
): (db: Database, beginning: string) => Promise<Found> {
  const frequent = new Set<string>();
  return async (db, beginning) => {
    const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
    const tooMany = { ids: [], tooMany: like(sql`(${text} || '')`, pattern) };
    if (frequent.has(pattern)) return tooMany;
    const rows = await db
      .select({ id })
      .from(id.table)
      .where(like(text, pattern))
      .orderBy(sql`${text} USING ~<~`)
      .limit(MAX_FOUND + 1);
    if (rows.length <= MAX_FOUND) return { ids: rows.map((row) => row.id) };
    if (frequent.size === MAX_FREQUENT) frequent.clear();
    frequent.add(pattern);
    return tooMany;
  };
}
