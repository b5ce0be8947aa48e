import { and, is, Placeholder, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './connection.ts';
import { keepStatement, type Given } from './kept-statement.ts';
import { hiddenFromPlanner } from './subqueries.ts';

/** The ids of the rows that a beginning finds; or where they are too many, the pattern that they match. */
type Found = { ids: string[]; pattern?: string };

/** As many rows are looked up by what they have in common. */
export const MAX_FOUND = 1000;
/** As many beginnings that too many rows have are remembered: rows stay, so that nobody looks for so many again. */
const MAX_FREQUENT = 1000;

/** Greater than every other character. */
const LAST_CHARACTER = '\u{10FFFF}';

type BeginningSearch = {
  find: (db: Database, beginning: string) => Promise<Found>;
  /** The condition of the rows that match a pattern; it uses no index. */
  matches: (pattern: Placeholder | string) => SQL;
};

/**
 * A search for rows by the beginning of a text, as its index (`text_pattern_ops`) has it. It is read in the order of the index, or all
 * matches would be collected before the first ones are taken. Where they are too many, reading a list from its newest end soon finds a
 * page of them.
 */
export function beginningSearch(
  id: AnyPgColumn<{ data: string; notNull: true }>,
  text: SQL | AnyPgColumn,
): BeginningSearch {
  const frequent = new Set<string>();
  // Not LIKE, of which PostgreSQL keeps no plan by an index.
  const selectIds = keepStatement((db, given: Given<{ first: string; last: string }>) =>
    db
      .select({ id })
      .from(id.table)
      .where(
        and(
          sql`${text} ~>=~ ${hiddenFromPlanner(given('first'), 'text')}`,
          sql`${text} ~<~ ${hiddenFromPlanner(given('last'), 'text')}`,
        ),
      )
      .orderBy(sql`${text} USING ~<~`)
      .limit(MAX_FOUND + 1),
  );
  const find = async (db: Database, beginning: string): Promise<Found> => {
    const pattern = `${beginning.replace(/[\\%_]/g, '\\$&')}%`;
    if (frequent.has(pattern)) return { ids: [], pattern };
    const rows = await selectIds(db, { first: beginning, last: beginning + LAST_CHARACTER });
    if (rows.length <= MAX_FOUND) return { ids: rows.map((row) => row.id) };
    if (frequent.size === MAX_FREQUENT) frequent.clear();
    frequent.add(pattern);
    return { ids: [], pattern };
  };
  return {
    find,
    matches: (pattern) =>
      sql`(${text} || '') LIKE ${is(pattern, Placeholder) ? hiddenFromPlanner(pattern, 'text') : pattern}`,
  };
}
