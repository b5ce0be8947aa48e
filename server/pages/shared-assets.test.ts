import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { S3_KEY, startS3 } from '../../tests/fakes/s3.ts';
import { readConfig } from '../config.ts';
import type { ObjectStorage } from '../integrations/object-storage.ts';
import { openObjectStorage } from '../integrations/open-object-storage.ts';
import { SharedAssets } from './shared-assets.ts';

const DAY = 86_400_000;
const { endpoint } = await startS3();

function storageIn(settings: Record<string, string>): ObjectStorage {
  const dataDir = mkdtempSync(join(inject('cluster').folder, 'assets-'));
  return openObjectStorage(readConfig({ DATA_DIR: dataDir, ...settings }));
}

/** A build with these assets, as `shop/main-abcd1234.js`. */
function buildWith(files: Readonly<Record<string, string>>): string {
  const dist = mkdtempSync(join(inject('cluster').folder, 'dist-'));
  for (const folder of ['shop', 'customer', 'admin']) mkdirSync(join(dist, folder, 'assets'), { recursive: true });
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(dist, dirname(name), 'assets', name.split('/')[1]!), text);
  return dist;
}

/** A server with nothing but the assets of other builds. */
function serverOf(shared: SharedAssets) {
  const app = Fastify();
  afterAll(() => app.close());
  app.setNotFoundHandler(async (request, reply) =>
    (await shared.send(request, reply)) ? reply : reply.code(404).send(),
  );
  return async (url: string) => {
    const { statusCode, headers, body } = await app.inject(url);
    return { status: statusCode, type: headers['content-type'], cached: headers['cache-control'], body };
  };
}

async function countKeys(storage: ObjectStorage): Promise<number> {
  let count = 0;
  for await (const key of storage.list('assets/')) count += key.length > 0 ? 1 : 0;
  return count;
}

describe.each([
  ['a folder', () => storageIn({})],
  [
    'an S3 bucket',
    () =>
      storageIn({
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'covers',
        S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
        S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
      }),
  ],
])('in %s', (_name, open) => {
  const storage = open();

  test('servers of two builds serve the assets of both, to be cached for ever', async () => {
    const earlier = new SharedAssets(
      storage,
      buildWith({ 'shop/main-aaaa_111.js': 'one()', 'shop/LICENSE.txt': 'text' }),
    );
    const later = new SharedAssets(
      storage,
      buildWith({ 'shop/main-BBBB-222.js': 'two()', 'admin/a-cccc3333.css': 'b{}' }),
    );
    await earlier.publish();
    await later.publish();
    const get = serverOf(earlier);
    expect(await get('/assets/main-BBBB-222.js?x')).toEqual({
      status: 200,
      type: 'text/javascript; charset=utf-8',
      cached: 'public, max-age=31536000, immutable',
      body: 'two()',
    });
    expect(await get('/admin/assets/a-cccc3333.css')).toMatchObject({ status: 200, type: 'text/css; charset=utf-8' });
    expect(await serverOf(later)('/assets/main-aaaa_111.js')).toMatchObject({ status: 200, body: 'one()' });
  });

  test.each([
    '/assets/LICENSE.txt',
    '/assets/main.js',
    '/assets/gone-dddd4444.js',
    '/customer/assets/main-aaaa_111.js',
    '/assets/..%2fmain-aaaa_111.js',
    '/main-aaaa_111.js',
  ])('%s is not found', async (url) => {
    expect((await serverOf(new SharedAssets(storage, buildWith({})))(url)).status).toBe(404);
  });

  test('the assets of five builds are kept, and what they share', async () => {
    const shared = { 'shop/shared-eeee5555.js': 'shared' };
    for (let n = 1; n <= 8; n += 1) {
      const dist = buildWith({ ...shared, [`shop/own-ffff000${n}.js`]: String(n) });
      await new SharedAssets(storage, dist).publish(Date.now() + n * DAY);
      await new SharedAssets(storage, dist).publish(Date.now() + n * DAY + 1);
    }
    expect(await countKeys(storage)).toBe(6);
    const get = serverOf(new SharedAssets(storage, buildWith({})));
    expect((await get('/assets/own-ffff0003.js')).status).toBe(404);
    expect((await get('/assets/own-ffff0004.js')).body).toBe('4');
    expect((await get('/assets/shared-eeee5555.js')).body).toBe('shared');
  });
});
