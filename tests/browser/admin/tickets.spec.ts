import { openTickets } from '../operate.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { violations } from '../violations.ts';

test('three tickets are answered with a saved reply, by keyboard', async ({ page, browser, baseURL }) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const numbers = await openTickets(await readers.newPage(), 3);
  await readers.close();
  await openBackOffice(page, '/admin/saved-replies');
  await page.getByLabel('Name').last().focus();
  await page.keyboard.type('On its way');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dear {name}, it leaves tomorrow.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('summary').filter({ hasText: 'On its way' })).toBeVisible();
  await expect(page.getByLabel('Name').last()).toHaveValue('');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Tickets' }).first().press('Enter');
  for (const number of numbers) {
    await page.getByRole('row').filter({ hasText: number }).getByRole('link').press('Enter');
    await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible();
    await page.getByLabel('Saved reply').focus();
    await page.keyboard.press('o');
    await expect(page.getByLabel('Answer')).toHaveValue('Dear Nurul Huda, it leaves tomorrow.');
    await expect(page.getByLabel('Answer')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('main .order-state')).toHaveText('Answered');
    await page.getByRole('link', { name: 'Open tickets' }).press('Enter');
    await expect(page.getByRole('row').filter({ hasText: number })).toHaveCount(0);
  }
});

test('a ticket is taken, noted and merged into another one of its customer', async ({ page, browser, baseURL }) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const [number, into] = await openTickets(await readers.newPage(), 2);
  await readers.close();
  await openBackOffice(page, `/admin/tickets/${number}`);
  await page.getByLabel('Looked after by').selectOption('Mei Ling (Halaman)');
  await page.getByLabel('New note').fill('Wrote twice.');
  await page.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Wrote twice.' })).toContainText('Mei Ling');
  await page.goto('/admin/tickets?assignee=me');
  await expect(page.getByRole('row').filter({ hasText: number! })).toBeVisible();
  await page.getByRole('row').filter({ hasText: number! }).getByRole('link').press('Enter');
  await page.getByText('Merge', { exact: true }).press('Enter');
  await page.getByLabel('Number of the other ticket').fill(into!);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Merged into ${into}` }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(6);
  expect(await violations(page)).toEqual([]);
});
