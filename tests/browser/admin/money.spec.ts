import { readFile } from 'node:fs/promises';
import { expect, signIn, test } from '../shop.ts';
import { testPages } from './walk-pages.ts';

test('the month is exported for the accountant, an order has its statement, and the checks run, by keyboard', async ({
  page,
}) => {
  await signIn(page, 'staff', '/customer/auth/login?back=%2Fadmin%2Fmoney');
  await expect(page.getByRole('img', { name: 'Received per day' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export for the accountant' }).press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^ledger-\d{4}-\d\d\.csv$/);
  const [header, ...rows] = (await readFile((await download.path())!, 'utf8')).trimEnd().split('\r\n');
  expect(header).toContain('Date,Time,Order,Receipt');
  expect(rows.at(-1)).toMatch(/^Total,/);
  await page.getByText('Show as a table').press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Day' })).toBeVisible();
  await page.getByRole('button', { name: 'Run the checks' }).press('Enter');
  await expect(page.getByText(/^(All \d+ passed|\d+ of \d+ failed)\.$/)).toBeVisible();
  await page.getByLabel('Statement of an order').fill('100001');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Statement of order BK-100001' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Charge' })).toContainText('RM');
});

testPages('the pages are', { paths: ['', '/money', '/money/orders/BK-100001'] });
