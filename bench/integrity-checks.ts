import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withUnlimitedClient } from '../server/db/connection.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { prepareDatabase } from '../server/services.ts';
import { INTEGRITY_CHECKS } from '../server/maintenance/integrity-checks.ts';
import { seedStatements } from './seed-orders.ts';

/* Measures what each of the doctor's checks costs in a shop of so many orders. Run it with:
   node bench/integrity-checks.ts [orders] */

const ORDERS = Number(process.argv[2] ?? 1_000_000);

const folder = mkdtempSync(join(tmpdir(), 'halaman-checks-'));
const embedded = await startEmbedded({ folder: join(folder, 'postgres'), onNotice: () => {} });
try {
  const connect = embedded.connect(SHOP_DATABASE);
  await prepareDatabase(connect);
  await withUnlimitedClient(connect, async (client) => {
    for (const [step, query] of Object.entries(seedStatements(ORDERS))) {
      const began = performance.now();
      await client.query(query);
      console.error(`${step}: ${seconds(began)}`);
    }
    console.log(`| Check, at ${ORDERS} orders | Time | Rows |\n|---|---|---|`);
    const all = performance.now();
    for (const [check, query] of Object.entries(INTEGRITY_CHECKS)) {
      const began = performance.now();
      const { rows } = await client.query(`SELECT * FROM (${query}) AS broken LIMIT 20`);
      console.log(`| ${check} | ${seconds(began)} | ${rows.length} |`);
    }
    console.log(`| all | ${seconds(all)} | |`);
  });
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(2)} s`;
}
