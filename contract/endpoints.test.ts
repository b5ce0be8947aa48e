import { expect, test } from 'vitest';
import { openApiDocument } from '../server/http/api-docs.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { BROWSER_ROUTES, OTHER_ROUTES } from './routes.ts';
import { ADMIN_ROUTES } from './admin-routes.ts';
import { LIST_ROUTES } from './list-routes.ts';
import { PICTURE_ROUTES } from './picture-routes.ts';
import { REVIEW_ROUTES } from './review-routes.ts';
import { SECURITY_ROUTES } from './security-routes.ts';
import { SHOP_PAGES } from './pages.ts';
import { ERROR_CODES } from './error-codes.ts';

const CALLS = Object.entries(ENDPOINTS as Record<string, Endpoint>);

test('every endpoint stands under the name of its route', () => {
  const routes: Record<string, string> = {
    ...BROWSER_ROUTES,
    ...LIST_ROUTES,
    ...PICTURE_ROUTES,
    ...REVIEW_ROUTES,
    ...SECURITY_ROUTES,
    ...ADMIN_ROUTES,
    ...OTHER_ROUTES,
  };
  for (const [name, { method, path }] of CALLS) expect([name, `${method} ${path}`]).toEqual([name, routes[name]]);
});

test('no two calls share method and path', () => {
  const addresses = CALLS.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('no call stands where a page stands', () => {
  const pages: string[] = Object.values(SHOP_PAGES);
  for (const [, { path }] of CALLS) {
    expect(pages).not.toContain(path);
    expect(path).toMatch(/^\/(api|customer)\//);
  }
});

test('what the path names is in the parameters', () => {
  for (const [name, { path, params }] of CALLS)
    expect([name, path.includes('{')]).toEqual([name, params !== undefined]);
});

test('what has no response has the status 204, and reading has no body', () => {
  for (const [name, { method, body, response, contentType, status }] of CALLS) {
    expect([name, status === 204]).toEqual([name, (response ?? contentType) === undefined]);
    if (method === 'GET') expect([name, body]).toEqual([name, undefined]);
  }
});

/** Signed events come in bursts and cost one hash to refuse. */
test('what a customer changes or reads counts on a limit', () => {
  const free = CALLS.filter(
    ([, { method, access, rateLimit }]) => (method === 'POST' || access !== 'guest') && rateLimit === 'none',
  ).map(([name]) => name);
  expect(free).toEqual(['logOut', 'handlePaymentWebhook']);
});

test('every endpoint but those of the staff is described, with its errors under their status', () => {
  const { paths } = openApiDocument('http://shop.test', 'Shop') as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  expect(Object.keys(paths).filter((path) => path.startsWith('/api/admin'))).toEqual([]);
  for (const [, { path, method, status, access, errors }] of CALLS.filter(([, call]) => call.access !== 'staff')) {
    const { responses } = paths[path]![method.toLowerCase()]!;
    expect(responses).toHaveProperty(String(status));
    for (const code of errors) expect(responses[ERROR_CODES[code]]!.description).toContain(`\`${code}\``);
    expect(responses[401]!.description.includes('token_missing')).toBe(access === 'customer');
  }
});
