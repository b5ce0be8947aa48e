import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuOfProcess } from '../process-usage.ts';
import { drawMixture, KINDS } from './mixed-requests.ts';
import { Sender, type Answer } from './send-requests.ts';
import { withRunningShop } from './running-shop.ts';

/* Offers a shop three times what it can answer. Run it with: node bench/overload/main.ts. It finds the capacity with readers who wait for
   each other, then lets readers come at `--times 3` that rate whether or not others have been answered, over `--connections 400`
   that are open, and then at half the capacity. `--data FOLDER` keeps the shop. */

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '3' },
    connections: { type: 'string', default: '400' },
    seconds: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
});
const [times, connections, seconds] = [Number(values.times), Number(values.connections), Number(values.seconds)];
const CLIENTS = 16;
const WARM_UP_SECONDS = 5;
const CAPACITY_SECONDS = 10;
const RECOVERY_SECONDS = 12;
/** What takes longer is no recovery, in milliseconds. */
const SLOW_MS = 1000;

const root = values.data === undefined ? mkdtempSync(join(tmpdir(), 'halaman-overload-')) : resolve(values.data);
try {
  await withRunningShop(root, async ({ origin, pid, client }) => {
    const draw = await drawMixture(client, origin, Number(values.seed));
    const sender = new Sender(origin, connections);
    await sender.sendInTurns(draw, CLIENTS, WARM_UP_SECONDS);
    const free = await sender.sendInTurns(draw, CLIENTS, CAPACITY_SECONDS);
    const capacity = free.filter(({ status }) => isTaken(status)).length / CAPACITY_SECONDS;
    print(
      `Capacity: ${capacity.toFixed(0)} requests a second by ${CLIENTS} readers in turns, load ${loadavg()[0]!.toFixed(1)}`,
      free,
      CAPACITY_SECONDS,
    );
    await sender.openConnections();
    const cpuBefore = cpuOfProcess(pid);
    const overload = sender.sendAtRate(draw, times * capacity, seconds);
    const health = await probeHealth(origin, seconds);
    const dropAt = performance.now();
    const cpu = cpuOfProcess(pid) - cpuBefore;
    const after = sender.sendAtRate(draw, capacity / 2, RECOVERY_SECONDS);
    const [offered, recovered] = await Promise.all([overload, after]);
    print(`${times} times that rate for ${seconds} s over ${connections} connections`, offered, seconds);
    print(`Half of it for ${RECOVERY_SECONDS} s`, recovered, RECOVERY_SECONDS);
    const bad = recovered.filter(({ status, ms }) => !isTaken(status) || ms > SLOW_MS);
    const last = bad.reduce((latest, { due }) => Math.max(latest, due), dropAt);
    console.log(
      `\nRecovered ${((last - dropAt) / 1000).toFixed(1)} s after the load dropped; health answered in ${health.toFixed(0)} ms at worst; the server had ${cpu.toFixed(1)} s of processor time in the overload.`,
    );
    sender.close();
  });
} finally {
  if (values.data === undefined) rmSync(root, { recursive: true, force: true });
}

function isTaken(status: number): boolean {
  return status > 0 && status < 400;
}

function print(title: string, answers: readonly Answer[], during: number): void {
  console.log(
    `\n${title}\n\n| Kind | Offered/s | Taken/s | Shed | Failed | p50 ms | p99 ms |\n|---|---|---|---|---|---|---|`,
  );
  const rows = KINDS.map((kind) => [kind, answers.filter((one) => one.kind === kind)] as const);
  for (const [kind, some] of [...rows, ['all', answers] as const]) {
    const taken = some.filter(({ status }) => isTaken(status));
    const shed = some.filter(({ status, retryAfter }) => status === 503 && retryAfter !== undefined).length;
    const durations = taken.map(({ ms }) => ms).toSorted((one, other) => one - other);
    const at = (share: number) => (durations[Math.floor(durations.length * share)] ?? 0).toFixed(0);
    console.log(
      `| ${kind} | ${(some.length / during).toFixed(0)} | ${(taken.length / during).toFixed(0)} | ${percent(shed, some.length)} | ${some.length - taken.length - shed} | ${at(0.5)} | ${at(0.99)} |`,
    );
  }
}

function percent(part: number, all: number): string {
  return `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
}

/** Asks for `/readyz` each second on a connection of its own; returns the longest answer, in milliseconds, infinite where one failed. */
async function probeHealth(origin: string, during: number): Promise<number> {
  const sender = new Sender(origin, 1);
  let worst = 0;
  const end = performance.now() + during * 1000;
  while (performance.now() < end) {
    const { ms, status } = await sender.send({ kind: 'cached page', request: { path: '/readyz' } });
    worst = status === 200 ? Math.max(worst, ms) : Infinity;
    await new Promise((done) => setTimeout(done, 500));
  }
  sender.close();
  return worst;
}
