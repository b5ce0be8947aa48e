import { openBackOffice } from '../back-office.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, test } from '../shop.ts';

test('the audit log is filtered by the address, and saved as a file', async ({ page, request }) => {
  const { number } = await paidOrder(request, { Emma: 1 }, 'staff');
  await openBackOffice(page, `/admin/orders/${number}`);
  await page.getByRole('button', { name: 'Mark as packed' }).click();
  await expect(page.locator('main .order-state')).toHaveText('Packed');
  await page.getByRole('link', { name: 'Audit log' }).press('Enter');
  await page.getByRole('searchbox').fill(number);
  await page.keyboard.press('Enter');
  await page.getByLabel('Who').selectOption('Mei Ling (Halaman)');
  await expect(page).toHaveURL(new RegExp(`about=${number}&who=Mei`));
  const row = page.getByRole('row').filter({ hasText: number });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('order pack');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('audit-log.csv');
  await page.getByLabel('What').selectOption('order pack');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
});
