import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { testPages } from './walk-pages.ts';

/** Codes to which no other test delivers. */
const CODES = '99900-99949, 99999';

test('a zone is made, previewed, edited beside a colleague and removed, by keyboard', async ({ page, context }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Delivery', exact: true }).press('Enter');
  await page.getByRole('link', { name: 'New zone' }).press('Enter');
  await page.getByLabel('Name').fill('Islands');
  await page.getByLabel('Postal codes').fill('999');
  await page.getByLabel('Delivery in RM').fill('12.50');
  await page.getByLabel('Free from, in RM').fill('300');
  await page.getByRole('checkbox', { name: 'Labuan' }).press('Space');
  await page.getByLabel('For an order placed at').fill('2033-11-21T10:00');
  const preview = page.getByRole('region', { name: 'What customers are promised' });
  await page.getByLabel('Working days on the way, at least').fill('1');
  await page.getByLabel('Working days on the way, at most').fill('2');
  await expect(preview).toContainText('Islands: leaves Mon, 21 Nov, with you Tue 22 – Wed 23 Nov');
  await page.getByRole('button', { name: 'Create zone' }).press('Enter');
  await expect(page.getByText('Enter postal codes of five digits')).toBeVisible();
  await page.getByLabel('Postal codes').fill('98000, 99999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A postal code can be in one zone and range only.')).toBeVisible();
  await page.getByLabel('Postal codes').fill(CODES);
  await page.keyboard.press('Enter');
  const zones = page.getByRole('region', { name: 'Delivery zones' });
  const islands = zones.getByRole('listitem').filter({ hasText: 'Islands' });
  await expect(islands).toContainText('RM 12.50 · free from RM 300.00');
  await islands.getByRole('link').press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: 'Islands' })).toBeVisible();
  const colleague = await context.newPage();
  await colleague.goto('/admin/settings/delivery/zones/Islands');
  await colleague.getByLabel('Delivery in RM').fill('14');
  await colleague.keyboard.press('Enter');
  await expect(colleague.getByText('Saved. It applies from the next order on.')).toBeVisible();
  await page.getByLabel('Delivery in RM').fill('15');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').getByText('Delivery in RM: now “14”, yours “15”')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).press('Enter');
  await page.getByRole('button', { name: 'Save zone' }).press('Enter');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.getByRole('listitem').first()).toContainText('14 15');
  await expect(history.getByRole('listitem').first()).toContainText('Mei Ling');
  page.once('dialog', (dialog) => void dialog.accept());
  const remove = page.getByRole('button', { name: 'Remove zone' });
  await expect(remove).toBeEnabled();
  await remove.press('Enter');
  await expect(page.getByText('The zone is removed.')).toBeVisible();
  await expect(islands).toHaveCount(0);
});

/* In another year than the preview above: both tests share the shop's calendar. */
test('a holiday moves what customers are promised before it is saved, and is kept with its history', async ({
  page,
}) => {
  await openBackOffice(page, '/admin/settings/delivery');
  const preview = page.getByRole('region', { name: 'What customers are promised' });
  await page.getByLabel('For an order placed at').fill('2034-11-20T10:00');
  const peninsula = preview.getByRole('listitem').filter({ hasText: 'Peninsular Malaysia' });
  await expect(peninsula).toContainText('leaves Mon, 20 Nov, with you Tue 21 – Wed 22 Nov');
  await page.getByLabel('Another holiday').fill('2034-11-21');
  await page.getByRole('button', { name: 'Add holiday' }).press('Enter');
  await expect(page.getByLabel('Year', { exact: true })).toHaveValue('2034');
  await expect(peninsula).toContainText('leaves Mon, 20 Nov, with you Wed 22 – Thu 23 Nov');
  await page.getByLabel('For an order placed at').fill('2034-11-20T23:00');
  await expect(peninsula).toContainText('leaves Wed, 22 Nov');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const newest = page.getByRole('region', { name: 'History' }).getByRole('listitem').first();
  await expect(newest).toContainText('2034-11-21');
  await page.getByRole('button', { name: 'Remove Tue, 21 November' }).press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expect(page.getByRole('region', { name: 'History' }).locator('ins').first()).not.toContainText('2034-11-21');
  await expect(newest.locator('del')).toContainText('2034-11-21');
});

testPages('the pages about delivery are', {
  paths: ['/settings/delivery', '/settings/delivery/new-zone', '/settings/delivery/zones/east'],
  widths: [1280, 390, 320],
});
