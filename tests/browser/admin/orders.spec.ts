import { readFile } from 'node:fs/promises';
import { openTickets } from '../operate.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { changeTwoFilters } from '../two-filters.ts';
import { violations } from '../violations.ts';

test('orders and customers are exported as CSV, as their lists are filtered, by keyboard', async ({ page }) => {
  await openBackOffice(page, '/admin/orders?status=delivered');
  const [orders] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export orders' }).press('Enter'),
  ]);
  const [header, ...rows] = (await readFile((await orders.path())!, 'utf8')).trimEnd().split('\r\n');
  expect(header).toMatch(/^\uFEFFnumber,placed_at,status,/);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !row.includes(',delivered,'))).toEqual([]);
  await page.goto('/admin/customers?q=reader');
  const [customers] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export customers' }).press('Enter'),
  ]);
  expect(await readFile((await customers.path())!, 'utf8')).toContain('reader');
});

test('a filter of orders is saved under a name, opened again and removed, by keyboard', async ({ page }) => {
  await openBackOffice(page, '/admin/orders');
  await page.getByLabel('Status').selectOption('Delivered');
  await page.getByLabel('Name of the view').focus();
  await page.keyboard.type('Arrived');
  await page.keyboard.press('Enter');
  const views = page.getByRole('navigation', { name: 'Saved views' });
  const arrived = views.getByRole('link', { name: 'Arrived' });
  await expect(arrived).toHaveAttribute('aria-current', 'true');
  expect(await violations(page)).toEqual([]);
  await page.goto('/admin/orders');
  await expect(arrived).not.toHaveAttribute('aria-current', 'true');
  await arrived.press('Enter');
  await expect(page.getByLabel('Status')).toHaveValue('delivered');
  await views.getByRole('button', { name: 'Remove view' }).press('Enter');
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Remove view' })
    .press('Enter');
  await expect(arrived).toHaveCount(0);
});

test('a ticket is closed by its next step, and lists of requests are gone through by keys', async ({
  page,
  browser,
  baseURL,
}) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const [number] = await openTickets(await readers.newPage(), 1);
  await readers.close();
  await openBackOffice(page, `/admin/tickets/${number}`);
  await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.locator('main .order-state')).toHaveText('Closed');
  await page.goto('/admin/refunds');
  const refunds = page.locator('.admin-table a');
  await expect(refunds.first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(refunds.first()).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await expect(refunds.first()).toBeFocused();
});

test('two filters changed in the same moment both hold', async ({ page }) => {
  await openBackOffice(page, '/admin/orders');
  const status = await changeTwoFilters(page);
  await expect(page).toHaveURL(`/admin/orders?q=978&status=${status}`);
});
