import type pg from 'pg';
import { waitUntil } from '../server/wait-until.ts';

/** Waits until so many statements in this database wait for a lock: then a race is where a test wants it. */
export async function untilBlocked(pool: pg.Pool, count = 1): Promise<void> {
  const isBlocked = async () => {
    const { rows } = await pool.query(`SELECT count(*)::int AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return rows[0].waiting >= count;
  };
  await waitUntil(isBlocked, { seconds: 20, what: `${count} statements to wait for a lock` });
}
