import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { openTestApp } from '../../tests/test-app.ts';
import { makeBuild } from '../../tests/storefront.ts';
import { buildApp } from '../app.ts';
import { waitUntil } from '../startup.ts';
import { registerBuiltFiles } from './storefront.ts';

const build = makeBuild({ renderPage: () => '<!doctype html>' });

/** A provider that only says where it is; it waits with that until it may. */
let isAsked = false;
let speak: () => void = () => {};
const mayspeak = new Promise<void>((resolve) => (speak = resolve));
const server = createServer(async (_request, response) => {
  isAsked = true;
  await mayspeak;
  const elsewhere = 'https://tokens.example';
  const document = { issuer, jwks_uri: `${issuer}/jwks`, authorization_endpoint: `${issuer}/auth` };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...document,
      token_endpoint: `${elsewhere}/x;script-src *`,
      userinfo_endpoint: `${elsewhere}/me`,
    }),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

const shop = await openTestApp({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'bookshop' });
const { app } = await buildApp(shop.deps, build);
afterAll(() => app.close());

async function connectSrc(url: string): Promise<string> {
  const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
  return /connect-src ([^;]*);/.exec(String(headers['content-security-policy']))![1]!;
}

test('the customer area’s policy allows the provider’s endpoints once they are discovered', async () => {
  expect(await connectSrc('/customer/auth/login')).toBe(`'self' ${issuer}`);
  await waitUntil(() => isAsked, { seconds: 10, what: 'the provider to be asked' });
  expect(await connectSrc('/customer/auth/login')).toBe(`'self' ${issuer}`);
  const atCallback = connectSrc('/customer/callback?code=x&state=y');
  speak();
  expect(await atCallback).toBe(`'self' ${issuer} https://tokens.example`);
  expect(await connectSrc('/customer/dashboard')).toBe(`'self' ${issuer} https://tokens.example`);
});

test('the public shop’s policy allows only its own origin', async () => {
  expect(await connectSrc('/no-such-page')).toBe("'self'");
});

test('without a provider the customer area’s policy allows only the shop', async () => {
  const { deps } = await openTestApp();
  const { app: alone } = await buildApp(deps, build);
  const { headers } = await alone.inject({ url: '/customer/callback', headers: { accept: 'text/html' } });
  expect(headers['content-security-policy']).toContain("connect-src 'self';");
  await alone.close();
});

test('an overload refuses no scripts, because a page that was let in needs them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halaman-built-'));
  mkdirSync(join(folder, 'assets'));
  const assets = fastify();
  const routes: unknown[] = [];
  assets.addHook('onRoute', (route) => void routes.push(route));
  await registerBuiltFiles(assets, { shop: folder, customer: folder, admin: folder });
  await assets.ready();
  expect(routes.length).toBeGreaterThanOrEqual(3);
  for (const route of routes) expect(route).toMatchObject({ config: { priority: 'always' } });
  await assets.close();
  rmSync(folder, { recursive: true });
});
