import { expect, test, type Page } from '../shop.ts';

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('cart'));

test('card button adds the book to the cart and removes it again', async ({ page }) => {
  await page.goto('/browse?q=emma');
  const button = page.locator('.cart-toggle').first();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const title = /“(.*)”/.exec((await button.getAttribute('aria-label'))!)![1]!;
  await expect(button).toHaveAccessibleName(`Add to cart: “${title}”`);
  await button.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toHaveAccessibleName(`In cart: “${title}”`);
  await expect(button).toHaveText('In cart', { useInnerText: true });
  await expect(page.locator('.site-header').getByRole('link', { name: 'Cart 1' })).toBeVisible();

  await page.reload();
  await expect(button).toHaveAccessibleName(`In cart: “${title}”`);
  await button.press('Enter');
  await expect(button).toHaveAccessibleName(`Add to cart: “${title}”`);
  expect(await kept(page)).toBe('[]');
  const toast = page.locator('.toast');
  await expect(toast).toContainText('was removed from your cart');
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  expect(await kept(page)).toContain('"qty":1');
});

test('removing and restoring a book keeps its quantity', async ({ page }) => {
  await page.goto('/book/1/anne-of-green-gables');
  await page.getByLabel('Quantity').fill('3');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const card = page.locator('.shelf [aria-current]');
  await card.getByRole('button', { name: /In cart/ }).click();
  expect(await kept(page)).toBe('[]');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await kept(page)).toContain('"qty":3');
});

test('pages restored from the back/forward cache show the current cart', async ({ page }) => {
  await page.goto('/browse?q=emma');
  const button = page.locator('.cart-toggle').first();
  await button.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/cart');
  await expect(page.locator('.stepper')).toBeVisible();
  await page.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => kept(page)).toBe('[]');
  await page.goBack();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});
