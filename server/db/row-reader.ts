import { Column, getTableName, is, noopDecoder, SQL, Subquery, type DriverValueDecoder } from 'drizzle-orm';
import { NodePgSession } from 'drizzle-orm/node-postgres';

/*
 * Drizzle (0.45) asks of each value of each row what kind of column it belongs to, which took a tenth of the processor time of a list. A
 * statement's columns are looked at once here, for all of its rows and for as long as it is kept. The rows are the same.
 */

type Field = { path: string[]; field: unknown };
/** What a statement of drizzle knows of its rows; the tables that an outer join may leave out are set after it is made. */
type Statement = {
  fields: readonly Field[] | undefined;
  joinsNotNullableMap?: Record<string, boolean> | undefined;
  customResultMapper?: (rows: unknown[][]) => unknown;
};

type Row = Record<string, unknown>;
type Decoder = DriverValueDecoder<unknown, unknown>;
/** A value of a row, or of an object in it: drizzle's selections are not deeper. */
type Cell = { object: string | undefined; name: string; decoder: Decoder | undefined };

/** Rows of values in the order of a statement's fields, as the objects that were asked for. */
export function rowReader({ fields, joinsNotNullableMap }: Statement): (rows: unknown[][]) => Row[] {
  const cells = fields!.map(cellOf);
  const outer = joinsNotNullableMap ? outerObjects(fields!, joinsNotNullableMap) : [];
  return (rows) => rows.map((values) => readRow(cells, outer, values));
}

function readRow(cells: readonly Cell[], outer: readonly OuterObject[], values: readonly unknown[]): Row {
  const row: Row = {};
  for (let index = 0; index < cells.length; index++) {
    const { object, name, decoder } = cells[index]!;
    const place = object === undefined ? row : ((row[object] ??= {}) as Row);
    const value = values[index];
    place[name] = value === null || decoder === undefined ? value : decoder.mapFromDriverValue(value);
  }
  for (const { name, first } of outer) if ((row[name] as Row)[first] === null) row[name] = null;
  return row;
}

function cellOf({ path, field }: Field): Cell {
  const decoder = decoderOf(field);
  const isAsSent = decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue;
  return { object: path.length > 1 ? path[0] : undefined, name: path.at(-1)!, decoder: isAsSent ? undefined : decoder };
}

function decoderOf(field: unknown): Decoder {
  if (is(field, Column)) return field;
  const written = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : (field as SQL.Aliased).sql;
  return (written as unknown as { decoder: Decoder }).decoder;
}

/** An object that is null where its first column is: the row of a table that an outer join did not find. */
type OuterObject = { name: string; first: string };

function outerObjects(fields: readonly Field[], notNull: Record<string, boolean>): OuterObject[] {
  const columns = fields.flatMap(({ path, field }) =>
    path.length === 2 && is(field, Column) ? [{ name: path[0]!, key: path[1]!, table: getTableName(field.table) }] : [],
  );
  return [...Map.groupBy(columns, ({ name }) => name)].flatMap(([name, ofObject]) => {
    const { key: first, table } = ofObject[0]!;
    const isOfOneTable = ofObject.every((column) => column.table === table);
    return isOfOneTable && !notNull[table] ? [{ name, first }] : [];
  });
}

const { prepareQuery } = NodePgSession.prototype;

NodePgSession.prototype.prepareQuery = function prepare(this: unknown, ...about: never) {
  const statement = prepareQuery.apply(this as never, about) as unknown as Statement;
  let read: ReturnType<typeof rowReader> | undefined;
  if (statement.fields) statement.customResultMapper ??= (rows) => (read ??= rowReader(statement))(rows);
  return statement as never;
};
