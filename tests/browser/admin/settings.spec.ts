import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';

test('a setting is changed, seen by customers, kept with its history, and undone', async ({ page, context }) => {
  await openBackOffice(page, '/admin/settings');
  const hours = `Mon to Fri, ${Date.now()}`;
  const field = page.getByLabel('Opening hours');
  await field.fill(hours);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved. Customers see it now.')).toBeVisible();
  const shop = await context.newPage();
  await expect(async () => {
    await shop.goto('/contact');
    await expect(shop.getByText(hours).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
  const change = page.getByRole('listitem').filter({ hasText: hours });
  await expect(change).toContainText('Mei Ling');
  const colleague = await context.newPage();
  await colleague.goto('/admin/settings');
  await colleague.getByLabel('Opening hours').fill('Never');
  await field.fill(`${hours}, Sat`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: `${hours}, Sat` })).toBeVisible();
  await colleague.getByLabel('Opening hours').press('Enter');
  await expect(colleague.getByText(`${hours}, Sat`).first()).toBeVisible();
  await colleague.getByRole('button', { name: 'Use this' }).click();
  await expect(colleague.getByLabel('Opening hours')).toHaveValue(`${hours}, Sat`);
  await page.getByRole('button', { name: 'Undo this change: Opening hours' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: `${hours}, Sat` })).toHaveCount(2);
});
