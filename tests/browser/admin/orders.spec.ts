import { readFile } from 'node:fs/promises';
import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';

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
