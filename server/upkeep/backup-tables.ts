import type pg from 'pg';

/** A table as a backup holds it: its columns in order, without those that the database computes. */
export type BackupTable = { name: string; columns: string[] };

/**
 * Not in a backup: counters, which a crash forgets too; sessions and mailed links, since one that was ended or spent
 * after the backup would open the account again.
 */
const LEFT_OUT = ['migration', 'rate_counter', 'login_miss', 'session', 'session_token', 'mailed_link'];

/** The tables of a backup, each after those that it refers to. */
export async function listBackupTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>({
    text: `SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER' AND table_name <> ALL ($1)
      GROUP BY table_name ORDER BY table_name`,
    values: [LEFT_OUT],
  });
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
    WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`);
  return inOrderOfReferences(
    tables,
    references.map(({ from, to }) => ({ from: plain(from), to: plain(to) })),
  );
}

/** `regclass` quotes names that are words of SQL. */
function plain(name: string): string {
  return name.replaceAll('"', '');
}

function inOrderOfReferences(tables: BackupTable[], references: { from: string; to: string }[]): BackupTable[] {
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
