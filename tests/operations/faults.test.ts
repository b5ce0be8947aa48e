import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { attemptStart } from './attempt-start.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { startPostgres, startReplica } from './postgres.ts';
import { newFolder, runToEnd, SLOW } from './processes.ts';
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
