import type { Page } from './shop.ts';

/** Fills in where the books go, at the checkout. */
export async function writeAddress(page: Page): Promise<void> {
  await page.getByLabel('Postal code').fill('50480');
  await page.getByLabel('Full name').fill('Nurul Huda');
  await page.getByLabel('Phone').fill('012-3456789');
  await page.getByLabel('Street address').fill('1, Jalan Buku');
  await page.getByLabel('City').fill('Kuala Lumpur');
  await page.getByLabel('State').selectOption({ index: 1 });
}
