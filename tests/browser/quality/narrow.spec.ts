import { expect, signIn, test, type Page } from '../shop.ts';

const SHOP = ['', '/browse?q=anne', '/book/1/anne-of-green-gables', '/cart', '/delivery', '/no-such-page'];
const AREA = [
  'dashboard',
  'my-orders',
  'my-orders?order=BK-100001',
  'my-orders?order=BK-100003',
  'my-address',
  'wish-list',
  'my-transactions',
  'lists',
  'my-books',
  'reviews',
].concat(['profile', 'tickets', 'checkout', 'pages/error-404']);

/** How far a page can be moved sideways, in pixels. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

async function expectToFit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('h1').first()).toBeVisible();
  expect([path, await overflow(page)]).toEqual([path, 0]);
}

for (const locale of ['en', 'fa']) {
  test(`no page overflows a screen of 320 pixels (${locale})`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.addInitScript((value) => localStorage.setItem('locale', value), locale);
    for (const path of SHOP) await expectToFit(page, (locale === 'fa' ? '/fa' : '') + path || '/');
    for (const path of ['auth/login', 'auth/register', 'auth/forget-password'])
      await expectToFit(page, `/customer/${path}`);
    await page.goto('/customer/auth/login');
    await signInAnywhere(page);
    for (const path of AREA) await expectToFit(page, `/customer/${path}`);
  });
}

test('no page overflows at 200 % text size', async ({ page }) => {
  await signIn(page);
  for (const path of [...SHOP.map((one) => one || '/'), ...AREA.map((one) => `/customer/${one}`)]) {
    await page.goto(path);
    await expect(page.locator('h1').first()).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect([path, await overflow(page)]).toEqual([path, 0]);
  }
});

/** Signs in whatever language the page is in. */
async function signInAnywhere(page: Page): Promise<void> {
  await page.locator('input[name=username]').fill('reader');
  await page.locator('input[name=password]').fill('Bookworm-2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}
