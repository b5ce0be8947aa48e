import { expect, test } from 'vitest';
import { waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { attemptStart } from './attempt-start.ts';
import { laterBuild, migrateBy, THIS_BUILD } from './builds.ts';
import { startHaproxy } from './haproxy.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { startPostgres } from './postgres.ts';
import { SLOW } from './processes.ts';
import { newServer } from './servers.ts';

const EXPANSION = { '9990_add_shelf.sql': "ALTER TABLE product ADD COLUMN shelf text NOT NULL DEFAULT '';" };
const FAILING = { '9991_fail.sql': 'CREATE TABLE half_way (id integer); SELECT 1 / 0;' };
const INDEX = {
  '9991_index_shelves.sql': `-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS product_shelf;
CREATE INDEX CONCURRENTLY product_shelf ON product (shelf);
`,
};
const CONTRACTION = {
  '9992_drop_shelf.sql': '-- contract after 9990_add_shelf.sql\nALTER TABLE product DROP COLUMN shelf;',
};

test(
  'a release with migrations replaces servers one by one under load, and one that fails half-way leaves the old ones serving',
  async () => {
    buildWhereMissing();
    const postgres = await startPostgres();
    const titles = await stockShop(postgres.url());
    const servers = [await newServer(postgres.url(), { MIGRATE: 'off' }), await newServer(postgres.url())];
    for (const server of servers) await server.start();
    const proxy = await startHaproxy(servers.map(({ url }) => url));
    const load = startLoad(proxy.url, { titles });
    await waitUntil(() => load.figures.orders > 20, { seconds: 60, what: 'orders' });
    const replace = async (server: (typeof servers)[number], build: string) => {
      expect(await server.end('SIGTERM')).toBe(0);
      await server.start(build);
      await waitUntil(() => proxy.isUp(server.url), { seconds: 60, what: 'haproxy to send it requests again' });
    };

    const failing = laterBuild({ ...EXPANSION, ...FAILING });
    expect(migrateBy(failing, postgres.url())).toMatchObject({ code: 1, said: expect.stringContaining('division') });
    expect(await Promise.all(servers.map((server) => server.isReady()))).toEqual([true, true]);
    await replace(servers[0]!, THIS_BUILD);

    const later = laterBuild({ ...EXPANSION, ...INDEX });
    const settings = { DATABASE_URL: postgres.url(), MIGRATE: 'off' };
    expect(await attemptStart(settings, later)).toContain('run "npm run shop -- migrate" first');
    expect(migrateBy(later, postgres.url())).toMatchObject({
      code: 0,
      said: expect.stringContaining('Applied 9991_index_shelves.sql'),
    });
    for (const server of servers) await replace(server, later);

    const figures = await load.stop();
    report('rolling upgrade with two migrations, after one that failed half-way', figures);
    expect(figures.failures.slice(0, 5)).toEqual([]);
    await expectOrders(postgres.url(), figures);

    const last = laterBuild({ ...EXPANSION, ...INDEX, ...CONTRACTION });
    expect(migrateBy(last, postgres.url()).code).toBe(0);
    expect(await Promise.all(servers.map((server) => server.isReady()))).toEqual([true, true]);
    expect(await attemptStart(settings)).toContain('schema of this program');
    expect(await attemptStart({ DATABASE_URL: postgres.url() })).toContain(
      'The database is newer than this program (it has 9992_drop_shelf.sql)',
    );
  },
  SLOW,
);
