import { freePort } from '../../../server/startup.ts';
import { makeCover } from '../../made-covers.ts';
import { openBackOffice } from '../back-office.ts';
import { startDemoShop, type DemoShop } from '../demo-shop.ts';
import { expect, test } from '../shop.ts';

/* In a shop of its own: the logo stands on every page. */

let shop: DemoShop;

test.beforeAll(async () => {
  shop = await startDemoShop(await freePort());
});

test.afterAll(() => shop.close());

test('a logo is uploaded, stands for the name on every page, and is removed', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await openBackOffice(page, '/admin/settings');
  const upload = page.getByLabel('Upload a logo');
  await upload.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('This is no picture that can be a logo')).toBeVisible();
  const buffer = await makeCover({ width: 500, height: 250 });
  await upload.setInputFiles({ name: 'logo.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Saved. Customers see it now.')).toBeVisible();
  for (const path of ['/', '/customer/dashboard', '/admin/settings'])
    await expect(async () => {
      await page.goto(path);
      const logo = page.locator('.wordmark').getByRole('img', { name: 'Halaman' });
      await expect(logo).toBeVisible({ timeout: 1000 });
      const box = await logo.boundingBox();
      expect([box?.width, box?.height]).toEqual([80, 40]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }).toPass();
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').filter({ hasText: 'Logo' })).toContainText('Mei Ling');
  await page.getByRole('button', { name: 'Remove the logo' }).press('Enter');
  await expect(page.getByText('Without a logo pages show the name.')).toBeVisible();
  await page.goto('/admin');
  await expect(page.locator('.wordmark')).toHaveText('Halaman');
  await context.close();
});
