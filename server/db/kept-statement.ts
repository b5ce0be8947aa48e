import {
  type AnyColumn,
  getTableColumns,
  is,
  Param,
  Placeholder,
  SQL,
  type InferInsertModel,
  type InferSelectModel,
} from 'drizzle-orm';
import { NodePgDatabase, NodePgSession, NodePgTransaction, type NodePgClient } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { nameStatement } from './client-config.ts';
import type { Connection, Database } from './connection.ts';

/*
 * What an order, a page or an email asks all the time is written as SQL once, not with each call, which costs the server more than
 * sending it. Drizzle's own prepared statements belong to one database; these run in any transaction.
 */

/** The place of a value in a kept statement. */
export type Given<V> = (name: keyof V & string) => Placeholder;

type Builder<T> = { prepare(name: string): { execute(): Promise<T> } };
type Written<T> = {
  params: unknown[];
  rawQueryConfig: { text: string };
  queryConfig: { text: string };
  execute(): Promise<T>;
};

/**
 * A statement with places for values. It is sent when it is called, not when it is awaited, so that statements of one transaction
 * run in the order of their calls. Not for one whose text depends on what is asked.
 */
export function keepStatement<V extends object, T>(
  write: (db: Database, given: Given<V>) => Builder<T>,
): (db: Database, values: V) => Promise<T> {
  return keep((db) => write(db, place).prepare('') as unknown as Written<T>);
}

/** The place of a value in one text of a statement, undefined where that is for values without it. */
export type PerhapsGiven<V> = <K extends keyof V & string>(
  name: K,
) => undefined extends V[K] ? Placeholder | undefined : Placeholder;

/**
 * The same for a list whose text depends on its form and on which values are defined: each text that is asked for is kept. What is in a form
 * is part of the text, so that it may have few different values; of the limits a few are written, and more rows read than wanted.
 */
export function keepForms<V extends object, F extends object, Row>(
  write: (db: Database, given: PerhapsGiven<V>, form: F) => Builder<Row[]>,
): (db: Database, values: V, form: F) => Promise<Row[]> {
  const kept = new Map<string, (db: Database, values: V) => Promise<Row[]>>();
  return async (db, values, wanted) => {
    const { limit = Number.POSITIVE_INFINITY } = wanted as { limit?: number };
    const read = LIMITS.find((one) => one >= limit);
    const form = read === undefined ? wanted : { ...wanted, limit: read };
    const names = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : name));
    const given = ((name) => (names.includes(name) ? place(name) : undefined)) as PerhapsGiven<V>;
    const key = JSON.stringify([form, names]);
    const send = kept.get(key) ?? keepStatement<V, Row[]>((one) => write(one, given, form));
    kept.set(key, send);
    const rows = await send(db, values);
    return rows.length > limit ? rows.slice(0, limit) : rows;
  };
}

/** Pages, some with the row that tells whether there is another; more than the largest is read by operators alone. */
const LIMITS = [6, 10, 21, 51, 101];

/** How many rows stand before a page; not defined for the first, whose text has no place for a number that PostgreSQL cannot plan for. */
export function rowsBefore({ page, limit }: { page: number; limit: number }): number | undefined {
  return page === 1 ? undefined : (page - 1) * limit;
}

/** The same for a statement in SQL. */
export function keepSql<V extends object, R extends pg.QueryResultRow>(
  write: (given: Given<V>) => SQL,
): (db: Database, values: V) => Promise<pg.QueryResult<R>> {
  return keep((db) => {
    const written = sessionOf(db).prepareQuery(dialect.sqlToQuery(write(place)), undefined, undefined, false);
    return written as unknown as Written<pg.QueryResult<R>>;
  });
}

type Row<T extends PgTable> = InferSelectModel<T>;

/**
 * The insertion of a row with these fields; `computed` ones are SQL that may name them, the others have the defaults of the database. Throws
 * where one of those has its default from here, which would be the same in every row.
 */
export function keepInsert<T extends PgTable, F extends keyof Row<T> & string>(
  table: T,
  fields: readonly F[],
  computed: Partial<Record<keyof Row<T>, SQL>> = {},
): (db: Database, row: Pick<Row<T>, F>) => Promise<unknown> {
  const missing = Object.entries<AnyColumn>(getTableColumns(table)).find(
    ([name, { defaultFn }]) => defaultFn && !fields.some((field) => field === name),
  );
  if (missing) throw new TypeError(`A kept insertion has to be given ${missing[0]}`);
  return keepStatement<Pick<Row<T>, F>, unknown>((db, given) => {
    const row = { ...Object.fromEntries(fields.map((field) => [field, given(field)])), ...computed };
    return db.insert(table).values(row as unknown as InferInsertModel<T>);
  });
}

