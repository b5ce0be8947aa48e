import { expect, test } from 'vitest';
import { openApiDocument } from '../server/http/openapi.ts';
import type { Endpoint } from './endpoint.ts';
import { ENDPOINTS } from './endpoints.ts';
import { SHOP_PAGES } from './pages.ts';
import { REFUSALS } from './refusals.ts';

const CALLS = Object.entries(ENDPOINTS as Record<string, Endpoint>);

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

test('what has no answer answers 204, and reading has no body', () => {
  for (const [name, { method, body, answer, produces, answers }] of CALLS) {
    expect([name, answers === 204]).toEqual([name, (answer ?? produces) === undefined]);
    if (method === 'GET') expect([name, body]).toEqual([name, undefined]);
  }
});

/** Signed events come in bursts and cost one hash to refuse. */
test('what a customer changes counts on a limit', () => {
  const free = CALLS.filter(([, { method, limit }]) => method === 'POST' && limit === 'none').map(([name]) => name);
  expect(free).toEqual(['logOut', 'takePaymentEvent', 'getTicket', 'listTicketReplies']);
});

test('every call is described, with its refusals under their status', () => {
  const { paths } = openApiDocument('http://shop.test', 'Shop') as {
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
  };
  for (const [, { path, method, answers, access, refusals }] of CALLS) {
    const { responses } = paths[path]![method.toLowerCase()]!;
    expect(responses).toHaveProperty(String(answers));
    for (const code of refusals) expect(responses[REFUSALS[code]]!.description).toContain(`\`${code}\``);
    expect(responses[401]!.description.includes('token_missing')).toBe(access === 'customer');
  }
});
