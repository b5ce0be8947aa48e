import { expect, test } from './shop.ts';

test.use({ javaScriptEnabled: false });

test('everything can be read, searched, filtered, sorted and put into the cart without scripts', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Search books').fill('sherlock');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “sherlock”' })).toBeVisible();
  await page.getByLabel('Sorted by').selectOption('title');
  await page.getByRole('button', { name: 'Sort' }).click();
  await expect(page).toHaveURL(/q=sherlock&sort=title/);

  await page.goto('/browse');
  await page.getByRole('checkbox', { name: /Persian/ }).check();
  await page.getByRole('button', { name: 'Show titles' }).click();
  await expect(page).toHaveURL(/language=fa/);
  await expect(page.getByRole('status')).toHaveText('22 titles');
  await page.getByRole('link', { name: 'Remove the filter Persian' }).click();
  await expect(page.getByRole('link', { name: 'Next page' })).toBeVisible();

  await page.goto('/browse?q=emma');
  await page.getByRole('link', { name: /Emma/ }).first().click();
  await page.getByLabel('Copies').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('spinbutton', { name: 'Copies of Emma' })).toHaveValue('2');
  await page.getByLabel('Postal code').fill('50480');
  await page.getByRole('button', { name: 'Show delivery' }).click();
  await expect(page.getByText('RM 8.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Remove .Emma/ }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});
