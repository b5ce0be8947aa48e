import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { newDatabase } from '../../tests/database.ts';
import { silentProxy } from '../../tests/silent-proxy.ts';
import { waitUntil } from '../startup.ts';
import { listenTo, openPool } from './connection.ts';

const connect = await newDatabase();
const proxy = await silentProxy(connect);
const teller = new pg.Client(connect);
await teller.connect();
const told: string[] = [];
let gaps = 0;
const news = { onMessage: (payload: string) => void told.push(payload), onReconnect: () => void (gaps += 1) };
const listener = listenTo(proxy.connect, { news }, { every: 50, timeout: 200 });
afterAll(async () => {
  await listener.stop();
  await teller.end();
  proxy.close();
});

test('a silent connection is reopened, and missed notifications are handled', async () => {
  await waitUntil(() => gaps === 1, { seconds: 30, what: 'the first connection' });
  proxy.fallSilent();
  await teller.query(`NOTIFY news, 'missed'`);
  await waitUntil(() => gaps === 2, { seconds: 30, what: 'the second connection' });
  await teller.query(`NOTIFY news, 'heard'`);
  await waitUntil(() => told.length > 0, { seconds: 30, what: 'the news' });
  expect(told).toEqual(['heard']);
});

test('a pool bounds its statements and has none of them compiled', async () => {
  const pool = openPool(connect, { size: 1, onError: () => {} });
  const { rows } = await pool.query("SELECT current_setting('jit') AS jit, current_setting('lock_timeout') AS wait");
  expect(rows).toEqual([{ jit: 'off', wait: '3s' }]);
  await pool.end();
});
