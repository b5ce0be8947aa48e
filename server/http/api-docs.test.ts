import { afterAll, expect, test } from 'vitest';
import { makeBuild } from '../../tests/storefront.ts';
import { openTestApp } from '../../tests/test-app.ts';
import { buildApp } from '../app.ts';
import { openApiDocument } from './api-docs.ts';

const shop = await openTestApp();
const { app } = await buildApp(shop.deps, makeBuild());
afterAll(() => app.close());

const FILES = ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css', '/api/docs/swagger-ui-bundle.js'];

test('an endpoint that returns a file declares its type', () => {
  const { paths } = openApiDocument('https://shop.test', 'Shop') as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const responses = paths['/api/orders/{id}/receipt']!.get!.responses;
  expect(responses).toMatchObject({ 200: { content: { 'application/pdf': { schema: { format: 'binary' } } } } });
});

test('the API page loads scripts and styles only from the shop, none inline', async () => {
  const { payload, headers } = await app.inject('/api/docs');
  const loaded = [...payload.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, url]) => url);
  expect(loaded.toSorted()).toEqual([...FILES.slice(1), '/favicon.svg'].toSorted());
  expect(payload).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  for (const url of loaded) expect([url, (await app.inject(url!)).statusCode]).toEqual([url, 200]);
  expect(headers['content-type']).toContain('text/html');
});

test('the API page has the policy of all pages plus Swagger UI’s Trusted Types policy', async () => {
  const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy']);
  expect((await policyOf('/api/docs')).replace(' dompurify', '')).toBe(await policyOf('/delivery'));
  expect(await policyOf('/delivery')).toContain('trusted-types bookshop;');
});

test.each([...FILES, '/api/openapi.json'])('%s is sent once, then revalidated by its ETag', async (url) => {
  const plain = await app.inject(url);
  const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect([plain.statusCode, plain.headers['cache-control'], plain.headers.vary]).toEqual([
    200,
    'no-cache',
    'Accept-Encoding',
  ]);
  expect([packed.headers['content-encoding'], packed.headers.etag]).toEqual(['gzip', plain.headers.etag]);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
  const again = await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
});

test('no other page loads Swagger UI', async () => {
  for (const url of ['/', '/delivery', '/customer/'])
    expect((await app.inject({ url, headers: { accept: 'text/html' } })).payload).not.toContain('/api/docs');
});
