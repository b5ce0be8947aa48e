import { expect } from 'vitest';
import { openDatabase, openPool } from '../../server/db/connection.ts';
import { waitUntil } from '../../server/startup.ts';
import { makeSignedInCustomer, orderPayload, type MadeProduct } from '../factories.ts';
import type { Postgres } from './postgres.ts';
import { endAfterwards } from './processes.ts';

/** A title that is renamed in the database is on a server's page, which was cached: its notification was heard. */
export async function expectChangedTitle({ query }: Postgres, id: number, url: string): Promise<void> {
  const path = `/book/${id}/renamed`;
  const page = () => fetch(url + path).then((response) => response.text());
  await page();
  const title = `Renamed at ${Date.now()}`;
  await query(`UPDATE product SET title = '${title}' WHERE id = ${id}`);
  await query(`SELECT pg_notify('product_changed', '${id}')`);
  await waitUntil(async () => (await page()).includes(title), { seconds: 30, what: 'the new title on the page' });
}

/** A customer whose pages are open at one server. */
export type Follower = {
  /** An order of theirs at a server is news on the stream that was open before. */
  expectNewsOfOrder(title: MadeProduct, at: string): Promise<void>;
};

/** Signs a customer in and opens their stream of changes at a server. */
export async function followAt(url: string, postgres: Postgres): Promise<Follower> {
  const pool = openPool({ connectionString: postgres.url() }, { size: 1, onError: () => {} });
  const { token } = await makeSignedInCustomer({ deps: { db: openDatabase(pool) } });
  await pool.end();
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stopped = new AbortController();
  endAfterwards(() => stopped.abort());
  const response = await fetch(`${url}/api/live`, { headers, signal: stopped.signal });
  expect(response.status).toBe(200);
  let received = '';
  let isOpen = true;
  void readAll(response, (text) => (received += text)).finally(() => (isOpen = false));
  return {
    expectNewsOfOrder: async (title, at) => {
      expect([isOpen, received]).toEqual([true, expect.not.stringContaining('data: orders')]);
      const body = JSON.stringify(orderPayload({ lines: [title], token }));
      const { status } = await fetch(`${at}/customer/order/set`, { method: 'POST', body, headers });
      expect(status).toBe(201);
      await waitUntil(() => received.includes('data: orders\n'), { seconds: 30, what: 'the news of the order' });
    },
  };
}

/** Hands over what comes until the stream ends, however it does. */
async function readAll({ body }: Response, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  try {
    for await (const chunk of body!) onText(decoder.decode(chunk, { stream: true }));
  } catch {
    return;
  }
}
