import { expect, signIn, test } from '../shop.ts';

const PAGES = [
  'dashboard',
  'my-orders',
  'my-books',
  'my-address',
  'my-transactions',
  'wish-list',
  'lists',
  'alerts',
  'reviews',
  'tickets',
];

test('what a page of a customer shows is asked for before its script has come, and once', async ({ page }) => {
  await signIn(page);
  for (const path of PAGES) {
    await page.goto('/robots.txt');
    const seen: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (request.resourceType() === 'fetch') seen.push(pathname + search);
    });
    let isHeld = true;
    const held: (() => void)[] = [];
    await page.route('**/customer/assets/*.js', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    const first = page.waitForRequest((request) => request.resourceType() === 'fetch');
    await page.goto(`/customer/${path}`, { waitUntil: 'commit' });
    const { pathname, search } = new URL((await first).url());
    isHeld = false;
    for (const release of held) release();
    await page.locator('html[data-ready]').waitFor();
    await expect(page.locator('main .loading')).toHaveCount(0);
    expect([path, seen.filter((one) => one === pathname + search)]).toEqual([path, [pathname + search]]);
    page.removeAllListeners('request');
    await page.unroute('**/customer/assets/*.js');
  }
});
