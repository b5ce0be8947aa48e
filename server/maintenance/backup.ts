import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { createGzip, createGunzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withUnlimitedClient } from '../db/connection.ts';
import { listMigrations } from '../db/migrate.ts';
import { createReadStream } from 'node:fs';

/** The JSON in the first line of a backup, after {@link BACKUP_MARK}. */
export type BackupHead = { version: 1; at: string; migrations: string[]; tables: number };

export const BACKUP_MARK = '-- a backup of the shop: ';

export type OnProgress = (done: number, all: number) => void;

/**
 * Writes one snapshot of the whole shop while it stays open: gzipped text of PostgreSQL's own `COPY` statements, which
 * `restore` reads (and `psql` could, into empty tables). `file` must be open: its errors are handled only once the database
 * responds.
 */
export function writeBackup(
  connect: pg.ClientConfig,
  file: Writable,
  onProgress: OnProgress = () => {},
): Promise<BackupHead> {
  return withUnlimitedClient(connect, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const tables = await listBackupTables(client);
    const head = await createHead(client, tables);
    await pipeline(dumpContents(client, head, { tables, onProgress }), createGzip(), file);
    return head;
  });
}

type BackupContents = { tables: BackupTable[]; onProgress: OnProgress };

async function* dumpContents(
  client: pg.Client,
  head: BackupHead,
  { tables, onProgress }: BackupContents,
): AsyncGenerator<string | Buffer> {
  yield `${BACKUP_MARK}${JSON.stringify(head)}\n`;
  for (const [index, table] of tables.entries()) {
    yield* dumpRows(client, table);
    onProgress(index + 1, tables.length);
  }
  yield* dumpSequences(client);
}

async function createHead(client: pg.Client, tables: BackupTable[]): Promise<BackupHead> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY name');
  const migrations = rows.map(({ name }) => name);
  if (migrations.join() !== listMigrations().join()) throw new Error("The database's schema is not this program's.");
  const { rows: clock } = await client.query<{ now: Date }>('SELECT now()');
  return { version: 1, at: clock[0]!.now.toISOString(), migrations, tables: tables.length };
}

async function* dumpRows(client: pg.Client, { name, columns }: BackupTable): AsyncGenerator<string | Buffer> {
  const target = `${pg.escapeIdentifier(name)} (${columns.map(pg.escapeIdentifier).join(', ')})`;
  yield `COPY ${target} FROM stdin;\n`;
  yield* client.query(copyTo(`COPY ${target} TO STDOUT`));
  yield '\\.\n';
}

/** The last value of every sequence. */
async function* dumpSequences(client: pg.Client): AsyncGenerator<string> {
  const { rows } = await client.query<{ name: string; last: number }>(
    `SELECT sequencename AS name, last_value::int AS last FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  for (const { name, last } of rows) yield `SELECT setval('${pg.escapeIdentifier(name)}', ${last});\n`;
}

/** A file that is not a valid backup, with one sentence for the operator. */
export class InvalidBackupError extends Error {}

/** A part of a backup: a table with its rows still to be read, or the value of a sequence. */
export type BackupPart = { copy: string; rows: AsyncGenerator<string> } | { setval: string };

/** Opens a backup: its head, and its parts one after the other. Throws {@link InvalidBackupError} for any other file. */
export async function readBackup(file: string): Promise<{ head: BackupHead; parts: AsyncGenerator<BackupPart> }> {
  const unzipped = createGunzip();
  pipeline(createReadStream(file), unzipped).catch(() => {});
  const lines = readLines(unzipped);
  const first = await lines.next().catch((error: NodeJS.ErrnoException) => {
    throw new InvalidBackupError(
      isDamage(error) ? `${file} is not a backup of this shop.` : `${file} cannot be read (${error.code}).`,
    );
  });
  const head = parseHead(first.value);
  if (!head) throw new InvalidBackupError(`${file} is not a backup of this shop.`);
  return { head, parts: readParts(file, head, lines) };
}

function isDamage(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true;
}

/** Lines end in a line feed only: PostgreSQL writes every other line break within a value with a backslash. */
async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of input) {
    const bytes = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      yield bytes.toString('utf8', from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) yield rest.toString('utf8');
}

function parseHead(line: unknown): BackupHead | undefined {
  if (typeof line !== 'string' || !line.startsWith(BACKUP_MARK)) return undefined;
  const head = JSON.parse(line.slice(BACKUP_MARK.length)) as BackupHead;
  return head.version === 1 ? head : undefined;
}

async function* readParts(file: string, head: BackupHead, lines: AsyncGenerator<string>): AsyncGenerator<BackupPart> {
  let tables = 0;
  for (let line = await nextLine(file, lines); line !== undefined; line = await nextLine(file, lines)) {
    if (/^COPY "[a-z_]+" \([a-z0-9_", ]+\) FROM stdin;$/.test(line)) {
      tables += 1;
      yield { copy: line.slice(0, -1), rows: readRows(file, lines) };
    } else if (/^SELECT setval\('"[a-z_]+"', \d+\);$/.test(line)) yield { setval: line };
    else throw new InvalidBackupError(`${file} contains a line that no backup has.`);
  }
  if (tables !== head.tables) throw new InvalidBackupError(`${file} is damaged or cut off.`);
}

async function* readRows(file: string, lines: AsyncGenerator<string>): AsyncGenerator<string> {
  for (let line = await nextLine(file, lines); line !== '\\.'; line = await nextLine(file, lines)) {
    if (line === undefined) throw new InvalidBackupError(`${file} is damaged or cut off.`);
    yield `${line}\n`;
  }
}

async function nextLine(file: string, lines: AsyncGenerator<string>): Promise<string | undefined> {
  try {
    const { value, done } = await lines.next();
    return done ? undefined : value;
  } catch (error) {
    throw isDamage(error) ? new InvalidBackupError(`${file} is damaged or cut off.`) : error;
  }
}

/** A table of a backup: its columns in order, without generated ones. */
export type BackupTable = { name: string; columns: string[] };

/**
 * Not in a backup: counters, which a crash loses too; sessions and email tokens, because one that was ended or consumed after
 * the backup would be valid again; files that a job makes anew.
 */
const EXCLUDED_TABLES = [
  'migration',
  'rate_counter',
  'feed_generation',
  'feed_file',
  'feed_chunk',
  'login_attempt',
  'session',
  'session_token',
  'email_token',
  'product_change',
];

/** The tables of a backup, each after those that it refers to. */
export async function listBackupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>({
    text: `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> ALL ($1)
      GROUP BY table_name ORDER BY table_name`,
    values: [EXCLUDED_TABLES],
  });
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`);
  return sortByReferences(
    tables,
    references.map(({ from, to }) => ({ from: unquoteName(from), to: unquoteName(to) })),
  );
}

/** `regclass` quotes names that are words of SQL. */
function unquoteName(name: string): string {
  return name.replaceAll('"', '');
}

function sortByReferences(tables: BackupTable[], references: { from: string; to: string }[]): BackupTable[] {
  const placed: BackupTable[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const isFree = ({ name }: BackupTable) =>
      !references.some(({ from, to }) => from === name && waiting.some((table) => table.name === to));
    const free = waiting.filter(isFree);
    if (free.length === 0)
      throw new Error(`The tables ${waiting.map(({ name }) => name).join(', ')} refer to each other.`);
    placed.push(...free);
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return placed;
}
