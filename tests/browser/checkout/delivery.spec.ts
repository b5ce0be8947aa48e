import { operate } from '../operate.ts';
import { expect, test, type Page } from '../shop.ts';

async function beginCheckout(page: Page): Promise<void> {
  await page.goto('/browse?q=emma');
  await page
    .getByRole('button', { name: /^Add to cart: “Emma/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByLabel('Postal code')).toBeVisible();
}

test('address form rejects a postal code outside the delivery zones', async ({ page }) => {
  await beginCheckout(page);
  const zip = page.getByLabel('Postal code');
  const state = page.getByLabel('State');
  for (const code of ['05000', '01000', '86950', '98860']) {
    await zip.fill(code);
    await expect(zip).toHaveAccessibleDescription('Postal Code Invalid');
    await expect(page.getByText(`We don’t deliver to ${code} yet.`)).toBeVisible();
    await expect(state).toHaveValue('');
  }
  await expect(state.getByRole('option', { name: /Kedah|Perlis/ })).toHaveCount(0);
  await zip.fill('93350');
  await expect(state).toHaveValue('Sarawak');
  await zip.fill('05000');
  await expect(state).toHaveValue('');
  await zip.fill('0500a');
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await expect(page.getByText(/We don’t deliver to/)).toBeHidden();
});

test('cart rejects a postal code outside the delivery zones', async ({ page }) => {
  await page.goto('/browse?q=emma');
  await page
    .getByRole('button', { name: /^Add to cart: “Emma/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('link', { name: 'View cart' }).click();
  await page.getByLabel('Postal code').fill('05000');
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await expect(page.getByText('We don’t deliver to 05000 yet.')).toBeVisible();
});

test('delivers to a new zone at once and lists it on the delivery page', async ({ page }) => {
  const footer = page.getByRole('contentinfo');
  await page.goto('/delivery');
  await expect(footer).toContainText('Delivery to Peninsular Malaysia: RM 8.00, free from RM 131.00.');
  await expect(footer).toContainText('We don’t deliver to Kedah and Perlis yet.');
  await expect(page.getByRole('main')).toContainText('Postal codes 87000–98859.');
  await operate(
    'zone',
    'set',
    'Islands',
    '--codes',
    '03000-03999',
    '--cost',
    '12.50',
    '--free-from',
    '99',
    '--states',
    'Johor',
  );
  const isTold = async () => {
    await page.reload();
    return page.getByRole('main').textContent();
  };
  await expect.poll(isTold).toContain('Postal codes 03000–03999. Delivery to Islands: RM 12.50, free from RM 99.00.');
  await beginCheckout(page);
  await page.getByLabel('Postal code').fill('03500');
  await expect(page.getByLabel('State')).toHaveValue('Johor');
  await expect(page.getByText('RM 12.50', { exact: true })).toBeVisible();
  await operate('zone', 'remove', 'Islands');
  await page.goto('/delivery');
  await expect.poll(isTold).not.toContain('Islands');
});
