import { gzipSync } from 'node:zlib';
import type { BrowserContext } from '@playwright/test';
import { expect, signIn, test } from './shop.ts';

/** Bytes of JavaScript, gzip, that a first page of the customer area may bring (frontend page). */
const MOST = 150 * 1024;

/** What all scripts of one page load weigh, gzip. */
async function weigh(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage();
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  const sizes = await Promise.all(scripts);
  await page.close();
  expect(sizes.length).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('sign-in brings at most 150 kB of JavaScript, also on the way to another page', async ({ context }) => {
  expect(await weigh(context, '/customer/dashboard')).toBeLessThanOrEqual(MOST);
});

test('registration brings at most 150 kB of JavaScript', async ({ context }) => {
  expect(await weigh(context, '/customer/auth/register')).toBeLessThanOrEqual(MOST);
});

test('the dashboard brings at most 150 kB of JavaScript', async ({ page, context }) => {
  await signIn(page);
  expect(await weigh(context, '/customer/dashboard')).toBeLessThanOrEqual(MOST);
});
