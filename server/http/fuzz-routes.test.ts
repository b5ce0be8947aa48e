import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { makeSignedInCustomer, makeProduct, placeOrder } from '../../tests/factories.ts';
import { openStorefront } from '../../tests/storefront.ts';
import { makeFeeds } from '../feeds/make-feeds.ts';

const shop = await openStorefront();
const { app, build } = shop;
const { token } = await makeSignedInCustomer(shop);
const title = await makeProduct(shop, { title: 'دیوان حافظ', isbn: '9786299906841' });
const { body: order } = await placeOrder(app, { lines: [title], email: 'guest@mail.test' });
await makeFeeds(shop.connect, shop.deps);
for (const folder of Object.values(build.folders)) writeFileSync(join(folder, 'assets/app.js'), 'x'.repeat(100));

/** Values for a path parameter. */
const SEGMENTS = [
  '',
  '%00',
  'a%00b',
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '..%2f..%2fpackage.json',
  '..%5c..%5cpackage.json',
  '/',
  '//etc/passwd',
  '\\..\\x',
  '.env',
  '%2eenv',
  '.git/config',
  'app.js%00.css',
  'app.js/',
  'app.js',
  '%',
  '%zz',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%u0000',
  '%0d%0aSet-Cookie:x=1',
  '%F0%9F%93%9A',
  '%E2%80%AE',
  "'; DROP TABLE product; --",
  'x'.repeat(250),
  'x'.repeat(301),
  'x'.repeat(5000),
  '%D8%AD'.repeat(250),
  '0',
  '00',
  '-1',
  '1.5',
  '1e3',
  '214748',
  '214749',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'null',
  '__proto__',
  'constructor',
  'toString',
  String(title.id),
].map((segment) => segment.replaceAll(' ', '%20'));

const NAMES = [
  'q subject format language author publisher series min_price max_price in_stock sort page limit'.split(' '),
  'zip payment locale before status from to __proto__ constructor %00 q[]'.split(' '),
  '',
].flat();
const VALUES = SEGMENTS.filter((value) => value.length < 3000);
const COOKIES = [
  '',
  '1.1.1',
  `${title.id}.${title.vid}.1`,
  '2147483648.1.1',
  '1.2147483648.1',
  '9007199254740991.9007199254740991.999',
  '1e300.1.1',
  '..',
  '_'.repeat(500),
  '%00.%00.%00',
  '%',
  '\u00ff',
];
const HEADERS: Record<string, string>[] = [
  { range: 'bytes=9-1' },
  { range: 'bytes=500-' },
  { range: 'bytes=0-1,3-4,x' },
  { 'if-modified-since': 'never' },
  { 'if-none-match': '","",W/' },
  { 'accept-encoding': ';q=,br;q=x,*' },
  { 'accept-language': '\u00e9,;q=;' },
  { 'x-forwarded-for': 'a\u00ff, ,' },
  { 'content-type': '/' },
  { 'content-length': '0', 'content-type': 'application/json' },
  { cookie: 'bk=%00; cart' },
  { authorization: 'Bearer \u00ff' },
];
const BODIES: [type: string | undefined, body: string][] = [
  [undefined, ''],
  ['application/json', '{}'],
  ['application/json', 'null'],
  ['application/json', '"x"'],
  ['application/x-www-form-urlencoded', ''],
  ['application/x-www-form-urlencoded', '%00=%00&line=%'],
  ['application/x-www-form-urlencoded', 'line=9007199254740991.2147483648&qty=1e9'],
  ['application/reports+json', '[null,{"body":null},7]'],
  ['multipart/form-data', 'x'],
];
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

type Route = { path: string; methods: string[] };

/** Every route that the server has, as the router itself lists them. */
function routes(): Route[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((row) => {
      const [, indent = '', rest = ''] = /^([│ ]*)[├└]── (.*)$/.exec(row) ?? [];
      const [, part = '', methods] = /^(.*?)(?: \(([A-Z, ]+)\).*)?$/.exec(rest) ?? [];
      parts.splice(indent.length / 4, Infinity, part);
      return methods ? [{ path: parts.join(''), methods: methods.split(', ') }] : [];
    });
}

/** The router does not list the routes of plugins. */
const FILES = ['/assets/*', '/customer/assets/*'].map((path) => ({ path, methods: ['GET'] }));
const ROUTES = [...routes(), ...FILES];

/** Of the five languages of a page two are tried. */
const isOnce = (path: string) => !/^\/(de|fr|pt)\b/.test(path);

/** An address of a route with its open parts filled. */
const fill = (path: string, part: string) => path.replace(/:\w+(\(\^.*?\$\))?/g, () => part).replace('*', () => part);

type Asked = { url: string; method?: 'GET' | 'POST'; headers?: Record<string, string>; payload?: string };

