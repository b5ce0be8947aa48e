import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
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
  console.log(
    '| Orders a second | emails | p50 ms | p99 ms | not 201 | CPU ms an order: server | PostgreSQL | readers |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (let round = 0; round <= rounds; round += 1) {
    const line = await measureRound(shop, { sender, titles, tokens });
    if (round === 0) await shop.client.query('ANALYZE');
    else console.log(line);
  }
  sender.close();
  const waiting = 'SELECT count(*)::int AS count FROM email_message WHERE sent_at IS NULL';
  const [begun, cpuBefore] = [performance.now(), cpuOfProcess(shop.pid)];
  const { count } = (await shop.client.query(waiting)).rows[0];
  while ((await shop.client.query(waiting)).rows[0].count > 0) await wait(250);
  const rate = count / ((performance.now() - begun) / 1000);
  const cost = ((cpuOfProcess(shop.pid) - cpuBefore) * 1000) / count;
  console.log(
    `\nEmails that had given way: ${count}, then ${rate.toFixed(0)} a second; the server's CPU ms an email: ${cost.toFixed(1)}`,
  );
}

type Orders = { sender: Sender; titles: Titles; tokens: readonly string[] };

async function measureRound(
  { pid, postmaster, client }: RunningShop,
  { sender, titles, tokens }: Orders,
): Promise<string> {
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
  const emailsBefore = await countSent(client);
  const before = clocks.map((clock) => clock());
  const answers = await sender.sendInTurns(draw, readers, seconds);
  const costs = clocks.map((clock, index) => (((clock() - before[index]!) * 1000) / answers.length).toFixed(1));
  const emails = (await countSent(client)) - emailsBefore;
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const [p50, p99] = [0.5, 0.99].map((part) => times[Math.ceil(times.length * part) - 1]!.toFixed(0));
  const failed = answers.filter(({ status }) => status !== 201).length;
  const rates = [answers.length, emails].map((count) => (count / seconds).toFixed(0));
  return `| ${rates.join(' | ')} | ${p50} | ${p99} | ${failed} | ${costs.join(' | ')} |`;
}

async function countSent(client: RunningShop['client']): Promise<number> {
  const { rows } = await client.query('SELECT count(*)::int AS count FROM email_message WHERE sent_at IS NOT NULL');
  return rows[0].count;
}
