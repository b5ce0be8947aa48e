import { expect, test } from '../shop.ts';

const PATH = '/book/2/anne-of-avonlea';

test('on a phone the button stays at the foot of the screen and buys the chosen format', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/book/1/anne-of-green-gables');
  const button = page.getByRole('button', { name: 'Add to cart', exact: true });
  await expect(button).toHaveCount(1);
  await expect(button).toBeInViewport();
  await page.getByRole('radio', { name: /Hardback/ }).check();
  await page.getByRole('heading', { name: 'Product details' }).scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport();
  await button.click();
  await expect(page.getByRole('dialog')).toContainText('Hardback');
});

test('volumes have their numbers, and those that are missing are added at once', async ({ page }) => {
  await page.goto(PATH);
  const series = page.getByRole('region', { name: 'Anne of Green Gables series in order' });
  await expect(series.getByRole('listitem').nth(2)).toContainText('Book 3');
  await page.evaluate(() => localStorage.setItem('cart', '[{"id":1,"vid":1,"qty":2}]'));
  await page.reload();
  await series.getByRole('button', { name: 'Add missing volumes' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Anne of Green Gables' }).first()).toBeVisible();
  const quantities = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('cart')!) as { vid: number; qty: number }[]).map(({ vid, qty }) => [vid, qty]),
  );
  expect(quantities[0]).toEqual([1, 2]);
  expect(quantities.length).toBeGreaterThan(5);
  expect(new Set(quantities.map(([vid]) => vid)).size).toBe(quantities.length);
});

test('without scripts the missing volumes are posted to the cart', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL! });
  const page = await context.newPage();
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Add missing volumes' }).click();
  await page.waitForURL(/\/cart$/);
  const lines = await page.locator('.cart-line').count();
  expect(lines).toBeGreaterThan(5);
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Add missing volumes' }).click();
  await page.waitForURL(/\/cart$/);
  await expect(page.locator('.cart-line')).toHaveCount(lines);
  await expect(page.getByLabel(/^Quantity of/).first()).toHaveValue('1');
  await context.close();
});

test('a page is shared by the system, or its address is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true }),
  );
  await page.addInitScript(() => delete (Navigator.prototype as Partial<Navigator>).share);
  await page.goto(PATH);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe(PATH);
  await page.evaluate(() =>
    Object.assign(navigator, { share: async (data: ShareData) => void Object.assign(window, { shared: data.url }) }),
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await expect.poll(() => page.evaluate(() => (window as { shared?: string }).shared)).toContain(PATH);
});

test('what is alike stands beside its reason', async ({ page }) => {
  await page.goto('/book/5/anne-s-house-of-dreams');
  const alike = page.getByRole('region', { name: 'More like this' });
  await expect(alike.getByRole('listitem').first()).toContainText(/By the same author|Children’s classics/);
});