async function failuresOf(asked: readonly Asked[], accepts = [HTML, 'application/json']): Promise<string[]> {
  const failures: string[] = [];
  for (const { url, method = 'GET', headers = {}, payload = '' } of asked)
    for (const accept of accepts) {
      const response = await app.inject({ url, method, headers: { accept, ...headers }, payload });
      const isHtml = String(response.headers['content-type']).startsWith('text/html');
      const isPage = accept === HTML && !/^\/(api|assets|covers|logos|portraits|samples|customer)\b/.test(url);
      const isWrong = response.statusCode >= 500 || (isPage && response.statusCode >= 400 && !isHtml);
      if (isWrong) failures.push(`${response.statusCode} ${method} ${url.slice(0, 200)} ${JSON.stringify(headers)}`);
    }
  return failures.slice(0, 20);
}

test('the router lists all routes', () => {
  const paths = ROUTES.map(({ path }) => path);
  const declared = (Object.values(ENDPOINTS) as Endpoint[]).map(({ path }) => path.replace(/\{(\w+)\}/g, ':$1'));
  for (const path of [...declared, '/', '/fa/browse', '/book/:id/:slug', '/metrics']) expect(paths).toContain(path);
});

test('no path causes an internal error', async () => {
  const open = ROUTES.filter(({ path, methods }) => /[:*]/.test(path) && isOnce(path) && methods.includes('GET'));
  const asked = open.flatMap(({ path }) => SEGMENTS.map((part) => ({ url: fill(path, part) })));
  expect(open.length).toBeGreaterThan(20);
  expect(await failuresOf(asked)).toEqual([]);
}, 300_000);

test('no query causes an internal error', async () => {
  const odd = [
    '',
    '&&&',
    '=',
    'q=a&q=b',
    'zip=1&zip=2',
    'page=1&page=2',
    'language=a&language=%00',
    '?q=1',
    '#',
    'q=%',
  ];
  const asked = ROUTES.filter(({ path, methods }) => isOnce(path) && methods.includes('GET')).flatMap(({ path }) =>
    odd.map((query) => ({
      url: `${fill(path, 'x')}?${query}`,
      headers: path.startsWith('/customer') ? { authorization: `Bearer ${token}` } : {},
    })),
  );
  expect(await failuresOf(asked)).toEqual([]);
}, 300_000);

test.each([
  ['/browse', HTML],
  ['/cart', HTML],
  ['/api/site/products', 'application/json'],
])('no query parameter of %s causes an internal error', async (path, accept) => {
  const asked = NAMES.flatMap((name, row) =>
    VALUES.filter((_, column) => (row + column) % 3 === 0).map((value) => ({ url: `${path}?${name}=${value}` })),
  );
  expect(await failuresOf(asked, [accept])).toEqual([]);
});

test('no headers or cookies cause an internal error', async () => {
  const asked = [
    '/',
    '/cart',
    '/browse',
    '/assets/app.js',
    '/customer/',
    '/api/site/products',
    '/sitemap.xml',
    '/metrics',
  ];
  const headers = [...HEADERS, ...COOKIES.map((cookie) => ({ cookie: `cart=${cookie}` }))];
  expect(await failuresOf(asked.flatMap((url) => headers.map((one) => ({ url, headers: one }))))).toEqual([]);
});

test('no body causes an internal error', async () => {
  const posted = ROUTES.filter(({ methods }) => methods.includes('POST'));
  const asked = posted.flatMap(({ path }) =>
    BODIES.map(([type, payload]) => ({
      url: fill(path, 'x'),
      method: 'POST' as const,
      payload,
      headers: { ...(type && { 'content-type': type }), authorization: `Bearer ${token}` },
    })),
  );
  expect(await failuresOf(asked)).toEqual([]);
}, 300_000);

test('a redirect to a non-Latin slug is percent-encoded', async () => {
  for (const url of ['/browse?q=9786299906841', `/book/${title.id}/x`, `/fa/book/${title.id}/x`]) {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: HTML } });
    expect([303, 308]).toContain(statusCode);
    expect(headers.location).toMatch(/^(\/fa)?\/book\/\d+\/%[\x21-\x7e]+$/);
    expect((await app.inject({ url: headers.location!, headers: { accept: HTML } })).statusCode).toBe(200);
  }
  expect(order.number).toMatch(/^BK-/);
});

const OUTWARD = [
  'http://evil.example/x/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '/\\\\evil.example/',
];

test('no redirect leaves the shop', async () => {
  const url = new URL(await app.listen({ port: 0 }));
  const lead = async (target: string) => {
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`GET ${target} HTTP/1.1\r\nHost: shop.test\r\nAccept: text/html\r\nConnection: close\r\n\r\n`);
    const response = await text(socket);
    return [response.slice(9, 12), /^location: (.*)$/im.exec(response)?.[1]?.trim()] as const;
  };
  for (const target of [
    ...OUTWARD,
    '/.//evil.example/',
    '/x/..//evil.example/',
    '/%5cevil.example/',
    'evil.example/x/',
  ]) {
    const [status, location = '/'] = await lead(target);
    expect([target, status]).toEqual([target, expect.stringMatching(/^[34]/)]);
    expect(new URL(location, 'http://shop.test/').host).toBe('shop.test');
  }
  expect(await lead('http://evil.example/nowhere/')).toEqual(['308', '/nowhere']);
  expect(await lead('http://evil.example/browse')).toEqual(['200', undefined]);
});
