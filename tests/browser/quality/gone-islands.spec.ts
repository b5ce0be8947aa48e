import { expect, signIn, test as base, throughReload, type Page } from '../shop.ts';

/* Islands whose scripts do not come, after a release or without a connection: what they are on does what it says. */

const ISLANDS = /\/assets\/(?!main|boot|session)[\w-]+\.js/;

const test = base.extend({
  page: async ({ page }, use) => {
    await page.route(ISLANDS, (route) =>
      route.request().url().includes('/customer/') ? route.continue() : route.fulfill({ status: 404, body: '' }),
    );
    await use(page);
  },
});

const lines = (page: Page) => page.evaluate(() => localStorage.getItem('cart'));

test('falls back to the cart page, which shows and edits the stored cart', async ({ page }) => {
  await page.goto('/book/1/anne-of-green-gables');
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  const copies = page.getByRole('spinbutton', { name: 'Quantity of Anne of Green Gables' });
  await expect(copies).toHaveValue('2');
  await copies.fill('3');
  await throughReload(page, () => page.getByRole('button', { name: 'Update' }).click());
  await expect(copies).toHaveValue('3');
  await page.goto('/');
  expect(await lines(page)).toContain('"qty":3');
  await page.locator('.site-header').getByRole('link', { name: 'Cart 3' }).click();
  await expect(copies).toHaveValue('3');
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByText('Anne of Green Gables')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
});

test('card button falls back to the cart page', async ({ page }) => {
  await page.goto('/browse?q=emma');
  const button = page.locator('.cart-toggle').first();
  await button.click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue('1');
  await page.goto('/browse?q=emma');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('the viewer of sample pages falls back to their page', async ({ page }) => {
  await page.goto('/book/53/alices-adventures-in-wonderland');
  await page.getByRole('link', { name: 'Look inside' }).click();
  await expect(page).toHaveURL(/\/look-inside$/);
});

test('search and wish-list hearts fall back to their pages', async ({ page }) => {
  await page.goto('/book/1/anne-of-green-gables');
  await page
    .getByRole('button', { name: /to wish list$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/customer\/auth\/login\?to=.*wish-list/);
  await page.goto('/');
  await page.getByLabel('Search books').fill('emma');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=emma/);
});

base('a browser without idle callbacks shows the hearts of who is signed in', async ({ page }) => {
  await page.addInitScript(() => {
    // @ts-expect-error -- Safari has none
    delete globalThis.requestIdleCallback;
  });
  await signIn(page);
  const answered = page.waitForResponse(/\/api\/wish-list$/);
  await page.goto('/browse');
  expect((await answered).ok()).toBe(true);
});
