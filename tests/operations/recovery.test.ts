import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../server/db/connection.ts';
import { softDeleteAccount } from '../../server/privacy/delete-account.ts';
import { freePort, waitUntil } from '../../server/startup.ts';
import { makeCustomer } from '../factories.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { openPostgres, startPostgres } from './postgres.ts';
import { newFolder, runToEnd, SLOW } from './processes.ts';
import { runShop } from './run-shop.ts';
import { newServer } from './servers.ts';

buildWhereMissing();

const STANZA = 'shop';
const PRICES = 'SELECT id, list_price, member_price FROM variant ORDER BY id';

test(
  'after a mistake the shop of the moment before is recovered from the archive, and deleted accounts stay deleted',
  async () => {
    const archive = newFolder('archive');
    const config = join(archive, 'pgbackrest.conf');
    const backrest = (...args: string[]) =>
      runToEnd('pgbackrest', [`--config=${config}`, `--stanza=${STANZA}`, ...args]);
    const primary = await startPostgres({
      unix_socket_directories: archive,
      archive_mode: 'on',
      archive_command: `pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`,
    });
    writeFileSync(config, settingsOf(archive, primary), { mode: 0o644 });
    backrest('stanza-create');
    const titles = await stockShop(primary.url());
    backrest('--type=full', 'backup');

    const server = await newServer(primary.url(), { DRAIN_SECONDS: '0' });
    await server.start();
    const pool = new pg.Pool({ connectionString: primary.url() });
    const db = openDatabase(pool);
    const customer = await makeCustomer({ deps: { db } });
    const load = startLoad(server.url, { titles });
    await waitUntil(() => load.figures.orders > 50, { seconds: 60, what: 'orders' });
    const acknowledged = await load.stop();
    const { rows: prices } = await primary.query(PRICES);
    const { rows } = await primary.query('SELECT clock_timestamp()::text AS now');

    await softDeleteAccount(db, customer);
    const later = startLoad(server.url, { titles, place: 1 });
    await waitUntil(() => later.figures.orders > 10, { seconds: 60, what: 'later orders' });
    await later.stop();
    await primary.query('UPDATE variant SET list_price = 1, member_price = 1');
    await primary.query('SELECT pg_switch_wal()');
    expect(await server.end('SIGTERM')).toBe(0);
    await pool.end();

    const startedAt = performance.now();
    const data = join(newFolder('recovered'), 'data');
    const target = ['--type=time', `--target=${rows[0].now}`, '--target-action=promote'];
    backrest(`--pg1-path=${data}`, ...target, 'restore');
    const recovered = openPostgres(data, await freePort(), { unix_socket_directories: '', archive_mode: 'off' });
    await recovered.start();
    await waitUntil(
      async () => (await recovered.query('SELECT pg_is_in_recovery() AS "isOn"')).rows[0].isOn === false,
      { seconds: 60, what: 'the end of the recovery' },
    );
    report(`recovered within ${Math.round((performance.now() - startedAt) / 1000)} s`, acknowledged);
    await expectOrders(recovered.url(), acknowledged);
    expect((await recovered.query(PRICES)).rows).toEqual(prices);
    expect(await deletedCustomers(recovered)).toEqual([]);

    const file = join(archive, 'before-the-mistake.backup');
    runShop({ DATABASE_URL: recovered.url() }, 'backup', file);
    runShop({ DATABASE_URL: primary.url() }, 'restore', file);
    runShop({ DATABASE_URL: primary.url() }, 'doctor');
    await expectOrders(primary.url(), acknowledged);
    expect((await primary.query(PRICES)).rows).toEqual(prices);
    expect(await deletedCustomers(primary)).toEqual([customer.id]);
  },
  SLOW,
);

function settingsOf(archive: string, { folder, port }: { folder: string; port: number }): string {
  return `[global]
repo1-path=${join(archive, 'repository')}
log-path=${archive}
lock-path=${archive}
spool-path=${archive}
start-fast=y
[${STANZA}]
pg1-path=${folder}
pg1-port=${port}
pg1-socket-path=${archive}
pg1-user=postgres
`;
}

async function deletedCustomers(postgres: {
  query: (statement: string) => Promise<pg.QueryResult>;
}): Promise<string[]> {
  const { rows } = await postgres.query('SELECT id FROM customer WHERE deleted_at IS NOT NULL');
  return rows.map(({ id }) => id);
}
