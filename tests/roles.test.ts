import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { openDatabase, openPool } from '../server/db/connection.ts';
import { waitUntil } from '../server/startup.ts';
import { newDatabase } from './database.ts';
import { makeProduct, orderPayload } from './factories.ts';
import { addressOf } from './interrupted-command.ts';
import { buildWhereMissing, shopProcess } from './shop-process.ts';

const connect = await newDatabase();
const pool = openPool(connect, { size: 2, onError: () => {} });
afterAll(() => pool.end());

/** A process of the shop with a data folder of its own, where its emails become files. */
async function newProcess(role: string) {
  const folder = mkdtempSync(join(inject('cluster').folder, 'data-'));
  const shop = await shopProcess({
    DATABASE_URL: addressOf({ connect }),
    AUTH_SECRET: 'one secret for all servers',
    DATA_DIR: folder,
    DRAIN_SECONDS: '0',
    ROLE: role,
  });
  afterAll(() => shop.end('SIGKILL'));
  const mails = join(folder, 'mail');
  return { ...shop, emails: () => (existsSync(mails) ? readdirSync(mails).length : 0) };
}

test(
  'a web server takes orders and sends nothing; a worker sends their emails and has no pages',
  { timeout: 180_000 },
  async () => {
    buildWhereMissing();
    const product = await makeProduct({ deps: { db: openDatabase(pool) } });
    const [web, worker] = [await newProcess('web'), await newProcess('worker')];
    await web.start();
    expect((await fetch(web.url)).status).toBe(200);
    const placed = await fetch(`${web.url}/customer/order/set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify(orderPayload({ lines: [product] })),
    });
    expect(placed.status).toBe(201);
    const states = async () => (await pool.query("SELECT state FROM jobs.job WHERE name = 'mail'")).rows;
    expect(await states()).toEqual([{ state: 'created' }]);

    await worker.start();
    await waitUntil(() => worker.emails() === 1, { seconds: 60, what: 'the email of the order' });
    expect(web.emails()).toBe(0);
    const statuses = ['/', '/api/site/products', '/healthz', '/readyz', '/metrics'].map(
      async (path) => (await fetch(worker.url + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([404, 404, 200, 200, 200]);
    expect(await (await fetch(`${worker.url}/metrics`)).text()).not.toContain('search_indexed');
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await web.end('SIGTERM')).toBe(0);
  },
);
