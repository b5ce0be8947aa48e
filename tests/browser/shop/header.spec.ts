import { expect, signIn, test, type Page } from '../shop.ts';

const PAGES = [
  '/',
  '/browse?q=anne',
  '/book/1/anne-of-green-gables',
  '/author/jane-austen',
  '/cart',
  '/wish-list',
  '/contact',
  '/no-such-page',
  '/customer/auth/login',
  '/customer/checkout',
];
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const siteHeader = (page: Page) => page.locator('.site-header');
const cart = (page: Page) => siteHeader(page).getByRole('link', { name: 'Cart' });
const account = (page: Page) => siteHeader(page).getByRole('link', { name: 'Sign in' });
const search = (page: Page) => siteHeader(page).locator('.site-search');

/** Where the reader's things stand, rounded: a pixel more or less is nobody's. */
async function places(page: Page): Promise<number[][]> {
  const found: number[][] = [];
  for (const part of [account(page), cart(page)]) {
    const { x, y } = (await part.boundingBox())!;
    found.push([x, y].map((one) => Math.round(one / 4)));
  }
  found.push([Math.round((await search(page).boundingBox())!.y / 4)]);
  return found;
}

for (const size of SIZES)
  test(`search, account and cart have the same position on every page (${size.width})`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/');
    const expected = await places(page);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeVisible();
      // The script of the customer area puts its page in the place of the first paint.
      if (path.startsWith('/customer/')) await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
      expect([path, await places(page)]).toEqual([path, expected]);
    }
  });

test('sticky header does not cover the skip target', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByLabel('Search books')).toBeInViewport();
  await expect(cart(page)).toBeInViewport();
  await page.getByLabel('Search books').fill('emma');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “emma”' })).toBeVisible();
  await expect(page.getByLabel('Search books')).toHaveValue('emma');
});

test('has one search field per page', async ({ page }) => {
  for (const path of ['/', '/no-such-page', '/browse']) {
    await page.goto(path);
    await expect(page.getByRole('search')).toHaveCount(1);
  }
});

test('changes the language in the header and stays on the page', async ({ page }) => {
  await page.goto('/book/1/anne-of-green-gables');
  await siteHeader(page).getByRole('button', { name: 'Language English' }).click();
  const german = siteHeader(page).getByRole('link', { name: 'Deutsch' });
  await expect(german).toBeInViewport();
  const below = await siteHeader(page).getByRole('button', { name: 'Language English' }).boundingBox();
  expect((await german.boundingBox())!.y).toBeGreaterThanOrEqual(below!.y + below!.height);
  await page.keyboard.press('Escape');
  await expect(german).toBeHidden();
  await siteHeader(page).getByRole('button', { name: 'Language English' }).click();
  await german.click();
  await expect(page).toHaveURL(/\/de\/book\/1\/anne-of-green-gables$/);
  await expect(cart(page)).toHaveCount(0);
  await expect(siteHeader(page).getByRole('link', { name: 'Warenkorb' })).toBeVisible();
});

test('accessible names of links contain their visible text, the cart’s its count', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => localStorage.setItem('cart', JSON.stringify([{ id: 1, vid: 1, qty: 999 }])));
  await page.reload();
  await expect(siteHeader(page).getByRole('link', { name: 'Cart 999', exact: true })).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem('cart', JSON.stringify([1, 2].map((vid) => ({ id: 1, vid, qty: 900 })))),
  );
  await page.goto('/browse');
  await expect(siteHeader(page).getByRole('link', { name: 'Cart 1.8k', exact: true })).toBeVisible();
  await signIn(page);
  await page.goto('/');
  await expect(siteHeader(page).getByRole('link', { name: 'My account', exact: true })).toBeVisible();
  await siteHeader(page).getByRole('link', { name: 'My account' }).click();
  await expect(page).toHaveURL(/\/customer\/dashboard/);
  await cart(page).click();
  await expect(page).toHaveURL(/\/cart$/);
});

test('returns to the book after signing in from it', async ({ page }) => {
  await page.goto('/fa/book/1/anne-of-green-gables');
  await siteHeader(page).getByRole('link', { name: 'ورود' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?back=/);
  await page.locator('input[name=username]').fill('reader');
  await page.locator('input[name=password]').fill('Bookworm-2026');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/fa\/book\/1\/anne-of-green-gables$/);
});
