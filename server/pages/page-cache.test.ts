import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { throwApiError } from '../api-error.ts';
import { MAX_AGE_IN_OUTAGE_MS, PageCache, type RenderedPage, type PageRenderer } from './page-cache.ts';
import { waitUntil } from '../startup.ts';

function page(html: string, titles: number[] = []): RenderedPage {
  return { status: 200, html, productIds: new Set(titles) };
}

const as = (html: string, titles: number[] = []) => ({ render: async () => page(html, titles) });
const failing = {
  render: async (): Promise<RenderedPage> => {
    throw new Error('the database is away');
  },
};
const refused = {
  ...as('never'),
  admit: async () => throwApiError('too_many_requests'),
};

/** A cache on a clock of its own. */
function timedCache() {
  const clock = { now: 0 };
  const cache = new PageCache({ now: () => clock.now });
  const read = async (key: string, rendering: PageRenderer = as('never')) =>
    (await cache.get(key, rendering)).html.toString();
  return { cache, clock, read };
}

/** Waits for background work after a response. */
const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test('concurrent requests share one rendering', async () => {
  const cache = new PageCache();
  let renderings = 0;
  const render = async () => page(`rendering ${(renderings += 1)}`);
  const responses = await Promise.all([1, 2, 3].map(() => cache.get('/', { render })));
  expect(responses.map((response) => response.html.toString())).toEqual(Array(3).fill('rendering 1'));
});

test('a rate-limited request does not fail others waiting for the same page', async () => {
  const cache = new PageCache();
  const [first, second, third] = await Promise.allSettled([
    cache.get('/', refused),
    cache.get('/', as('home')),
    cache.get('/', refused),
  ]);
  expect([first.status, second.status, third.status]).toEqual(['rejected', 'fulfilled', 'rejected']);
  expect((await cache.get('/', refused)).html.toString()).toBe('home');
});

test('all of them get a redirect, which is not cached', async () => {
  const cache = new PageCache();
  const render = async () => ({ ...page(''), status: 308, location: '/book/1/emma' });
  const responses = await Promise.all([1, 2].map(() => cache.get('/book/1/x', { render })));
  expect(responses.map((response) => [response.status, response.location])).toEqual(
    Array(2).fill([308, '/book/1/emma']),
  );
  expect((await cache.get('/book/1/x', as('now a page'))).html.toString()).toBe('now a page');
});

test('a product change drops exactly the pages that show it', async () => {
  const { cache, read } = timedCache();
  await cache.get('/emma', as('old', [1]));
  await cache.get('/ulysses', as('old', [2]));
  cache.invalidate(new Set([1]));
  expect([await read('/emma', as('new')), await read('/ulysses', as('new'))]).toEqual(['new', 'old']);
  cache.invalidate();
  expect(await read('/ulysses', as('new'))).toBe('new');
});

test('a page of a changed product is sent while it cannot be rendered again', async () => {
  const { cache, clock, read } = timedCache();
  clock.now = 1000;
  await read('/emma', as('old', [1]));
  cache.invalidate(new Set([1]));
  expect(await read('/emma', failing)).toBe('old');
});

test('a page rendered from outdated data is not cached', async () => {
  const { cache, read } = timedCache();
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  const waiting = cache.get('/emma', { render: () => promise });
  await settled();
  cache.invalidate(new Set([1]));
  resolve(page('old', [1]));
  expect((await waiting).html.toString()).toBe('old');
  expect(await read('/emma', as('new'))).toBe('new');
});

test('a page is fresh for a minute and served stale for another while it is rendered again', async () => {
  const { cache, clock, read } = timedCache();
  await read('/', as('first'));
  clock.now = 59_999;
  expect(await read('/')).toBe('first');
  clock.now = 60_000;
  const { promise, resolve } = Promise.withResolvers<RenderedPage>();
  expect(await read('/', { render: () => promise })).toBe('first');
  resolve(page('second'));
  await cache.get('/other', as('other'));
  await expect.poll(() => read('/')).toBe('second');
});