/** Sends a statement of another library, with its own values, in a transaction. */
export function sendText(db: Database, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return clientOf(db).query({ text }, values);
}

const dialect = new PgDialect({ casing: 'snake_case' });
const place = (name: string) => new Placeholder(name);

function sessionOf(db: Database): NodePgSession<never, never> {
  return (db as unknown as { _: { session: NodePgSession<never, never> } })._.session;
}

function clientOf(db: Database): NodePgClient {
  return (sessionOf(db) as unknown as { client: NodePgClient }).client;
}

function keep<V extends object, T>(write: (db: Database) => Written<T>): (db: Database, values: V) => Promise<T> {
  let kept: { statement: Written<T>; encoders: Encoder<V>[] } | undefined;
  return (db, values) => {
    kept ??= keepWritten(write(db));
    const params = kept.encoders.map((encode) => encode(values));
    return Object.assign(Object.create(kept.statement), { client: clientOf(db), params }).execute();
  };
}

/** It has a name, and keeps nothing of the connection that it was written with. */
function keepWritten<V extends object, T>(written: Written<T>): { statement: Written<T>; encoders: Encoder<V>[] } {
  const { text, params } = withLiterals(written);
  nameStatement(text);
  for (const config of [written.rawQueryConfig, written.queryConfig]) config.text = text;
  const encoders = params.map((param) => encoderOf<V>(param));
  return { statement: Object.assign(written, { client: undefined }), encoders };
}

/**
 * What is the same in each call is part of the text. For a value that it does not know PostgreSQL expects, say, that a tenth of all rows are
 * wanted: it finds no plan for all values as good as one for these, and plans the statement each time.
 */
function withLiterals({ params, rawQueryConfig }: Written<unknown>): { text: string; params: unknown[] } {
  const given: unknown[] = [];
  const text = rawQueryConfig.text.replace(/\$(\d+)/g, (_, place: string) => {
    const param = params[Number(place) - 1];
    if (LITERALS.has(typeof param)) return pg.escapeLiteral(String(param));
    given.push(param);
    return `$${given.length}`;
  });
  return { text, params: given };
}

const LITERALS: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

type Encoder<V> = (values: V) => unknown;

function encoderOf<V extends object>(param: unknown): Encoder<V> {
  if (is(param, Placeholder)) return valueOf(param);
  if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
  const { encoder } = param;
  const value = valueOf<V>(param.value);
  return (values) => {
    const given = value(values);
    return given === null ? null : encoder.mapToDriverValue(given);
  };
}

function valueOf<V extends object>({ name }: Placeholder): Encoder<V> {
  return (values) => {
    const value = (values as Record<string, unknown>)[name];
    if (value === undefined) throw new TypeError(`A statement has no value for ${name}`);
    return value;
  };
}

/**
 * Gives `work` one connection: what it asks for at once travels together, instead of on as many connections as there are statements.
 * Within a transaction that is so anyway.
 */
export async function together<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  const pool = clientOf(db);
  if (!(pool instanceof pg.Pool)) return work(db);
  const client = await pool.connect();
  try {
    return await work(new NodePgDatabase(dialect, new NodePgSession(client, dialect, undefined), undefined));
  } finally {
    client.release();
  }
}

/**
 * A transaction whose beginning travels with its first statements instead of being waited for. `work` waits for `begun` before it
 * sends what may not stand alone. Within another transaction it is a part of that, as drizzle's own are.
 */
export async function transactionAtOnce<T>(
  db: Connection,
  work: (tx: Database, begun: Promise<unknown>) => Promise<T>,
  settings = '',
): Promise<T> {
  const pool = clientOf(db);
  if (!(pool instanceof pg.Pool)) return db.transaction((tx) => work(tx, sendText(tx, settings)));
  const client = await pool.connect();
  try {
    const begun = client.query(`begin; ${settings}`);
    begun.catch(() => {});
    const session = new NodePgSession(client, dialect, undefined);
    const result = await work(new NodePgTransaction(dialect, session, undefined) as unknown as Database, begun);
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
