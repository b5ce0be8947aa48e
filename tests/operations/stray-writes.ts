import { setTimeout as pause } from 'node:timers/promises';
import { clientOnMachine, type Member } from './patroni.ts';

/** Milliseconds between two attempts. */
const PAUSE_MS = 50;

export type StrayWrites = {
  /** Ends them; returns how many were attempted, how many of them acknowledged, and what the last one got to hear. */
  stop(): Promise<{ attempted: number; acknowledged: number; last: string }>;
};

/** Makes the table, of a database that is not the shop's, that stray writes go to. */
export async function prepareStrayWrites(primary: Member): Promise<void> {
  const client = clientOnMachine(primary);
  await client.connect();
  await client.query('CREATE TABLE stray_write ()');
  await client.end();
}

/** How many of them a member has. */
export async function countStrayWrites(member: Member): Promise<number> {
  const client = clientOnMachine(member);
  await client.connect();
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM stray_write');
  await client.end();
  return rows[0]!.count;
}

/** Writes to a member again and again, as a program on its machine does that has not heard of another primary. */
export function startStrayWrites(member: Member): StrayWrites {
  let isOver = false;
  const result = { attempted: 0, acknowledged: 0, last: '' };
  const attempt = async () => {
    const client = clientOnMachine(member);
    result.attempted += 1;
    try {
      await client.connect();
      await client.query('INSERT INTO stray_write DEFAULT VALUES');
      result.acknowledged += 1;
    } catch (error) {
      result.last = (error as Error).message;
    }
    await client.end().catch(() => {});
  };
  const running = (async () => {
    while (!isOver) {
      await attempt();
      await pause(PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await running;
      return result;
    },
  };
}
