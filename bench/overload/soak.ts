import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../../server/startup.ts';
import { residentMegabytes } from '../orders/exports.ts';
import { megabytesOfGroup } from '../process-usage.ts';
import { Random } from '../random.ts';
import { drawMixture, type MixedRequest } from './mixed-requests.ts';
import { withRunningShop } from './running-shop.ts';
import { Sender } from './send-requests.ts';

/* Whether a shop's memory grows. Run it with: node bench/overload/soak.ts --minutes 60 --rate 40. Readers of many addresses ask for the same
   mixture at that rate, with limits in force, and pages of customers follow what changes. Each minute it prints what the server and
   PostgreSQL hold, and at the end the growth between the second and the last tenth: in the first one caches fill. */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
const CONNECTIONS = 50;
const STREAMS = 8;
/** The customer signs in again before the token ends. */
const RENEWAL_MINUTES = 10;
const MB = 1_000_000;

type Sample = { server: number; heap: number; buffers: number; postgres: number; handles: number; connections: number };

const root = values.data === undefined ? mkdtempSync(join(tmpdir(), 'halaman-soak-')) : resolve(values.data);
const inspector = await freePort();
try {
  const options = { flags: [`--inspect=127.0.0.1:${inspector}`], environment: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } };
  await withRunningShop(
    root,
    async ({ origin, pid, postmaster, client }) => {
      let draw = fromManyAddresses(await drawMixture(client, origin, Number(values.seed)));
      const sender = new Sender(origin, CONNECTIONS);
      const samples: Sample[] = [];
      console.log(
        '| Minute | Requests | Not answered well | Server MB | Heap after GC MB | Buffers MB | PostgreSQL MB | Handles | Database connections |\n|---|---|---|---|---|---|---|---|---|',
      );
      for (let minute = 1; minute <= minutes; minute += 1) {
        if (minute % RENEWAL_MINUTES === 0)
          draw = fromManyAddresses(await drawMixture(client, origin, Number(values.seed) + minute));
        const streams = await followChanges(origin, draw);
        const answers = await sender.sendAtRate(draw, rate, 60);
        for (const stream of streams) stream.abort();
        const failed = answers.filter(({ status }) => status === 0 || status >= 400).length;
        const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM pg_stat_activity');
        const sample = {
          ...(await readHeap()),
          server: residentMegabytes(pid),
          postgres: megabytesOfGroup(postmaster),
          connections: rows[0]!.count,
        };
        samples.push(sample);
        const { server, heap, buffers, postgres, handles, connections } = sample;
        console.log(
          `| ${[minute, answers.length, failed, server, heap.toFixed(1), buffers.toFixed(1), postgres, handles, connections].join(' | ')} |`,
        );
      }
      sender.close();
      for (const name of ['server', 'heap', 'postgres'] as const)
        console.log(`Growth of ${name}: ${growth(samples.map((one) => one[name]))}`);
    },
    options,
  );
} finally {
  if (values.data === undefined) rmSync(root, { recursive: true, force: true });
}

function fromManyAddresses(draw: () => MixedRequest): () => MixedRequest {
  const random = new Random(7);
  return () => {
    const { kind, request } = draw();
    const address = `10.${random.integer(0, 255)}.${random.integer(0, 255)}.1`;
    return { kind, request: { ...request, headers: { ...request.headers, 'x-forwarded-for': address } } };
  };
}

/** Opens streams of the customer who reads orders. */
async function followChanges(origin: string, draw: () => MixedRequest): Promise<AbortController[]> {
  let one = draw();
  while (one.kind !== 'account') one = draw();
  const headers = { authorization: String((one.request.headers as Record<string, string>).authorization) };
  const streams = Array.from({ length: STREAMS }, () => new AbortController());
  await Promise.all(streams.map(({ signal }) => fetch(`${origin}/api/live`, { headers, signal })));
  return streams;
}

/** The heap after a full collection, in megabytes, and open handles; asked of the server's inspector. */
async function readHeap(): Promise<Pick<Sample, 'heap' | 'buffers' | 'handles'>> {
  const targets = (await (await fetch(`http://127.0.0.1:${inspector}/json`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
  await new Promise((done) => socket.addEventListener('open', done, { once: true }));
  let last = 0;
  const ask = (method: string, params: object = {}) => {
    const id = (last += 1);
    socket.send(JSON.stringify({ id, method, params }));
    return new Promise<{ result?: { value?: string } }>((done) => {
      const hear = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id: number; result: { result?: { value?: string } } };
        if (message.id !== id) return;
        socket.removeEventListener('message', hear);
        done(message.result);
      };
      socket.addEventListener('message', hear);
    });
  };
  await ask('HeapProfiler.collectGarbage');
  const expression = 'JSON.stringify([process.memoryUsage(), process.getActiveResourcesInfo().length])';
  const { result } = await ask('Runtime.evaluate', { expression });
  socket.close();
  const [memory, handles] = JSON.parse(result!.value!) as [NodeJS.MemoryUsage, number];
  return { heap: memory.heapUsed / MB, buffers: memory.external / MB, handles };
}

/** From the second tenth to the last, in percent. */
function growth(figures: readonly number[]): string {
  const tenth = Math.max(1, Math.floor(figures.length / 10));
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
  const [first, last] = [mean(figures.slice(tenth, 2 * tenth)), mean(figures.slice(-tenth))];
  return `${((100 * (last - first)) / first).toFixed(1)} % (${first.toFixed(1)} to ${last.toFixed(1)} MB)`;
}
