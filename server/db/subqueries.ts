import {
  eq,
  getTableColumns,
  is,
  Placeholder,
  sql,
  type AnyColumn,
  type GetColumnData,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm';
import { PgDialect, QueryBuilder, type PgTable } from 'drizzle-orm/pg-core';

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

/** Columns of rows, by the names of their fields, with the types of PostgreSQL. */
export type ColumnTypes = Readonly<Record<string, string>>;

/** The types of these columns of a table. */
export function columnTypes<T extends PgTable>(
  table: T,
  fields: readonly (keyof T['$inferInsert'] & string)[],
): ColumnTypes {
  const columns: Record<string, AnyColumn> = getTableColumns(table);
  return Object.fromEntries(fields.map((field) => [field, columns[field]!.getSQLType()]));
}

/** The names of these columns, of a table or its alias where one is given. */
export function columnNames(fields: readonly string[], alias?: string): SQL {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return sql.raw(fields.map((field) => `${prefix}"${snakeCase(field)}"`).join(', '));
}

/**
 * Rows as a subquery with these columns, for a statement that reads, inserts or joins them. Each column is one parameter,
 * however many rows there are.
 */
export function rowsAsTable(columns: ColumnTypes, rows: readonly Readonly<Record<string, unknown>>[]): SQL {
  const given = Object.entries(columns).map(([field, type]) => ({ field, name: `"${snakeCase(field)}"`, type }));
  const values = given.map(({ field, type }) => {
    const column = rows.map((row) => row[field]);
    if (type === 'jsonb') return sql`jsonb_array_elements(${sql.param(jsonArrayOf(column))}::jsonb)`;
    const array = sql.param(arrayLiteral(column.map((value) => encodeValue(value, type))));
    return sql`unnest(${array}::${sql.raw(isNested(type) ? 'text' : type)}[])`;
  });
  const selected = given.map(({ name, type }) => {
    if (type === 'jsonb') return `nullif(${name}, 'null') AS ${name}`;
    return isNested(type) ? `${name}::${type} AS ${name}` : name;
  });
  const names = sql.raw(given.map(({ name }) => name).join(', '));
  const zipped = sql`ROWS FROM (${sql.join(values, sql`, `)}) AS given (${names})`;
  return sql`(SELECT ${sql.raw(selected.join(', '))} FROM ${zipped})`;
}

/** Of JSON, as text or as values; one text of it is read several times as fast as an array of texts. */
function jsonArrayOf(values: readonly unknown[]): string {
  return `[${values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value ?? null))).join(',')}]`;
}

/**
 * As `inArray`, with one parameter however many values there are. PostgreSQL does not see those of a kept statement when it plans, or for a
 * short list it would plan anew each time.
 */
export function isAmong(column: AnyColumn, values: readonly (string | number)[] | Placeholder): SQL {
  const type = sql.raw(`${column.getSQLType()}[]`);
  const isGiven = (list: typeof values): list is Placeholder => is(list, Placeholder);
  if (isGiven(values)) {
    const list = sql.param<unknown, string>(values, AS_ARRAY);
    return sql`${column} = ANY((SELECT ${list}::${type})::${type})`;
  }
  if (values.length === 1) return eq(column, values[0]);
  return sql`${column} = ANY(${sql.param(arrayLiteral(values))}::${type})`;
}

const AS_ARRAY = { mapToDriverValue: (values: readonly (string | number)[]) => arrayLiteral(values) };

/**
 * A value that PostgreSQL does not see when it plans. Where it expects far fewer rows of the values that it sees,
 * it plans a kept statement anew each time.
 */
export function hiddenFromPlanner(value: Placeholder, type: 'text' | 'uuid' | 'int' | 'bigint'): SQL {
  return sql`(SELECT ${value}::${sql.raw(type)})`;
}

/** Arrays of arrays have one length in PostgreSQL: such values travel as text. */
function isNested(type: string): boolean {
  return type.endsWith('[]');
}

function encodeValue(value: unknown, type: string): Element {
  if (value === null || value === undefined) return null;
  if (type.endsWith('[]')) return arrayLiteral(value as readonly Element[]);
  return value instanceof Date ? value.toISOString() : (value as Element);
}

type Element = string | number | boolean | null;

/** As PostgreSQL writes an array; the driver takes longer for it, since it looks at each value three times. */
function arrayLiteral(values: readonly Element[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? quote(value) : String(value))).join(',')}}`;
}

/** JSON writes well-formed text without control characters as an array does, and the engine is three times as fast at it. */
function quote(text: string): string {
  if (!/["\\]/.test(text)) return `"${text}"`;
  const isSame = !CONTROL.test(text) && text.isWellFormed();
  return isSame ? JSON.stringify(text) : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

// oxlint-disable-next-line no-control-regex -- these are meant
const CONTROL = /[\u0000-\u001f]/;

function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
