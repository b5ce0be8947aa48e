import type pg from 'pg';

/** The events of a customer's trail, oldest first; without a customer those of nobody. */
export async function eventsOf(pool: pg.Pool, customerId = '00000000-0000-0000-0000-000000000000'): Promise<string[]> {
  const { rows } = await pool.query('SELECT event FROM audit_entry WHERE chain = $1 ORDER BY position', [customerId]);
  return rows.map((row) => row.event);
}
