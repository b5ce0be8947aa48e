import type pg from 'pg';
import { onPatientClient } from '../db/connection.ts';
import { INVARIANTS, type Invariant } from './invariants.ts';

/** A law of the shop and the first rows that break it; none while it holds. */
export type Finding = { law: Invariant; rows: Record<string, unknown>[] };

/** Rows of each finding that are told; whoever mends one finds the next. */
const MOST_ROWS = 20;

/**
 * Asks the whole database, as it is at one moment, whether every law of the shop holds. Only reads, and takes the time
 * that it needs.
 */
export function examine(
  connect: pg.ClientConfig,
  onProgress: (done: number, all: number) => void = () => {},
): Promise<Finding[]> {
  return onPatientClient(connect, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const findings: Finding[] = [];
    const laws = Object.entries(INVARIANTS) as [Invariant, string][];
    for (const [law, query] of laws) {
      const { rows } = await client.query(`SELECT * FROM (${query}) AS broken LIMIT ${MOST_ROWS}`);
      findings.push({ law, rows });
      onProgress(findings.length, laws.length);
    }
    return findings;
  });
}
