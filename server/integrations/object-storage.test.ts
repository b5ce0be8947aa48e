import { mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { S3_KEY, startS3 } from '../../tests/fakes/s3.ts';
import { runConcurrently } from '../../tests/test-app.ts';
import { readConfig } from '../config.ts';
import type { ObjectStorage } from './object-storage.ts';
import { openObjectStorage } from './open-object-storage.ts';

const { endpoint, requests, failNext } = await startS3();
const dataDir = mkdtempSync(join(inject('cluster').folder, 'files-'));
const SETTINGS = {
  DATA_DIR: dataDir,
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'covers',
  S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
  S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
};

async function keysOf(storage: ObjectStorage, prefix: string): Promise<string[]> {
  const keys = [];
  for await (const key of storage.list(prefix)) keys.push(key);
  return keys.toSorted();
}

describe.each([
  ['a folder', openObjectStorage(readConfig({ DATA_DIR: dataDir }))],
  ['an S3 bucket', openObjectStorage(readConfig(SETTINGS))],
])('%s', (_name, storage) => {
  test('gives back what was put, and nothing for what was not', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    await storage.put('covers/aa/one-120.avif', bytes, 'image/avif');
    await storage.put('covers/aa/one-120.avif', bytes, 'image/avif');
    expect(await storage.get('covers/aa/one-120.avif')).toEqual(bytes);
    expect(await storage.exists('covers/aa/one-120.avif')).toBe(true);
    expect(await storage.get('covers/aa/two-120.avif')).toBeUndefined();
    expect(await storage.exists('covers/aa')).toBe(false);
  });

  test('lists keys by their beginning, also more than a thousand', async () => {
    const names = Array.from({ length: 1005 }, (_, index) => `list/b/${String(index).padStart(4, '0')}.jpg`);
    await runConcurrently(names.length, 20, (index) => storage.put(names[index]!, Buffer.from('x'), 'image/jpeg'));
    await storage.put('list/c/1.jpg', Buffer.from('x'), 'image/jpeg');
    expect(await keysOf(storage, 'list/b/')).toEqual(names);
    expect(await keysOf(storage, 'list/b/000')).toHaveLength(10);
    expect(await keysOf(storage, 'list/')).toHaveLength(1006);
    expect(await keysOf(storage, 'none/')).toEqual([]);
  });

  test('deletes, once or twice', async () => {
    await storage.put('gone/1.jpg', Buffer.from('x'), 'image/jpeg');
    await storage.delete('gone/1.jpg');
    await storage.delete('gone/1.jpg');
    expect(await storage.exists('gone/1.jpg')).toBe(false);
  });
});

test('a folder takes no key that leaves it, and leaves no half files', async () => {
  const storage = openObjectStorage(readConfig({ DATA_DIR: dataDir }));
  for (const key of ['../auth-secret', '/etc/passwd', 'a/../../b', 'a//b', '.hidden', 'A'])
    await expect(async () => storage.put(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('is no key of a file');
  expect(readdirSync(join(dataDir, 'files')).filter((name) => name.startsWith('.'))).toEqual([]);
});

test('a bucket is asked again where the server is busy, and a wrong secret or bucket is an error with its reason', async () => {
  const storage = openObjectStorage(readConfig(SETTINGS));
  await storage.put('retry/1.jpg', Buffer.from('x'), 'image/jpeg');
  failNext(2);
  requests.length = 0;
  expect(await storage.exists('retry/1.jpg')).toBe(true);
  expect(requests).toEqual(Array(3).fill('HEAD /covers/retry/1.jpg'));
  const wrong = openObjectStorage(readConfig({ ...SETTINGS, S3_SECRET_ACCESS_KEY: 'wrong' }));
  await expect(wrong.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow(
    '403: The signature does not match.',
  );
  const other = openObjectStorage(readConfig({ ...SETTINGS, S3_BUCKET: 'other' }));
  await expect(other.put('a.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toThrow('has no bucket other');
});
