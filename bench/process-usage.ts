import { readdirSync, readFileSync } from 'node:fs';

/** Ticks a second of /proc/PID/stat. */
const TICKS = 100;

/** Processor seconds of a process; 0 for one that has ended. */
export function cpuOfProcess(pid: number): number {
  const [user = 0, system = 0] = timesOf(pid);
  return (user + system) / TICKS;
}

/** Processor seconds of a process and of its children, those that have ended included. */
export function cpuOfGroup(pid: number): number {
  const own = timesOf(pid).reduce((sum, ticks) => sum + ticks, 0) / TICKS;
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return children.reduce((sum, name) => sum + cpuOfProcess(Number(name)), own);
}

/** Memory of a process and of its children, in megabytes; what several use is counted once. */
export function megabytesOfGroup(pid: number): number {
  const group = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && (Number(name) === pid || parentOf(name) === pid),
  );
  const shares = group.map((name) => Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${name}/smaps_rollup`))?.[1] ?? 0));
  return Math.round(shares.reduce((sum, share) => sum + share, 0) / 1024);
}

/** The most memory that a process has had resident, in megabytes. */
export function peakMegabytes(pid: number): number {
  return Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
}

/** User and system time of a process, then of its ended children, in ticks. */
function timesOf(pid: number): number[] {
  const fields = read(`/proc/${pid}/stat`).split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).map(Number);
}

function parentOf(pid: string): number {
  return Number(/PPid:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