test('an older page is not served', async () => {
  const { clock, read } = timedCache();
  await read('/', as('first'));
  clock.now = 120_000;
  expect(await read('/', as('second'))).toBe('second');
});

test('a stale page is served while rendering fails', async () => {
  const { clock, read } = timedCache();
  const failures: unknown[] = [];
  const told = { ...failing, onFailure: (error: unknown) => failures.push(error) };
  await read('/', as('first'));
  clock.now = 90_000;
  expect(await read('/', told)).toBe('first');
  await settled();
  clock.now = 500_000;
  expect(await read('/', told)).toBe('first');
  expect(failures).toHaveLength(2);
  clock.now = 559_999;
  expect(await read('/', told)).toBe('first');
  await settled();
  clock.now = 700_000;
  expect(await read('/', as('second'))).toBe('second');
});

test('a page is not served longer than an hour after it was rendered, and again once that succeeds', async () => {
  const { clock, read } = timedCache();
  await read('/', as('first'));
  clock.now = MAX_AGE_IN_OUTAGE_MS - 1;
  expect(await read('/', failing)).toBe('first');
  clock.now += 60_000;
  await expect(read('/', failing)).rejects.toThrow('the database is away');
  expect(await read('/', as('second'))).toBe('second');
});

test('a rate-limited request triggers no rendering and does not keep the old page', async () => {
  const { cache, clock, read } = timedCache();
  await read('/', as('first'));
  clock.now = 90_000;
  expect(await read('/', refused)).toBe('first');
  clock.now = 120_000;
  await expect(cache.get('/', refused)).rejects.toThrow('too_many_requests');
  expect(await read('/', as('second'))).toBe('second');
});

test('a deleted page is dropped', async () => {
  const { clock, read } = timedCache();
  await read('/emma', as('here'));
  clock.now = 120_000;
  expect(await read('/emma', { render: async () => ({ ...page('gone'), status: 404 }) })).toBe('gone');
  expect(await read('/emma', as('here again'))).toBe('here again');
});

test('the size is bounded: the least recently used page is evicted first', async () => {
  const cache = new PageCache({ maxBytes: 50_000, maxPageBytes: 30_000 });
  const read = async (key: string, html: string) => (await cache.get(key, as(html))).html.toString();
  await read('/a', 'a'.repeat(20_000));
  await read('/b', 'b'.repeat(20_000));
  await read('/a', '');
  await read('/c', 'c'.repeat(20_000));
  expect(cache.bytes).toBeLessThanOrEqual(50_000);
  expect(await read('/a', 'anew')).toContain('aaa');
  expect(await read('/b', 'anew')).toBe('anew');
  await read('/large', 'x'.repeat(30_000));
  expect(await read('/large', 'anew')).toBe('anew');
});

test('a page that is asked for again has fewer bytes from then on, and the same text', async () => {
  const cache = new PageCache();
  const words = Array.from({ length: 3000 }, (_, index) => `<p>${(index * 7919) % 1009} of ${index % 13}</p>`).join('');
  const first = await cache.get('page', as(words));
  await waitUntil(async () => (await cache.get('page', as('anew'))).br.length < first.br.length, {
    seconds: 10,
    what: 'the page to be compressed again',
  });
  const again = await cache.get('page', as('anew'));
  expect([first, again].map(({ br }) => brotliDecompressSync(br).toString())).toEqual([words, words]);
  expect(again.etag).toBe(first.etag);
});

test('a page takes the memory that it is counted with, no buffer of the compressor', async () => {
  const cache = new PageCache();
  const page = await cache.get('page', as('<p>A page</p>'.repeat(1000)));
  const before = cache.bytes;
  const gzip = await cache.gzip('page', page);
  expect(gunzipSync(gzip)).toEqual(page.html);
  expect((await cache.get('page', as('anew'))).gzip).toBe(gzip);
  expect(cache.bytes - before).toBe(gzip.length);
  const held = [page.html, page.br, gzip].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  expect(held).toBeLessThanOrEqual(cache.bytes);
});
