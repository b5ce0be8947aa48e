import { sql, type AnyColumn, type GetColumnData, type SQL, type SQLWrapper } from 'drizzle-orm';
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';

/*
 * Typed subqueries, so that one statement reads a row together with the rows that belong to it. Names and types of the JSON
 * follow from the columns; a time in JSON is text (ISO 8601).
 */

const CASING = { casing: 'snake_case' } as const;
const dialect = new PgDialect(CASING);

/** Builds queries that are part of another one. */
export const subquery = new QueryBuilder(CASING);

type JsonFields = Record<string, AnyColumn | SQL>;
type JsonValue<T> = T extends Date ? string : T;
type JsonObject<F extends JsonFields> = {
  [K in keyof F]: F[K] extends SQL<infer T>
    ? JsonValue<T>
    : F[K] extends AnyColumn
      ? JsonValue<GetColumnData<F[K]>>
      : never;
};

/** An object of these columns. */
export function jsonObject<F extends JsonFields>(fields: F): SQL<JsonObject<F>> {
  const pairs = Object.entries(fields).map(([key, value]) => sql`${sql.raw(`'${key}'`)}, ${value}`);
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`;
}

/** Aggregates rows into an array of objects, in this order; an empty one where there are no rows. */
export function jsonArray<F extends JsonFields>(fields: F, ...orderBy: (AnyColumn | SQL)[]): SQL<JsonObject<F>[]> {
  return sql`coalesce(json_agg(${jsonObject(fields)} ORDER BY ${sql.join(orderBy, sql`, `)}), '[]')`;
}

/** A query of one column, `value`. */
type ValueQuery<T> = SQLWrapper & { readonly _: { readonly result: { value: T }[] } };

/**
 * The value of a subquery that has exactly one row, as an aggregate has. `value` is the key of the types alone, not the name of the
 * column: such a query is only part of another one (for a count of its own there is `db.$count`).
 */
export function valueOf<T>(query: ValueQuery<T>): SQL<T> {
  return rendered(query.getSQL());
}

/** The value of a subquery that has at most one row. */
export function optionalValueOf<T>(query: ValueQuery<T>): SQL<T | null> {
  return rendered(query.getSQL());
}

/** A subquery as text with its parameters, written once instead of with every statement that it is part of. */
function rendered<T>(query: SQL): SQL<T> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const parts = text.split(/\$\d+/).map((part, index) => {
    return index < params.length ? sql`${sql.raw(part)}${sql.param(params[index])}` : sql.raw(part);
  });
  return sql`(${sql.join(parts)})`;
}

/** A moment as milliseconds since 1970. */
export function milliseconds(moment: AnyColumn | SQL): SQL<number> {
  return sql`floor(extract(epoch FROM ${moment}) * 1000)::bigint`;
}
