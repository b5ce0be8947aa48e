import { sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/connection.ts';
import { columnNames, columnTypes, rowsAsTable } from '../db/subqueries.ts';
import { contributor, productHistory, type series } from '../db/tables.ts';

type Named = { slug: string; name: string; nameSort?: string };

/** The ids of people or series by their slugs; those that are new are inserted, the others keep their names. */
export async function saveNamed(
  db: Database,
  table: typeof contributor | typeof series,
  rows: readonly Named[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map();
  const distinct = firstOfEach(rows, ({ slug }) => slug);
  const types = { slug: 'text', name: 'text', ...(table === contributor && { nameSort: 'text' }) };
  const columns = columnNames(Object.keys(types));
  const { rows: saved } = await db.execute<{ id: number; slug: string }>(sql`
    WITH given AS MATERIALIZED ${rowsAsTable(types, distinct)},
    added AS (
      INSERT INTO ${table} (${columns}) SELECT ${columns} FROM given
      WHERE NOT EXISTS (SELECT FROM ${table} WHERE ${table.slug} = given.slug) ORDER BY slug
      ON CONFLICT (slug) DO UPDATE SET slug = excluded.slug RETURNING id, slug)
    SELECT id, slug FROM added UNION ALL SELECT ${table.id}, slug FROM ${table} JOIN given USING (slug)`);
  return new Map(saved.map(({ id, slug }) => [slug, id]));
}

type Children = {
  /** What the history of a title calls them, and how it names one of the rows, `stored`; without it they are in no history. */
  history?: { field: string; label: SQL; order: string };
  table: PgTable;
  key: readonly string[];
  others: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
};

/** Makes these rows all that products have in a table; returns the products of which something was written. */
export async function saveChildren(
  db: Database,
  products: readonly { id: number; isNew: boolean }[],
  { history, table, key, others, rows }: Children,
): Promise<number[]> {
  const columns = [...key, ...others];
  const known = products.flatMap(({ id, isNew }) => (isNew ? [] : id));
  if (rows.length + known.length === 0) return [];
  const isSame = sql`AND (${columnNames(others, 'stored')}) IS NOT DISTINCT FROM (${columnNames(others, 'given')})`;
  const update = sql`UPDATE SET (${columnNames(others)}) = ROW (${columnNames(others, 'excluded')})`;
  const labels = history && labelsOf(table, history);
  const before = labels ? sql`CASE WHEN id = ANY(${sql.param(known)}::int[]) THEN ${labels} END` : sql`NULL`;
  const { rows: written } = await db.execute<{ id: number; before: string | null }>(sql`
    WITH given AS MATERIALIZED ${rowsAsTable(columnTypes(table, columns as never[]), rows)},
    removed AS (
      DELETE FROM ${table} AS stored WHERE stored.product_id = ANY(${sql.param(known)}::int[])
        AND NOT EXISTS (SELECT FROM given WHERE (${columnNames(key, 'given')}) = (${columnNames(key, 'stored')}))
      RETURNING stored.product_id),
    saved AS (
      INSERT INTO ${table} (${columnNames(columns)}) SELECT ${columnNames(columns)} FROM given
      WHERE NOT EXISTS (SELECT FROM ${table} AS stored
        WHERE (${columnNames(key, 'stored')}) = (${columnNames(key, 'given')}) ${others.length > 0 ? isSame : sql``})
      ON CONFLICT (${columnNames(key)}) DO ${others.length > 0 ? update : sql`NOTHING`}
      RETURNING product_id)
    SELECT id, ${before} AS before FROM (SELECT product_id AS id FROM removed UNION SELECT product_id FROM saved) AS written`);
  const isKnown = new Set(known);
  if (history)
    await writeHistory(
      db,
      written.filter(({ id }) => isKnown.has(id)),
      { field: history.field, labels: labels! },
    );
  return written.map(({ id }) => id);
}

/** All that the product `id` has in a table, as one text; within the statement that writes them, as it was before. */
function labelsOf(table: PgTable, { label, order }: NonNullable<Children['history']>): SQL {
  return sql`(SELECT coalesce(string_agg(${label}, '; ' ORDER BY ${sql.raw(order)}), '') FROM ${table} AS stored WHERE stored.product_id = id)`;
}

async function writeHistory(
  db: Database,
  written: readonly { id: number; before: string | null }[],
  { field, labels }: { field: string; labels: SQL },
): Promise<void> {
  if (written.length === 0) return;
  await db.execute(sql`INSERT INTO ${productHistory} (product_id, changes)
    SELECT id, jsonb_build_object(${field}::text, jsonb_build_array(before, after))
    FROM (SELECT id, before, ${labels} AS after FROM ${rowsAsTable({ id: 'integer', before: 'text' }, written)} AS given) AS compared
    WHERE before <> after`);
}

/** The first row of each key, in their order. */
export function firstOfEach<T>(rows: readonly T[], keyOf: (row: T) => string | number): T[] {
  return [...Map.groupBy(rows, keyOf).values()].map(([first]) => first!);
}
