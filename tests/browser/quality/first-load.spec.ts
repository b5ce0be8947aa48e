import { gzipSync } from 'node:zlib';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { expect, test } from '../shop.ts';

/** Bytes of JavaScript, gzip, that a page of the shop may bring on its first load (frontend page). */
const MOST = 5 * 1024;
const PAGES = [
  '/',
  '/browse',
  '/browse?q=anne',
  '/book/1/anne-of-green-gables',
  '/book/53/alices-adventures-in-wonderland',
  '/author/jane-austen',
  '/series/discworld',
  '/subject',
  '/subject/FBC',
  '/publisher/Gollancz',
  '/language/ms',
  '/new',
  '/fa',
];

for (const path of PAGES)
  test(`${path} loads at most 5 kB of JavaScript`, async ({ page }) => {
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

test('Swagger UI runs under the content security policy, describes every endpoint but those of the staff and sends requests', async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(process.env.SHOP_URL!) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/api/docs');
  const described = Object.values(ENDPOINTS).filter(({ access }) => access !== 'staff');
  await expect(page.locator('.opblock')).toHaveCount(described.length);
  const zones = page.locator('.opblock', { hasText: '/api/site/delivery-zones' });
  await zones.locator('.opblock-summary-control').click();
  await expect(zones.locator('.markdown code', { hasText: 'too_many_requests' })).toBeVisible();
  await zones.getByRole('button', { name: 'Try it out' }).click();
  await zones.getByRole('button', { name: 'Execute' }).click();
  await expect(zones.locator('.live-responses-table .response-col_status').last()).toHaveText('200');
  expect(elsewhere).toEqual([]);
});
