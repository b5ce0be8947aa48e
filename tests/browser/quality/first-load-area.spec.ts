import { gzipSync } from 'node:zlib';
import type { BrowserContext, Response } from '@playwright/test';
import { expect, signIn, test } from '../shop.ts';

/** Bytes of JavaScript, gzip, that a page may bring when it is the first one. */
const MOST = { signIn: 150_000, dashboard: 151_500, other: 187_500 };

/** What all scripts of one page load weigh, gzip. */
async function weigh(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  const listen = (response: Response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  };
  page.on('response', listen);
  // Whichever page is the first to follow what happens keeps its stream open, and so is never idle.
  await page.route('**/api/live', (route) => route.abort());
  await page.goto(path, { waitUntil: 'networkidle' });
  page.off('response', listen);
  const sizes = await Promise.all(scripts);
  await page.close();
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('sign-in loads at most 150 kB of JavaScript, also before a redirect', async ({ context }) => {
  expect(await weigh(context, '/customer/dashboard')).toBeLessThanOrEqual(MOST.signIn);
  expect(await weigh(context, '/customer/auth/register')).toBeLessThanOrEqual(MOST.signIn);
});

test('every first page of a customer stays within its JavaScript limit', async ({ page, context }) => {
  await signIn(page);
  expect(await weigh(context, '/customer/dashboard')).toBeLessThanOrEqual(MOST.dashboard);
  for (const path of [
    'my-orders',
    'my-address',
    'wish-list',
    'my-transactions',
    'lists',
    'my-books',
    'reviews',
    'checkout',
    'profile',
    'tickets',
  ])
    expect(await weigh(context, `/customer/${path}`), path).toBeLessThanOrEqual(MOST.other);
});
