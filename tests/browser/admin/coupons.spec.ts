import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { violations } from '../violations.ts';

test('a coupon is created, edited beside a colleague, duplicated and ended, by keyboard', async ({ page, context }) => {
  await openBackOffice(page, '/admin/coupons');
  await page.getByRole('link', { name: 'New coupon' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New coupon' })).toBeVisible();
  await page.getByLabel('Code').fill('Monsoon-5');
  await page.getByRole('spinbutton', { name: 'Discount' }).fill('5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'MONSOON-5' })).toBeVisible();
  const colleague = await context.newPage();
  await colleague.goto('/admin/coupons/MONSOON-5');
  await colleague.getByLabel('Most uses in all').fill('50');
  await colleague.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(colleague.getByText('The coupon is saved.')).toBeVisible();
  await page.getByLabel('Most uses in all').fill('20');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('alert').getByText(/Most uses in all: now “50”, yours “20”/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('0 of 20')).toBeVisible();
  await page.getByRole('link', { name: 'Duplicate' }).press('Enter');
  await expect(page.getByRole('spinbutton', { name: 'Discount' })).toHaveValue('5');
  await page.getByLabel('Code').fill('monsoon-5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('There is a coupon with this code already.')).toBeVisible();
  await page.goto('/admin/coupons/MONSOON-5');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'End now' }).press('Enter');
  await expect(page.locator('main .order-state')).toHaveText('Ended');
  await page.goto('/admin/coupons?status=ended');
  await expect(page.getByRole('link', { name: 'MONSOON-5' })).toBeVisible();
});

for (const [locale, theme] of [
  ['en', 'light'],
  ['fa', 'dark'],
] as const)
  test(`the pages about coupons are accessible and fit a phone: ${locale}, ${theme}`, async ({ page }) => {
    await openBackOffice(page, '/admin/coupons');
    await page.evaluate(
      ([language, look]) => {
        localStorage.setItem('locale', language);
        localStorage.setItem('theme', look);
      },
      [locale, theme] as const,
    );
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['', '/new', '/WELCOME10']) {
        await page.goto(`/admin/coupons${path}`);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('.loading')).toHaveCount(0);
        expect([path, await violations(page)]).toEqual([path, []]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, width, overflow]).toEqual([path, width, 0]);
      }
    }
  });
