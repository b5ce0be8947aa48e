import type pg from 'pg';
import { openPool } from '../server/db/connection.ts';
import { findSchema } from '../server/db/migrate.ts';
import { Failure } from './verb.ts';

/** Throws {@link Failure} unless the database holds a shop of this program's schema. */
export async function requireCurrent(connect: pg.PoolConfig): Promise<void> {
  if (!(await holdsShop(connect))) throw notCurrent();
}

/** Whether the database holds a shop. Throws {@link Failure} for one whose schema is not this program's. */
export async function holdsShop(connect: pg.PoolConfig): Promise<boolean> {
  const pool = openPool(connect, { size: 1, onError: () => {} });
  try {
    const schema = await findSchema(pool);
    if (schema === 'other') throw notCurrent();
    return schema === 'current';
  } finally {
    await pool.end();
  }
}

function notCurrent(): Failure {
  return new Failure('The database\'s schema is not this program\'s; run "npm run shop -- migrate" first.');
}
