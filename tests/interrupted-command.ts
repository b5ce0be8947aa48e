import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Services } from '../server/services.ts';
import { waitUntil } from '../server/startup.ts';
import { NODE_FLAGS } from './shop-process.ts';

const ROOT = join(import.meta.dirname, '..');
/** The advisory lock on which a command waits within the batch that a test is about. */
const HOLD = 77;

export type Interruption = {
  words: readonly string[];
  folder: string;
  /** The row at whose insertion the command is interrupted: a table, and a condition on NEW. */
  at: { table: string; when: string };
  signal: NodeJS.Signals;
};

/**
 * Runs a command of the operator as a process of its own and sends it a signal while it inserts a row. On SIGKILL it is gone
 * before that ends; on another signal it may end what it has in hand. Returns its exit code and what it said.
 */
export async function interruptCommand(shop: Services, interruption: Interruption) {
  const { at, signal } = interruption;
  await holdAt(shop, at);
  const holder = await shop.pool.connect();
  await holder.query('SELECT pg_advisory_lock($1)', [HOLD]);
  const { child, output, ended } = await startHeld(shop, interruption);
  child.kill(signal);
  if (signal === 'SIGKILL') await ended;
  else
    await waitUntil(() => Promise.resolve(output().includes('Stopping')), {
      seconds: 60,
      what: 'the command to notice',
    });
  await holder.query('SELECT pg_advisory_unlock($1)', [HOLD]);
  holder.release();
  const code = await ended;
  await waitUntil(() => isUnlocked(shop), { seconds: 60, what: 'the database to notice' });
  return { code, said: output() };
}

/** Starts the command until it comes to the row: on a busy machine it may not wait long enough for its connection. */
async function startHeld(shop: Services, { words, folder }: Interruption) {
  const env = { ...process.env, DATABASE_URL: addressOf(shop), AUTH_SECRET: 'x'.repeat(40), DATA_DIR: folder };
  for (;;) {
    const child = spawn(process.execPath, [...NODE_FLAGS, 'cli/main.ts', ...words], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    let isOver = false;
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() => (isOver = true));
    const isHeld = async () => isOver || (await isWaiting(shop));
    await waitUntil(isHeld, { seconds: 90, what: 'the command to come to the row' });
    if (!isOver) return { child, output: () => said, ended };
    if (!said.includes('The database does not respond')) throw new Error(`The command ended: ${said}`);
  }
}

async function isWaiting({ pool }: Services): Promise<boolean> {
  const { rows } = await pool.query(`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`);
  return rows.length > 0;
}

async function holdAt({ deps: { db } }: Services, { table, when }: Interruption['at']): Promise<void> {
  await db.execute(sql`CREATE OR REPLACE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${sql.raw(String(HOLD))}); RETURN NEW; END $$`);
  await db.execute(sql`CREATE OR REPLACE TRIGGER hold BEFORE INSERT ON ${sql.identifier(table)} FOR EACH ROW
    WHEN (${sql.raw(when)}) EXECUTE FUNCTION hold()`);
}

export function addressOf({ connect: { host, port, user, password, database } }: Pick<Services, 'connect'>): string {
  const address = new URLSearchParams({ host: host!, port: String(port), user: user!, password: String(password) });
  return `postgresql:///${database}?${address}`;
}

async function isUnlocked({ pool }: Services): Promise<boolean> {
  const { rows } = await pool.query(`SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory'`);
  return rows.length === 0;
}
