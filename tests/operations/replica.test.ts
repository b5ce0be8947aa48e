import { expect, test } from 'vitest';
import { bookPath, SHOP_PAGES } from '#contract/pages.ts';
import { openDatabase, openPool, type Pool } from '../../server/db/connection.ts';
import { RecentReads, type ReadSource } from '../../server/db/recent-reads.ts';
import { freePort, waitUntil } from '../../server/startup.ts';
import { buildWhereMissing } from '../shop-process.ts';
import { expectOrders, report, startLoad, stockShop } from './load.ts';
import { startPgbouncer } from './pgbouncer.ts';
import { startPostgres, startReplica, type Postgres } from './postgres.ts';
import { endAfterwards, SLOW } from './processes.ts';
import { newServer } from './servers.ts';
import { variant } from '../../server/db/tables.ts';

buildWhereMissing();

/** Late enough that whatever does not wait for it reads what was before; milliseconds. */
const DELAYED = { recovery_min_apply_delay: '300ms' };

test(
  'what is read at a replica that is late, or at a pooler before it, has every change that was committed before',
  async () => {
    const primary = await startPostgres();
    const [title] = await stockShop(primary.url());
    const replica = await startReplica(primary, DELAYED);
    const pool = openPool({ connectionString: primary.url() }, { size: 2, onError: () => {} });
    const { port } = await startPgbouncer(replica, 'transaction');
    const url = replica.url().replace(`:${replica.port}`, `:${replica.port},127.0.0.1:${port}`);
    const reads = new RecentReads(sourceOf(pool), { url, size: 2 });
    endAfterwards(() => reads.stop().then(() => pool.end()));
    const isUsed = () => reads.replicas.length === 2 && reads.replicas.every((one) => one.isUsable());
    await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used' });
    let atReplica = 0;
    for (let stock = 100; stock < 115; stock += 1) {
      await primary.query(`UPDATE variant SET stock = ${stock} WHERE id = ${title!.vid}`);
      const found = await reads.readCurrent(async ({ db }) => {
        if (db.$client !== pool) atReplica += 1;
        return db.select({ id: variant.id, stock: variant.stock }).from(variant);
      });
      expect(found).toContainEqual({ id: title!.vid, stock });
      await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used' });
    }
    expect(atReplica).toBe(15);

    await primary.query(`UPDATE variant SET stock = 200 WHERE id = ${title!.vid}`);
    reads.distrust();
    const after = await reads.read(({ db }) => db.select({ id: variant.id, stock: variant.stock }).from(variant));
    expect(after).toContainEqual({ id: title!.vid, stock: 200 });
  },
  SLOW,
);

test(
  'a database that is no replica of the primary is not used',
  async () => {
    const primary = await startPostgres();
    await stockShop(primary.url());
    const pool = openPool({ connectionString: primary.url() }, { size: 2, onError: () => {} });
    const lines: string[] = [];
    const log = { warn: (_: unknown, line: string) => lines.push(line), info: () => {} };
    const address = `127.0.0.1:${primary.port},127.0.0.1:${await freePort()}`;
    const reads = new RecentReads(sourceOf(pool), {
      url: primary.url().replace(`127.0.0.1:${primary.port}`, address),
      size: 2,
      log: log as never,
    });
    endAfterwards(() => reads.stop().then(() => pool.end()));
    await waitUntil(() => lines.length >= 2, { seconds: 30, what: 'a sentence about each' });
    const problems = lines.map((line) => line.replace(/.* is not used: it /, ''));
    expect(problems.toSorted()).toEqual(['does not answer', 'is no replica: it takes writes']);
    expect(reads.replicas.map((replica) => replica.isUsable())).toEqual([false, false]);
    expect(await reads.read(async ({ db }) => db.$client === pool)).toBe(true);
  },
  SLOW,
);

test(
  'pages are rendered from a late replica and never show what was before; while its replay is paused or it is away, the primary is read',
  async () => {
    const primary = await startPostgres();
    const titles = await stockShop(primary.url());
    const replica = await startReplica(primary, DELAYED);
    const server = await newServer(primary.url(), { DATABASE_REPLICA_URL: replica.url() });
    await server.start();
    const isUsed = async () => /^database_replica_used\{.*\} 1$/m.test(await textOf(`${server.url}/metrics`));
    await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used' });

    const { id, vid } = titles[0]!;
    const page = server.url + bookPath({ id, slug: 'title-1' });
    const before = await readsOf(replica);
    for (let price = 5000; price < 5030; price += 1) {
      await primary.query(`UPDATE variant SET list_price = ${price}, member_price = ${price} WHERE id = ${vid}`);
      const shown = `RM ${price / 100}`;
      const isShown = async () => (await textOf(page)).replaceAll(/[\u00a0\u202f]/g, ' ').includes(shown.slice(0, 7));
      await waitUntil(isShown, { seconds: 10, what: `the page with ${shown}` });
      if (price % 3 === 0) await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used again' });
    }
    await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used before all pages' });
    for (const path of Object.values(SHOP_PAGES))
      expect((await fetch(server.url + path.replaceAll(/:\w+/g, '1'))).status, path).toBeLessThan(500);
    await waitUntil(async () => (await readsOf(replica)) > before, { seconds: 30, what: 'reads at the replica' });
    expect(replica.output()).not.toContain('read-only transaction');

    await primary.query(`UPDATE variant SET list_price = 4000, member_price = 3600 WHERE id = ${vid}`);
    const load = startLoad(server.url, { titles });
    await replica.query('SELECT pg_wal_replay_pause()');
    await waitUntil(async () => !(await isUsed()), { seconds: 30, what: 'the paused replica to be left' });
    await replica.query('SELECT pg_wal_replay_resume()');
    await waitUntil(isUsed, { seconds: 30, what: 'the replica to be used again' });
    await replica.end('SIGKILL');
    await waitUntil(async () => !(await isUsed()), { seconds: 30, what: 'the killed replica to be left' });
    await replica.start();
    await waitUntil(isUsed, { seconds: 60, what: 'the replica to be used once more' });
    const figures = await load.stop();
    report('replica paused, killed and started again', figures);
    expect(figures.failures).toEqual([]);
    expect(replica.output()).not.toContain('read-only transaction');
    await expectOrders(primary.url(), figures);
    expect(await server.end('SIGTERM')).toBe(0);
  },
  SLOW,
);

function sourceOf(pool: Pool): ReadSource {
  const db = openDatabase(pool);
  return { db, preparedDb: db };
}

async function textOf(url: string): Promise<string> {
  return (await fetch(url)).text();
}

/** How often the table of products was looked at there. */
async function readsOf(replica: Postgres): Promise<number> {
  const { rows } = await replica.query(
    `SELECT (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::int AS reads FROM pg_stat_user_tables WHERE relname = 'product'`,
  );
  return rows[0]?.reads ?? 0;
}
