import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openDatabase, openPool } from '../server/db/connection.ts';
import { attachEmbedded, SHOP_DATABASE, startEmbedded } from '../server/db/embedded.ts';
import { prepareDatabase } from '../server/services.ts';
import { waitUntil } from '../server/startup.ts';
import { makeProduct, orderPayload, type MadeProduct } from './factories.ts';
import { expectIntegrity } from './database.ts';
import { buildWhereMissing, shopProcess } from './shop-process.ts';

const CLIENTS = 6;
const ORDERS_EACH = 25;
/** Confirmed orders when the server is killed. */
const KILLS_AFTER = [20, 60, 100];

const dataDir = mkdtempSync(join(tmpdir(), 'halaman-crash-'));
const folder = join(dataDir, 'postgres');
const shop = await shopProcess({ DATA_DIR: dataDir, DEMO: '0', TRUST_PROXY: '1' });
afterAll(async () => {
  await shop.end('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
});

/** Puts titles into a data folder that no server has seen yet. */
async function stockShelves(): Promise<MadeProduct[]> {
  const embedded = await startEmbedded({ folder, onNotice: () => {} });
  const connect = embedded.connect(SHOP_DATABASE);
  try {
    await prepareDatabase(connect);
    const pool = openPool(connect, { size: 2, onError: () => {} });
    const deps = { db: openDatabase(pool) };
    const titles = [await makeProduct({ deps }, { stock: 1000 }), await makeProduct({ deps }, { stock: 1000 })];
    await pool.end();
    return titles;
  } finally {
    await embedded.stop();
  }
}

type Answered = { key: string; id: string };

/** Retries an order with the same key until the response is 201, however often the server is killed. */
async function orderForSure(key: string, titles: readonly MadeProduct[]): Promise<Answered> {
  const payload = orderPayload({ lines: titles, email: `${key}@mail.test` });
  const headers = { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': ipOf(key) };
  for (;;) {
    await waitUntil(shop.isReady, { seconds: 60, what: 'the server to be back' });
    const response = await fetch(`${shop.url}/customer/order/set`, {
      method: 'POST',
      headers,
      body: JSON.stringify(payload),
    }).catch(() => undefined);
    const body = (await response?.json().catch(() => undefined)) as { id: string } | undefined;
    if (response?.status === 201 && body) return { key, id: body.id };
    if (response && ![201, 503].includes(response.status))
      throw new Error(`${response.status} ${JSON.stringify(body)}`);
  }
}

/** Each order comes from its own IP address, so that no limit applies. */
function ipOf(key: string): string {
  const [client, number] = key.split('-').map(Number);
  return `10.1.${client}.${number}`;
}

/** Milliseconds: four starts of a server, each with its database, on a machine that does other work too. */
const SLOW_MACHINE = 240_000;

test(
  'every confirmed order survives a kill exactly once, and none is partial',
  async () => {
    buildWhereMissing();
    const titles = await stockShelves();
    await shop.start();
    const answered: Answered[] = [];
    const client = async (_: unknown, name: number) => {
      for (let n = 0; n < ORDERS_EACH; n += 1)
        answered.push(await orderForSure(`${name}-${n}`, n % 2 ? titles : titles.toReversed()));
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    for (const count of KILLS_AFTER) {
      await waitUntil(() => answered.length >= count, { seconds: 60, what: `${count} orders` });
      await shop.end('SIGKILL');
      await shop.start();
    }
    await clients;

    const pool = new pg.Pool(attachEmbedded(folder)(SHOP_DATABASE));
    const { rows } = await pool.query(`SELECT id, split_part(email, '@', 1) AS key FROM "order"`);
    const byKey = (one: Answered, other: Answered) => one.key.localeCompare(other.key);
    expect(rows.toSorted(byKey)).toEqual(answered.toSorted(byKey));
    expect(rows).toHaveLength(CLIENTS * ORDERS_EACH);
    await expectIntegrity(pool);
    await pool.end();

    expect(await shop.end('SIGTERM')).toBe(0);
    expect(existsSync(join(folder, 'cluster/postmaster.pid'))).toBe(false);
  },
  SLOW_MACHINE,
);
