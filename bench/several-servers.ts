import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import SERVER_FLAGS from '../scripts/server-flags.json' with { type: 'json' };
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { withUnlimitedClient } from '../server/db/connection.ts';
import { freePort, waitUntil } from '../server/startup.ts';
import { prepareShop } from './orders/write-orders.ts';
import { drawMixture, type Kind, type MixedRequest } from './overload/mixed-requests.ts';
import { Sender } from './overload/send-requests.ts';
import { isIndexed, isReady } from './running-shop.ts';

/* What a second server adds. Run it as root with: node bench/several-servers.ts. One server and then two, each in a control group (cgroup v1)
   that gives it `--share 0.25` of a core, answer 16 readers who wait for their answers, half of them at each of two; PostgreSQL and the
   readers have the rest of the machine. It prints requests a second by kind, and how many times more two servers answer. */

const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.25' },
    seconds: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '3' },
    titles: { type: 'string', default: '0' },
    data: { type: 'string' },
  },
});
const [share, seconds, rounds] = [Number(values.share), Number(values.seconds), Number(values.rounds)];
const READERS = 16;
const WARM_UP_SECONDS = 4;
const SEED = 1;
const MEASURED: readonly Kind[] = ['order', 'cached page', 'fresh page', 'search', 'suggest'];
const GROUPS = '/sys/fs/cgroup/cpu';
const PERIOD_US = 100_000;

type Server = { origin: string; child: ChildProcess; folder: string; group: string };

const root = values.data === undefined ? mkdtempSync(join(tmpdir(), 'halaman-servers-')) : resolve(values.data);
const { folder } = await prepareShop(root, { titles: Number(values.titles), orders: 0, seed: SEED });
const database = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: console.error });
const servers: Server[] = [];
try {
  for (let number = 0; number < 2; number += 1) servers.push(await startServer(number));
  await withUnlimitedClient(database.connect(SHOP_DATABASE), async (client) => {
    const draw = await drawMixture(client, servers[0]!.origin, SEED);
    for (const { group } of servers) limit(group, share);
    console.log('| Kind | Requests a second of one server | of two | Times | Load |\n|---|---|---|---|---|');
    for (const kind of MEASURED) {
      const ratios: { one: number; two: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const one = await answeredPerSecond([servers[round % 2]!], only(draw, kind));
        ratios.push({ one, two: await answeredPerSecond(servers, only(draw, kind)) });
      }
      const { one, two } = ratios.toSorted((a, b) => a.two / a.one - b.two / b.one)[Math.floor(rounds / 2)]!;
      const cells = [kind, one.toFixed(0), two.toFixed(0), (two / one).toFixed(2), loadavg()[0]!.toFixed(1)];
      console.log(`| ${cells.join(' | ')} |`);
    }
  });
} finally {
  await Promise.all(servers.map(endServer));
  await database.stop();
  if (values.data === undefined) rmSync(root, { recursive: true, force: true });
}

/** Starts one with a data folder of its own and waits until it answers searches by its index. */
async function startServer(number: number): Promise<Server> {
  const port = await freePort();
  const { host, port: socket, user, password } = database.connect(SHOP_DATABASE);
  const query = new URLSearchParams({ host: host!, port: String(socket), user: user!, password: password as string });
  const own = mkdtempSync(join(tmpdir(), 'halaman-server-'));
  const settings = {
    DATABASE_URL: `postgresql:///${SHOP_DATABASE}?${query}`,
    DATABASE_POOL: '20',
    AUTH_SECRET: readFileSync(join(folder, 'auth-secret'), 'utf8').trim(),
    DATA_DIR: own,
    PORT: String(port),
    DEMO: '1',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  const command = [...SERVER_FLAGS, join(import.meta.dirname, '../server/main.ts')];
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const group = join(GROUPS, `halaman-${process.pid}-${number}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cgroup.procs'), String(child.pid));
  const origin = `http://127.0.0.1:${port}`;
  const server = { origin, child, folder: own, group };
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    return isReady(`${origin}/readyz`);
  };
  await waitUntil(isUp, { seconds: 120, what: 'a server' });
  await waitUntil(() => isIndexed(origin), { seconds: 600, what: 'the search index' });
  return server;
}

/** Gives a group at most that part of a core. */
function limit(group: string, part: number): void {
  writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(part * PERIOD_US)));
}

async function endServer({ child, folder: own, group }: Server): Promise<void> {
  writeFileSync(join(group, 'cpu.cfs_quota_us'), '-1');
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await ended;
  rmdirSync(group);
  rmSync(own, { recursive: true, force: true });
}

function only(draw: () => MixedRequest, kind: Kind): () => MixedRequest {
  return () => {
    let next = draw();
    while (next.kind !== kind) next = draw();
    return next;
  };
}

async function answeredPerSecond(some: readonly Server[], draw: () => MixedRequest): Promise<number> {
  const senders = some.map(({ origin }) => new Sender(origin, READERS));
  const clients = READERS / senders.length;
  await Promise.all(senders.map((one) => one.sendInTurns(draw, clients, WARM_UP_SECONDS)));
  const answers = await Promise.all(senders.map((one) => one.sendInTurns(draw, clients, seconds)));
  for (const one of senders) one.close();
  return answers.flat().filter(({ status }) => status > 0 && status < 400).length / seconds;
}
