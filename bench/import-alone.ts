import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { importCsv } from '../server/catalogue/import-csv.ts';
import { SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { migrate, withMigrationLock } from '../server/db/migrate.ts';
import { importOnix } from '../server/onix/import-onix.ts';
import { withMessages } from '../server/onix/open-message.ts';
import { importFiles, type ImportFile } from './import-files.ts';
import { cpuOfGroup } from './process-usage.ts';

/* Imports in this process, while no server runs: what reading and writing alone take, without the start of a command. */

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    kinds: { type: 'string', default: 'csv,onix' },
    data: { type: 'string' },
  },
});
if (!values.data) throw new Error('--data FOLDER is missing: a data folder that no server uses.');
const records = Number(values.records);
const work = mkdtempSync(join(tmpdir(), 'halaman-imports-'));
const embedded = await startEmbedded({ folder: join(values.data, 'postgres'), onNotice: console.log });
try {
  console.log(`${records} records, load ${loadavg()[0]!.toFixed(1)}`);
  const connect = embedded.connect(SHOP_DATABASE);
  await withMigrationLock(connect, migrate);
  const files = importFiles(work, { kinds: values.kinds, records, seed: Number(values.seed) });
  for await (const one of files) {
    const [at, cpu, postgres] = [performance.now(), process.cpuUsage(), cpuOfGroup(embedded.pid)];
    await importFile(connect, one);
    const seconds = (performance.now() - at) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    // Its backends are counted once they have ended.
    await wait(500);
    const micro = (microseconds: number) => `${Math.round(microseconds / records)} µs`;
    console.log(
      `${one.kind} ${one.time}: ${seconds.toFixed(1)} s, ${Math.round(records / seconds)} records a second; a record: ` +
        `Node ${micro(user + system)}, PostgreSQL ${micro((cpuOfGroup(embedded.pid) - postgres) * 1e6)}`,
    );
  }
} finally {
  await embedded.stop();
  rmSync(work, { recursive: true, force: true });
}

async function importFile(connect: pg.PoolConfig, { kind, file }: ImportFile): Promise<void> {
  const common = {
    isDryRun: false,
    withProgress: <T>(_: string, work: (done: () => void) => Promise<T>) => work(() => {}),
  };
  if (kind === 'csv') await importCsv(connect, file, { ...common, stockMode: { kind: 'stated', actor: 'operator' } });
  else
    await withMessages(file, (messages) =>
      importOnix(connect, messages, {
        actor: 'operator',
        ...common,
        onDifference: () => {},
        onIssue: () => {},
        confirmDelists: () => Promise.resolve(true),
      }),
    );
}
