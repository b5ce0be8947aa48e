import type pg from 'pg';
import { DEMO_PASSWORD, DEMO_STAFF } from '../../server/demo/demo-accounts.ts';
import type { GrowthShop } from '../growth-shop.ts';
import { measure } from '../load.ts';
import type { Explained } from '../plans.ts';
import { drawStaffWorkloads, type StaffWorkload } from './workloads.ts';

/** The goal: that 99 of 100 requests are answered in so many milliseconds. */
const GOAL_MS = 50;
/** One pause holds up ten requests: of fewer than a thousand they are the hundredth that the goal leaves out. */
const SPELL = { seconds: 4, warmUp: 1 };
/** Tables of fewer rows may be read from end to end. */
const LARGE_TABLE_ROWS = 5000;
/** Of a workload so many requests are looked at. */
const EXPLAINED = 5;

type Wanted = { seed: number; only: string | undefined };
/** `cpu`: the processor seconds of the server, and of its PostgreSQL. */
type RunningShop = { client: pg.Client; origin: string; cpu: () => readonly [number, number] };

/** Measures every list, filter and search of the back office; returns whether all reach the goal. */
export async function reportBackOffice(
  { client, origin, cpu }: RunningShop,
  { seed, only = '' }: Wanted,
): Promise<boolean> {
  const headers = { authorization: `Bearer ${await signInAsStaff(origin)}` };
  console.log(
    `| Workload | Requests/s | p50 ms | p99 ms | CPU ms: server | PostgreSQL | not 2xx |\n|---|---|---|---|---|---|---|`,
  );
  const slow: string[] = [];
  for (const { name, paths } of (await drawStaffWorkloads(client, seed)).filter(isNamed(only))) {
    const requests = paths.map((path) => ({ path: `/api/admin/${path}`, headers }));
    const before = cpu();
    const { perSecond, p50, p99, failed, sent } = await measure(origin, { name, requests }, SPELL);
    const costs = cpu().map((now, part) => (((now - before[part]!) * 1000) / sent).toFixed(1));
    console.log(`| ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${costs.join(' | ')} | ${failed} |`);
    if (perSecond === 0 || p99 > GOAL_MS || failed > 0) slow.push(name);
  }
  console.log(slow.length === 0 ? `\nAll within ${GOAL_MS} ms.` : `\nMore than ${GOAL_MS} ms: ${slow.join('; ')}.`);
  return slow.length === 0;
}

const isNamed = (only: string) => (workload: StaffWorkload) => workload.name.includes(only);

export async function signInAsStaff(origin: string): Promise<string> {
  const body = JSON.stringify({ username: DEMO_STAFF.username, password: DEMO_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${origin}/customer/auth/login`, { method: 'POST', headers, body });
  return ((await response.json()) as { api_token: string }).api_token;
}

/** Prints the costliest statement of each workload, and those that read a large table from end to end; returns whether there are none. */
export async function reportPlans({ app, client, plans }: GrowthShop, { seed, only = '' }: Wanted): Promise<boolean> {
  const large = await findLargeTables(client);
  const payload = { username: DEMO_STAFF.username, password: DEMO_PASSWORD };
  const signedIn = await app.inject({ method: 'POST', url: '/customer/auth/login', payload });
  const headers = { authorization: `Bearer ${signedIn.json<{ api_token: string }>().api_token}` };
  console.log(`\n| Workload | Pages of 8 kB | The statement with most |\n|---|---|---|`);
  const scans = new Set<string>();
  for (const { name, paths } of (await drawStaffWorkloads(client, seed)).filter(isNamed(only))) {
    plans.take();
    for (const path of paths.slice(0, EXPLAINED)) {
      const { statusCode, payload: body } = await app.inject({ url: `/api/admin/${path}`, headers });
      if (statusCode !== 200) throw new Error(`${name}: ${path} answered ${statusCode} ${body.slice(0, 300)}`);
    }
    const sent = plans.take();
    printCostliest(name, sent);
    for (const { query, sequential } of sent)
      for (const table of sequential.filter((one) => large.has(one)))
        scans.add(`- ${table}, ${name}: ${query.slice(0, 300)}`);
  }
  if (scans.size > 0) console.log(`\nTables read from end to end:\n${[...scans].join('\n')}`);
  return scans.size === 0;
}

async function findLargeTables(client: pg.Client): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= ${LARGE_TABLE_ROWS}`,
  );
  return new Set(rows.map(({ name }) => name));
}

function printCostliest(name: string, sent: readonly Explained[]): void {
  const most = sent.toSorted((one, other) => other.buffers - one.buffers)[0];
  if (most) console.log(`| ${name} | ${most.buffers} | \`${most.query.slice(0, 90)}\` by ${most.indexes.join(', ')} |`);
}
