import { expect, test } from '../shop.ts';

test.use({ javaScriptEnabled: false });

test('reads, searches, filters, sorts and adds to the cart without JavaScript', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Search books').fill('sherlock');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “sherlock”' })).toBeVisible();
  await page.getByLabel('Sort by').selectOption('title');
  await page.getByRole('button', { name: 'Sort' }).click();
  await expect(page).toHaveURL(/q=sherlock&sort=title/);

  await page.goto('/browse');
  await page.getByRole('checkbox', { name: /Persian/ }).check();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/language=fa/);
  await expect(page.getByRole('status')).toHaveText('22 titles');
  await page.getByRole('link', { name: 'Remove filter: Persian' }).click();
  await expect(page.getByRole('link', { name: 'Next page' })).toBeVisible();

  await page.goto('/browse?q=emma');
  await page.getByRole('link', { name: /Emma/ }).first().click();
  await page.getByLabel('Quantity').fill('2');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Emma' })).toHaveValue('2');
  await page.getByLabel('Postal code').fill('50480');
  await page.getByRole('button', { name: 'Calculate delivery' }).click();
  await expect(page.getByText('RM 8.00', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Remove .Emma/ }).click();
  await expect(page.getByText('Your cart is empty.')).toBeVisible();
});

test('limits the quantity to the stock without JavaScript', async ({ page, baseURL }) => {
  const { rows } = await (await page.request.get('/api/site/products?q=hobbit&in_stock=true&limit=1')).json();
  const { id, variants } = await (await page.request.get(`/api/site/products/${rows[0].id}`)).json();
  const { id: vid, stock } = variants.find((one: { stock: number; is_sold: boolean }) => one.is_sold && one.stock > 0);
  await page.context().addCookies([{ name: 'cart', value: `${id}.${vid}.999`, url: baseURL! }]);
  await page.goto('/cart');
  await expect(page.getByText(`so the quantity in your cart is now ${stock} instead of 999.`)).toBeVisible();
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue(String(stock));
  await page.reload();
  await expect(page.getByText('instead of 999')).toBeHidden();
  await expect(page.getByRole('spinbutton', { name: /^Quantity of/ })).toHaveValue(String(stock));
});
