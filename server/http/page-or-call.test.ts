import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { crowd, openDoor, tally } from '../../tests/door.ts';
import { makeSignedIn, makeTitle } from '../../tests/factories.ts';
import { buildApp } from '../app.ts';
import type { Build } from '../pages/build.ts';

const folder = mkdtempSync(join(tmpdir(), 'halaman-build-'));
afterAll(() => rmSync(folder, { recursive: true }));
for (const part of ['shop', 'customer']) mkdirSync(join(folder, part, 'assets'), { recursive: true });

/** A storefront that only says what it would show. */
const build: Build = {
  renderPage: ({ view }) => `<!doctype html><title>${view.page}</title>`,
  assetsFor: () => ({ boot: '/boot.js', main: '/main.js', css: '/main.css', fonts: [] }),
  shell: '<!doctype html><title>shell</title>',
  folders: { shop: join(folder, 'shop'), customer: join(folder, 'customer') },
};
const shop = await openDoor();
const { app } = await buildApp(shop.deps, build);
afterAll(() => app.close());

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (url: string, accept: string, more: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept, ...more } });

describe.each(['/customer/address', '/customer/order', '/customer/transaction', '/customer/ticket'])('%s', (path) => {
  test('is the storefront for a browser that navigates, and the call for all others', async () => {
    const page = await ask(path, NAVIGATION);
    expect([page.statusCode, page.payload, page.headers.vary]).toEqual([200, build.shell, 'Accept']);
    for (const accept of ['application/json', '*/*', 'application/json, text/html', '']) {
      const call = await ask(path, accept);
      expect([call.statusCode, call.json().code, call.headers.vary]).toEqual([401, 'token_missing', 'Accept']);
    }
  });
});

test.each([
  '/customer',
  '/customer/',
  '/customer/profile',
  '/customer/auth/login',
  '/customer/wish-list',
  '/customer/nowhere/at/all',
])('a reload of %s gives the storefront, which nobody frames and no script is injected into', async (path) => {
  const { statusCode, payload, headers } = await ask(path, NAVIGATION);
  expect([statusCode, payload]).toEqual([200, build.shell]);
  expect(headers['content-security-policy']).toContain("script-src 'self'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['cache-control']).toBe('no-cache');
});

test.each(['/nowhere', '/book/2000000000/x', '/order/nosuchtoken0000000', '/de/nowhere'])(
  '%s is a page that was not found',
  async (path) => {
    const { statusCode, payload, headers } = await ask(path, NAVIGATION);
    expect([statusCode, payload]).toEqual([404, '<!doctype html><title>not_found</title>']);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  },
);

test.each(['/api/nowhere', '/api/orders/x/y', '/assets/gone.js', '/customer/assets/gone.js', '/covers/x.svg'])(
  '%s is never a page',
  async (path) => {
    const { statusCode, headers } = await ask(path, NAVIGATION);
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
  },
);

test('a page is a guest’s view, whoever asks', async () => {
  const { id } = await makeTitle(shop, { title: 'Moby' });
  const { token } = await makeSignedIn(shop);
  const path = `/book/${id}/moby`;
  const [guest, member] = [
    await ask(path, NAVIGATION),
    await ask(path, NAVIGATION, { authorization: `Bearer ${token}`, cookie: 'bk=x' }),
  ];
  expect([guest.statusCode, member.payload]).toEqual([200, guest.payload]);
  expect((await ask(path, NAVIGATION, { authorization: 'Bearer garbage' })).statusCode).toBe(200);
});

test('a page that fails says so without a reason', async () => {
  const broken = await openDoor();
  const { app: failing } = await buildApp(broken.deps, build);
  await broken.pool.query('ALTER TABLE search_entry RENAME TO gone');
  const { statusCode, payload } = await failing.inject({ url: '/browse', headers: { accept: NAVIGATION } });
  expect([statusCode, payload]).toEqual([500, '<!doctype html><title>failed</title>']);
  await failing.close();
});

test('the description and the health of the shop are no pages', async () => {
  expect((await ask('/api/openapi.json', NAVIGATION)).json().openapi).toBe('3.1.0');
  expect((await ask('/healthz', NAVIGATION)).json()).toEqual({ status: 'ok' });
});

test('who asks for more new pages than anybody reads is told when to come back, on a page', async () => {
  const careful = await openDoor({ RATE_LIMITS: 'on' });
  const { app: limited } = await buildApp(careful.deps, build);
  const browse = (number: number) => limited.inject({ url: `/browse?q=${number}`, headers: { accept: NAVIGATION } });
  const answers = await crowd(301, 10, browse);
  expect(tally(answers.map((answer) => answer.statusCode))).toEqual({ 200: 300, 429: 1 });
  const { headers, payload } = await browse(301);
  expect([Number(headers['retry-after']) > 0, payload]).toEqual([true, '<!doctype html><title>failed</title>']);
  expect((await browse(0)).statusCode).toBe(200);
  await limited.close();
});
