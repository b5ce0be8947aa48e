import { expect, test } from '../shop.ts';

test('applies a filter in place, keeping focus, scroll position and open groups', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/browse');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const authors = page.locator('details[data-fold="author"]');
  await authors.locator('summary').click();
  const persian = page.getByRole('checkbox', { name: /Persian/ });
  await persian.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  await persian.focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/\?language=fa$/);
  await expect(page.getByRole('status')).toHaveText('22 titles');
  await expect(page.getByRole('checkbox', { name: /Persian/ })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: /Persian/ })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(top);
  await expect(authors).toHaveAttribute('open');

  await page.getByRole('link', { name: 'Remove filter: Persian' }).click();
  await expect(page).toHaveURL(/\/browse$/);
  await expect(page.getByRole('checkbox', { name: /Persian/ })).not.toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(/language=fa/);
  await expect(page.getByRole('status')).toHaveText('22 titles');
  await page.goForward();
  await expect(page.getByRole('status')).not.toHaveText('22 titles');
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('keeps the filters open on a phone and shows how many are active', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/browse');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByRole('checkbox', { name: /German/ }).check();
  await expect(page.getByText('Filters (1)', { exact: true })).toBeVisible();
  await page.getByRole('checkbox', { name: /French/ }).check();
  await expect(page.getByText('Filters (2)', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /French/ })).toBeFocused();
});

test('the page of an author counts and offers only what filters their titles further', async ({ page }) => {
  await page.goto('/author/jane-austen');
  const filters = page.locator('.facets');
  await expect(filters.getByText('Language', { exact: true })).toBeVisible();
  await expect(filters.getByText('Author', { exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Clear all filters' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: /Hardback/ }).check();
  await expect(page).toHaveURL(/\/browse\?(?=.*author=jane-austen)(?=.*format=hardback)/);
  await expect(page.getByRole('link', { name: /Jane Austen/ }).first()).toBeVisible();
  await expect(page.getByText('Clear all filters').first()).toBeVisible();
});

test('navigates to the list when it cannot be loaded in place', async ({ page }) => {
  await page.goto('/browse');
  await page.route('**/assets/filters-*', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('checkbox', { name: /Persian/ }).check();
  await expect(page).toHaveURL(/language=fa/);
  await expect(page.getByRole('status')).toHaveText('22 titles');
});

test('offers close matches or bestsellers when nothing is found', async ({ page }) => {
  await page.goto('/browse?q=xqzzyv');
  await expect(page.getByRole('heading', { name: 'Bestsellers' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear all filters' })).toHaveCount(0);
  await page.goto('/browse?q=emma&language=fa');
  await expect(page.getByRole('heading', { name: 'Close matches' })).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('Emma');
  await page.getByRole('link', { name: 'Clear all filters' }).first().click();
  await expect(page).toHaveURL(/\/browse\?q=emma$/);
});
