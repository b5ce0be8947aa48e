import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { attemptStart } from './attempt-start.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { startPostgres, startReplica } from './postgres.ts';
import { CAN_MOUNT, newDisk, newFolder, runToEnd, SLOW } from './processes.ts';
import { newServer } from './servers.ts';

buildWhereMissing();

test(
  'a server with another secret, or on the data folder of another server, does not start',
  async () => {
    const postgres = await startPostgres();
    await stockShop(postgres.url());
    const folder = newFolder('data');
    const server = await newServer(postgres.url(), { DATA_DIR: folder, DRAIN_SECONDS: '0' });
    await server.start();
    const settings = { DATABASE_URL: postgres.url() };
    expect(await attemptStart({ ...settings, AUTH_SECRET: 'another secret' })).toBe(
      'AUTH_SECRET differs from that of another running server on this database: give all the same, a new one after the old one first, or stop the others.',
    );
    expect(await attemptStart({ ...settings, DATA_DIR: folder })).toMatch(/^The data folder .* is in use by process/);
    expect(await server.end('SIGTERM')).toBe(0);
  },
  SLOW,
);

test(
  'the primary is killed during orders: its replica takes over under the same address, and no server is restarted',
  async () => {
    const primary = await startPostgres();
    const replica = await startReplica(primary);
    await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('SELECT pg_reload_conf()');
    const url = primary.url().replace(`:${primary.port}/`, `:${replica.port},127.0.0.1:${primary.port}/`);
    const titles = await stockShop(primary.url());
    const server = await newServer(url);
    await server.start();
    const load = startLoad(server.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 30, { seconds: 60, what: 'orders' });

    await primary.end('SIGKILL');
    const killedAt = performance.now();
    runToEnd('pg_ctl', ['promote', '-D', replica.folder]);
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 120, what: 'orders at the new primary' });
    const seconds = Math.round((performance.now() - killedAt) / 1000);

    const figures = await load.stop();
    report(`primary killed, replica promoted, 30 orders within ${seconds} s`, figures);
    expect(figures.failures.filter((failure) => !/: (?:500|503) /.test(failure)).slice(0, 5)).toEqual([]);
    await expectOrders(replica.url(), figures);
    expect(await server.isReady()).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
  },
  SLOW,
);

const DISK_MEGABYTES = 260;

test.runIf(CAN_MOUNT)(
  'the disk of the database is full during orders: they are refused, pages are sent, and with room again orders go on',
  async () => {
    const disk = newDisk(DISK_MEGABYTES);
    const postgres = await startPostgres({ max_wal_size: '48MB', min_wal_size: '32MB' }, disk);
    const titles = await stockShop(postgres.url());
    const server = await newServer(postgres.url());
    await server.start();
    const load = startLoad(server.url, { titles, retries: true });
    await waitUntil(() => load.figures.orders > 30, { seconds: 60, what: 'orders' });

    fillUp(join(disk, 'filler'));
    const isRefused = () => load.figures.failures.filter((failure) => failure.startsWith('/customer/')).length > 20;
    await waitUntil(isRefused, { seconds: 100, what: 'orders to be refused' });
    expect((await fetch(`${server.url}/`)).status).toBe(200);

    rmSync(join(disk, 'filler'));
    // It ends itself where not even its log of writes can be written; a service manager starts it again.
    const hadEnded = !postgres.isRunning();
    if (hadEnded) await postgres.start();
    const roomAt = performance.now();
    const { orders } = load.figures;
    await waitUntil(() => load.figures.orders > orders + 30, { seconds: 100, what: 'orders with room again' });
    const seconds = Math.round((performance.now() - roomAt) / 1000);

    const figures = await load.stop();
    report(
      `the disk was full${hadEnded ? ', PostgreSQL ended' : ''}; with room again 30 orders within ${seconds} s`,
      figures,
    );
    expect(seconds).toBeLessThanOrEqual(30);
    expect(figures.failures.filter((failure) => !/^\/(?:customer|api)\/.*: 503 /.test(failure)).slice(0, 5)).toEqual(
      [],
    );
    await expectOrders(postgres.url(), figures);
    await waitUntil(server.isReady, { seconds: 30, what: 'the server to be ready again' });
    expect(await server.end('SIGTERM')).toBe(0);
  },
  SLOW,
);

/** Writes until nothing more fits. */
function fillUp(file: string): void {
  const handle = openSync(file, 'w');
  try {
    for (const block of [Buffer.alloc(1 << 20), Buffer.alloc(4096)])
      while (true) {
        try {
          writeSync(handle, block);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          break;
        }
      }
  } finally {
    closeSync(handle);
  }
}
