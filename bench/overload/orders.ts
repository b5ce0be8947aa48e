import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase, openPool } from '../../server/db/connection.ts';
import { addCustomers, addTitles, orderRequest, threeOf, type Titles } from '../order-requests.ts';
import { cpuOfGroup, cpuOfProcess } from '../process-usage.ts';
import { Random } from '../random.ts';
import type { MixedRequest } from './mixed-requests.ts';
import { withRunningShop, type RunningShop } from './running-shop.ts';
import { Sender } from './send-requests.ts';

/* Measures placing orders over HTTP at the demo shop: readers who each wait for the answer, with a session of their own. Server, its
   PostgreSQL, emails and these readers are on one machine. `node bench/overload/orders.ts [--readers 8] [--seconds 10] [--rounds 5]
   [--profile FOLDER]`. */

const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '5' },
    profile: { type: 'string' },
  },
});
const [readers, seconds, rounds] = [Number(values.readers), Number(values.seconds), Number(values.rounds)];
const root = mkdtempSync(join(tmpdir(), 'halaman-orders-'));
const flags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
await withRunningShop(root, measure, { flags });
rmSync(root, { recursive: true, force: true });

async function measure(shop: RunningShop): Promise<void> {
  const pool = openPool(shop.connect, { size: 1, onError: () => {} });
  const db = openDatabase(pool);
  const [titles, tokens] = [await addTitles(db), await addCustomers(db, readers)];
  await pool.end();
  const sender = new Sender(shop.origin, readers);
  await sender.openConnections();
  console.log('| Orders a second | p50 ms | p99 ms | not 201 | CPU ms an order: server | PostgreSQL | readers |');
  console.log('|---|---|---|---|---|---|---|');
  for (let round = 0; round <= rounds; round += 1) {
    const line = await measureRound(shop, { sender, titles, tokens });
    if (round === 0) await shop.client.query('ANALYZE');
    else console.log(line);
  }
  sender.close();
}

type Orders = { sender: Sender; titles: Titles; tokens: readonly string[] };

async function measureRound({ pid, postmaster }: RunningShop, { sender, titles, tokens }: Orders): Promise<string> {
  const [random, clocks] = [
    new Random(performance.now()),
    [() => cpuOfProcess(pid), () => cpuOfGroup(postmaster), () => cpuOfProcess(process.pid)],
  ];
  let order = 0;
  const draw = (): MixedRequest => {
    const { url, method, headers, payload } = orderRequest(tokens[order++ % tokens.length]!, threeOf(titles, random));
    const json = { ...headers, 'content-type': 'application/json' };
    return { kind: 'order', request: { path: url, method, headers: json, body: JSON.stringify(payload) } };
  };
  const before = clocks.map((clock) => clock());
  const answers = await sender.sendInTurns(draw, readers, seconds);
  const costs = clocks.map((clock, index) => (((clock() - before[index]!) * 1000) / answers.length).toFixed(1));
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const [p50, p99] = [0.5, 0.99].map((part) => times[Math.ceil(times.length * part) - 1]!.toFixed(0));
  const failed = answers.filter(({ status }) => status !== 201).length;
  return `| ${(answers.length / seconds).toFixed(0)} | ${p50} | ${p99} | ${failed} | ${costs.join(' | ')} |`;
}
