import type pg from 'pg';
import { expect } from 'vitest';
import { INVARIANTS } from '../server/upkeep/invariants.ts';

/** Fails with the rows that break a law of the shop. */
export async function expectSound(pool: pg.Pool): Promise<void> {
  const broken: Record<string, unknown[]> = {};
  for (const [law, query] of Object.entries(INVARIANTS)) {
    const { rows } = await pool.query(query);
    if (rows.length > 0) broken[law] = rows;
  }
  expect(broken).toEqual({});
}
