import { gzipSync } from 'node:zlib';
import { expect, test } from './shop.ts';

/** Bytes of JavaScript, gzip, that a page of the shop may bring on its first load (frontend page). */
const MOST = 5 * 1024;
const PAGES = [
  '/',
  '/browse',
  '/browse?q=anne',
  '/book/1/anne-of-green-gables',
  '/author/jane-austen',
  '/series/discworld',
  '/subject/FBC',
  '/fa',
];

for (const path of PAGES)
  test(`${path} brings at most 5 kB of JavaScript`, async ({ page }) => {
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(scripts);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST);
  });
