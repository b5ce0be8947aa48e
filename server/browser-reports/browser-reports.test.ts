import { Writable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { testShop } from '../../tests/database.ts';
import { get, post } from '../../tests/test-app.ts';
import { buildApp } from '../app.ts';
import { openLog } from '../log.ts';
import { withoutPersonalData } from '../without-personal-data.ts';

const lines: string[] = [];
const to = new Writable({
  write: (chunk, _encoding, done) => {
    lines.push(String(chunk));
    done();
  },
});
const { deps } = await testShop();
const { app } = await buildApp({ ...deps, log: openLog({ logLevel: 'info' }, to) });
afterAll(() => app.close());

const send = (area: string, reports: unknown[]) => post(app, '/api/browser-reports', { area, reports });

test('vitals are counted by area and kind of page, in seconds', async () => {
  const vital = (name: string, value: number, page: string) => ({ type: 'vital', name, value, page });
  const { status } = await send('customer', [
    vital('LCP', 1100, 'checkout'),
    vital('CLS', 0.02, 'checkout'),
    vital('INP', 90, 'siti-nurhaliza'),
  ]);
  expect(status).toBe(204);
  const { text } = await get(app, '/metrics');
  expect(text).toContain('browser_web_vital_seconds_sum{vital="LCP",area="customer",page="checkout"} 1.1');
  expect(text).toContain('browser_layout_shift_bucket{le="0.05",area="customer",page="checkout"} 1');
  expect(text).toContain('browser_web_vital_seconds_count{vital="INP",area="customer",page="other"} 1');
  expect(text).not.toContain('siti');
});

test('pages of the shop are of the kinds that its routes begin with', async () => {
  const kinds = ['', 'book', 'pages', 'siti-nurhaliza'];
  const reports = kinds.map((page) => ({ type: 'vital', name: 'TTFB', value: 80, page }));
  await send('shop', reports);
  const { text } = await get(app, '/metrics');
  for (const page of ['home', 'book', 'pages', 'other'])
    expect(text).toContain(`browser_web_vital_seconds_count{vital="TTFB",area="shop",page="${page}"} 1`);
});

test('an error is counted and logged without what it quotes', async () => {
  const message = 'No "Siti Nurhaliza" at https://shop.test/order/abcdefghijklmnopqrstuvwxyz0123?q=siti#x';
  const stack = 'at place (https://shop.test/customer/assets/main-a1.js:3:14)';
  await send('back-office', [{ type: 'error', kind: 'chunk', message, stack, page: 'orders' }]);
  expect((await get(app, '/metrics')).text).toContain('browser_errors_total{area="back-office",kind="chunk"} 1');
  const records = lines.map((line) => JSON.parse(line));
  const record = records.find(({ msg }) => msg === 'error in a browser');
  expect(record).toMatchObject({ page: 'orders', message: 'No "…" at /…', stack: 'at place (main-a1.js:3:14)' });
  expect(lines.join('')).not.toMatch(/siti|abcdefghij/i);
});

test('batches and texts have bounds', async () => {
  const report = { type: 'error', kind: 'error', message: 'x', page: '' };
  const statuses = [
    await send(
      'customer',
      Array.from({ length: 21 }, () => report),
    ),
    await send('customer', [{ ...report, message: 'x'.repeat(501) }]),
    await send('customer', [{ ...report, page: '../order' }]),
    await send('elsewhere', [report]),
    await send('customer', []),
  ].map(({ status }) => status);
  expect(statuses).toEqual([422, 422, 422, 422, 422]);
});

test.each([
  ["Cannot read properties of undefined (reading 'map')", "Cannot read properties of undefined (reading 'map')"],
  ['Unexpected token \'A\', "Aina Rah"... is not valid JSON', 'Unexpected token \'A\', "…"... is not valid JSON'],
  ['mail to aina@mail.test failed', 'mail to … failed'],
  ["no such key '12, Jalan Ampang'", "no such key '…'"],
  ['order BK-100234 of +60123456789', 'order … of +…'],
  ['GET /order/s3cr3tT0ken?x=1 failed', 'GET /… failed'],
])('%s', (text, expected) => {
  expect(withoutPersonalData(text)).toBe(expected);
});
