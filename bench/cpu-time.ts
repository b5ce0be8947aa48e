import { readdirSync, readFileSync } from 'node:fs';
import type pg from 'pg';

/** The CPU time of this process and of PostgreSQL, in milliseconds since both began. */
export type CpuClock = () => number;

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** A clock of the CPU time of this process, all threads, and of the PostgreSQL on this machine that a client is connected to. */
export async function openCpuClock(client: pg.Client): Promise<CpuClock> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = statOf(String(rows[0]!.pid))!.parent;
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000 + postgresMilliseconds(postmaster);
  };
}

/** All processes below the postmaster, those that ended included; read again where one ended meanwhile, which would be counted twice or not at all. */
function postgresMilliseconds(postmaster: string): number {
  for (;;) {
    const own = statOf(postmaster);
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(statOf)
      .filter((one) => one?.parent === postmaster);
    if (own?.endedTicks !== statOf(postmaster)?.endedTicks) continue;
    const ticks = children.reduce((sum, one) => sum + one!.ticks, (own?.ticks ?? 0) + (own?.endedTicks ?? 0));
    return ticks * TICK_MS;
  }
}

type ProcessStat = { parent: string; ticks: number; endedTicks: number };

function statOf(pid: string): ProcessStat | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [parent = '', user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((place) => fields[place]!);
    return { parent, ticks: Number(user) + Number(system), endedTicks: Number(endedUser) + Number(endedSystem) };
  } catch {
    return undefined;
  }
}
