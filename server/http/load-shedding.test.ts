import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { LOCALES } from '#domain/locale.ts';
import { localizedPath } from '#contract/pages.ts';
import { makeProduct } from '../../tests/factories.ts';
import { makeBuild } from '../../tests/storefront.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { buildApp } from '../app.ts';
import { errorMessage } from '../translations.ts';
import { ConcurrencyLimit, MOST_IN_PROGRESS } from './concurrency.ts';

/* Carts of one address wait for as long as a test wants: so many requests are in progress. */
const HELD_ADDRESS = '192.0.2.9';
let held = Promise.withResolvers<void>();
const shop = await openTestApp();
const concurrency = new ConcurrencyLimit();
const { app } = await buildApp(
  {
    ...shop.deps,
    concurrency,
    consumeRateLimit: async (_name, subject) => {
      if (subject === HELD_ADDRESS) await held.promise;
      return async () => {};
    },
  },
  makeBuild(),
);
afterAll(() => app.close());
const book = await makeProduct(shop);

const PAGE = { accept: 'text/html' };
const PROBES = {
  optional: { url: '/api/site/suggest?q=book' },
  browse: { url: '/api/site/products' },
  'page, not cached': { url: '/browse', headers: PAGE },
  'page, cached': { url: '/', headers: PAGE },
  'page, unknown': { url: '/nowhere', headers: PAGE },
  account: { url: '/customer/order', headers: { accept: 'application/json' } },
  staff: { url: '/api/admin/me' },
  'sign-in': { method: 'POST', url: '/customer/auth/login', payload: { username: 'no@mail.test', password: 'wrong' } },
  checkout: {
    method: 'POST',
    url: '/customer/check-coupon',
    payload: { code: 'NONE', pid: [{ id: book.id, qty: 1 }] },
  },
  health: { url: '/healthz' },
  readiness: { url: '/readyz' },
  metrics: { url: '/metrics' },
} as const;
type Probe = keyof typeof PROBES;
const NAMES = Object.keys(PROBES) as Probe[];

let asked = 0;

async function listRefused(): Promise<Probe[]> {
  const refused: Probe[] = [];
  for (const name of NAMES) {
    const { url, ...probe } = PROBES[name];
    const fresh = name === 'page, not cached' ? { query: { q: `book ${(asked += 1)}` } } : {};
    if ((await app.inject({ ...probe, url, ...fresh })).statusCode === 503) refused.push(name);
  }
  return refused;
}

/** Has so many carts in progress. */
function fill(count: number) {
  const payload = { ids: [{ pid: book.id, vid: book.vid, qty: 1 }] };
  const cart = { method: 'POST', url: '/api/site/get-cart-detail', payload, remoteAddress: HELD_ADDRESS } as const;
  return Array.from({ length: count }, () => app.inject(cart).then(({ statusCode }) => statusCode));
}

async function fillUntil(count: number) {
  const carts = fill(count - concurrency.inProgress);
  await expect.poll(() => concurrency.inProgress).toBe(count);
  return carts;
}

test('the more is in progress the more is refused, checkout and cached pages last and health checks never; then all is as before', async () => {
  expect(await listRefused()).toEqual([]);
  const carts: Promise<number>[] = [];
  const refused = async (share: number) => {
    carts.push(...(await fillUntil(Math.ceil(share * MOST_IN_PROGRESS))));
    return listRefused();
  };
  const browsing = ['browse', 'page, not cached', 'page, unknown'];
  expect(await refused(0.39)).toEqual([]);
  expect(await refused(0.4)).toEqual(['optional']);
  expect(await refused(0.5)).toEqual(['optional', ...browsing]);
  expect(await refused(0.7)).toEqual(['optional', ...browsing, 'account']);
  expect(await refused(0.8)).toEqual(['optional', ...browsing, 'account', 'staff']);
  expect(await refused(0.9)).toEqual(['optional', ...browsing, 'account', 'staff', 'sign-in']);
  expect(await refused(1)).toEqual(['optional', ...browsing, 'account', 'staff', 'sign-in', 'checkout']);
  const { payload: metrics } = await app.inject('/metrics');
  expect(metrics).toMatch(/^http_requests_shed_total\{priority="checkout"\} 1$/m);
  expect(metrics).toMatch(new RegExp(`^http_requests_in_progress ${MOST_IN_PROGRESS}$`, 'm'));

  held.resolve();
  expect(new Set(await Promise.all(carts))).toEqual(new Set([200]));
  expect(concurrency.inProgress).toBe(0);
  expect(await listRefused()).toEqual([]);
});

test('a refused client learns in its language when to come back: as a problem, or on a small page that needs no database', async () => {
  held = Promise.withResolvers();
  const carts = await fillUntil(MOST_IN_PROGRESS);
  const delays = new Set<number>();
  for (const locale of LOCALES) {
    const problem = await app.inject({ url: '/api/site/products', headers: { 'accept-language': locale } });
    expect(problem.headers['content-type']).toContain('application/problem+json');
    expect(problem.json()).toMatchObject({ status: 503, code: 'busy', detail: errorMessage(locale, 'busy') });
    const page = await app.inject({ url: localizedPath(locale, '/browse?q=more'), headers: PAGE });
    expect(page.payload).toMatch(new RegExp(`^<!doctype html><html lang="${locale}"`));
    expect(page.payload).toContain(errorMessage(locale, 'busy'));
    expect(page.payload.length).toBeLessThan(1000);
    for (const { statusCode, headers } of [problem, page]) {
      expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store']);
      expect(headers['x-request-id']).toBeTruthy();
      delays.add(Number(headers['retry-after']));
    }
  }
  for (let count = 0; count < 30; count += 1)
    delays.add(Number((await app.inject('/api/site/products')).headers['retry-after']));
  expect([...delays].toSorted()).toEqual([2, 3, 4, 5]);
  held.resolve();
  await Promise.all(carts);
});

test('a body that is still on its way takes no room', async () => {
  const { port } = new URL(await app.listen({ port: 0 }));
  const sockets = Array.from({ length: MOST_IN_PROGRESS }, () => connect(Number(port), '127.0.0.1'));
  const head =
    'POST /customer/check-coupon HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{';
  for (const socket of sockets) socket.write(head);
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count))))
    .toBe(MOST_IN_PROGRESS);
  expect(await listRefused()).toEqual([]);
  for (const socket of sockets) socket.destroy();
});
