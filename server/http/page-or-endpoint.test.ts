import { afterAll, describe, expect, test } from 'vitest';
import { runConcurrently, openTestApp, countValues } from '../../tests/test-app.ts';
import { makeSignedInCustomer, makeProduct } from '../../tests/factories.ts';
import { makeBuild, SHELL } from '../../tests/storefront.ts';
import { buildApp } from '../app.ts';

/** A storefront that only says what it would show. */
const build = makeBuild({ renderPage: ({ view }) => `<!doctype html><title>${view.page}</title>` });
const shop = await openTestApp();
const { app } = await buildApp(shop.deps, build);
afterAll(() => app.close());

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ask = (url: string, accept: string, more: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept, ...more } });

describe.each(['/customer/address', '/customer/order', '/customer/transaction', '/customer/ticket'])('%s', (path) => {
  test('is the storefront for a navigating browser and the endpoint for other clients', async () => {
    const page = await ask(path, NAVIGATION);
    expect([page.statusCode, page.payload, page.headers.vary]).toEqual([200, SHELL, 'Accept, Accept-Language, Cookie']);
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
])('reloading %s returns the storefront with its security headers', async (path) => {
  const { statusCode, payload, headers } = await ask(path, NAVIGATION);
  expect([statusCode, payload]).toEqual([200, SHELL]);
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

test.each([
  '/api/nowhere',
  '/api/orders/x/y',
  '/assets/gone.js',
  '/customer/assets/gone.js',
  '/covers/x.svg',
  '/samples/x.webp',
])('%s is never a page', async (path) => {
  const { statusCode, headers } = await ask(path, NAVIGATION);
  expect([statusCode, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

test('a page is rendered as a guest sees it, for every client', async () => {
  const { id } = await makeProduct(shop, { title: 'Moby' });
  const { token } = await makeSignedInCustomer(shop);
  const path = `/book/${id}/moby`;
  const [guest, member] = [
    await ask(path, NAVIGATION),
    await ask(path, NAVIGATION, { authorization: `Bearer ${token}`, cookie: 'bk=x' }),
  ];
  expect([guest.statusCode, member.payload]).toEqual([200, guest.payload]);
  expect((await ask(path, NAVIGATION, { authorization: 'Bearer garbage' })).statusCode).toBe(200);
});

test('a failed page reveals no details', async () => {
  const broken = await openTestApp();
  const { app: failing } = await buildApp(broken.deps, build);
  await broken.pool.query('ALTER TABLE search_entry RENAME TO gone');
  const { statusCode, payload } = await failing.inject({ url: '/browse', headers: { accept: NAVIGATION } });
  expect([statusCode, payload]).toEqual([500, '<!doctype html><title>failed</title>']);
  await failing.close();
});

test.each(['/browse/%zz', `/author/${'x'.repeat(400)}`])('%s is a page that was not found', async (path) => {
  const { statusCode, payload } = await ask(path.slice(0, 500), NAVIGATION);
  expect([statusCode, payload]).toEqual([404, '<!doctype html><title>not_found</title>']);
});

test('an unreadable form gets an error page, an API request a problem response', async () => {
  const sent = { method: 'POST', headers: { accept: NAVIGATION, 'content-type': 'application/json' } } as const;
  const form = await app.inject({ ...sent, url: '/cart', payload: '{}' });
  expect([form.statusCode, form.payload]).toEqual([415, '<!doctype html><title>failed</title>']);
  const call = await app.inject({ ...sent, url: '/customer/check-coupon', payload: '{}' });
  expect([call.statusCode, call.json().code]).toEqual([422, 'invalid']);
});

test('the API description and the health checks are not pages', async () => {
  expect((await ask('/api/openapi.json', NAVIGATION)).json().openapi).toBe('3.1.0');
  expect((await ask('/healthz', NAVIGATION)).json()).toEqual({ status: 'ok' });
});

test('too many page requests get an error page with the time to retry', async () => {
  const careful = await openTestApp({ RATE_LIMITS: 'on' });
  const { app: limited } = await buildApp(careful.deps, build);
  const browse = (number: number) => limited.inject({ url: `/browse?q=${number}`, headers: { accept: NAVIGATION } });
  const responses = await runConcurrently(301, 10, browse);
  expect(countValues(responses.map((response) => response.statusCode))).toEqual({ 200: 300, 429: 1 });
  const { headers, payload } = await browse(301);
  expect([Number(headers['retry-after']) > 0, payload]).toEqual([true, '<!doctype html><title>failed</title>']);
  expect((await browse(0)).statusCode).toBe(200);
  await limited.close();
});
