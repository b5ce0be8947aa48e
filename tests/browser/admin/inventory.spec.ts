import { readFile } from 'node:fs/promises';
import type { APIRequestContext } from '@playwright/test';
import { openBackOffice } from '../back-office.ts';
import { expect, test, type Page } from '../shop.ts';
import { testPages } from './walk-pages.ts';

/** Types as a scanner does: the digits and Enter. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** ISBNs of printed books, of as many titles. */
async function findIsbns(request: APIRequestContext, count: number, q = ''): Promise<string[]> {
  const { rows } = await (await request.get(`/api/site/products?limit=${count * 2}&q=${q}`)).json();
  const isbns: string[] = [];
  for (const { id } of rows.slice(0, count)) {
    const { variants } = await (await request.get(`/api/site/products/${id}`)).json();
    isbns.push(variants.find(({ format }: { format: string }) => !/^(ebook|audiobook)$/.test(format)).isbn);
  }
  return isbns;
}

const UNKNOWN = '9783161484100';

test('25 books are received by scanner, an unknown one is refused, and a reload keeps what was scanned', async ({
  page,
  request,
}) => {
  const isbns = await findIsbns(request, 10);
  await openBackOffice(page, '/admin/inventory/receive');
  await page.getByLabel('Number of the delivery note').fill('LS-2026-11');
  const field = page.getByLabel('Scan or type an ISBN');
  await field.focus();
  for (let book = 0; book < 13; book += 1) await scan(page, isbns[book % 10]!);
  await expect(page.getByText('13 copies · 10 formats')).toBeVisible();
  await scan(page, UNKNOWN);
  await expect(page.getByRole('alert').getByText(/9783161484100.? is not in the catalogue/)).toBeVisible();
  await scan(page, 'Emma');
  await expect(page.getByRole('alert').getByText('is not an ISBN')).toBeVisible();
  await page.reload();
  await expect(page.getByText('13 copies · 10 formats')).toBeVisible();
  await expect(page.getByLabel('Number of the delivery note')).toHaveValue('LS-2026-11');
  await expect(field).toBeFocused();
  for (let book = 0; book < 7; book += 1) await scan(page, isbns[0]!);
  await expect(page.getByText('20 copies · 10 formats')).toBeVisible();
  const copies = page.getByRole('listitem').filter({ hasText: isbns[9]! }).getByRole('spinbutton');
  await expect(copies).toHaveValue('1');
  await copies.focus();
  await scan(page, '6');
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Done: book delivery' }).press('Enter');
  await expect(page.getByText('Booked: 25 copies of 10 formats.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await page.goto(`/admin/inventory?q=${isbns[9]}`);
  await page.getByRole('row').getByRole('link').press('Enter');
  await expect(page.getByRole('row').nth(1)).toContainText('Received');
  await expect(page.getByRole('row').nth(1)).toContainText('LS-2026-11');
  await expect(page.getByRole('row').nth(1)).toContainText('Mei Ling (Halaman)');
});

test('a delivery whose answer is lost is sent again and booked once', async ({ page, request }) => {
  const [isbn] = await findIsbns(request, 1, 'Persuasion');
  await openBackOffice(page, '/admin/inventory/receive');
  await page.getByLabel('Scan or type an ISBN').focus();
  await scan(page, isbn!);
  await expect(page.getByText('1 copy · 1 format')).toBeVisible();
  await page.route(
    '**/api/admin/stock/book',
    async (route) => {
      await route.fetch();
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Done: book delivery' }).click();
  await expect(page.getByText('No answer came')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Booked: 1 copy of 1 format.')).toBeVisible();
  await page.goto(`/admin/inventory?q=${isbn}`);
  await page.getByRole('row').getByRole('link').click();
  await expect(page.getByRole('row').filter({ hasText: 'Received' })).toHaveCount(1);
});

test('copies are damaged with a reason, and a stocktake shows what differs before it is booked', async ({
  page,
  request,
}) => {
  const [isbn] = await findIsbns(request, 1, 'Middlemarch');
  await openBackOffice(page, `/admin/inventory?q=${isbn}`);
  await page.getByRole('row').getByRole('link').press('Enter');
  const stock = page.locator('.stats dd').first();
  await expect(stock).toHaveText(/^\d+$/);
  const before = Number(await stock.textContent());
  await page.getByLabel('Reason').fill('Water');
  await page.keyboard.press('Enter');
  await expect(stock).toHaveText(String(before - 1));
  await expect(page.getByRole('row').nth(1)).toContainText(/Damaged.*Water.*Mei Ling/);
  await page.getByRole('link', { name: 'Stocktake' }).press('Enter');
  await page.getByLabel('Scan or type an ISBN').focus();
  await scan(page, isbn!);
  await page.getByRole('spinbutton').fill(String(before + 20));
  await page.getByRole('button', { name: 'Compare with stock' }).press('Enter');
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(String(before + 20));
  await expect(row).toContainText('+');
  await page.getByRole('button', { name: 'Book stocktake' }).press('Enter');
  await expect(page.getByText('Booked: 1 format counted.')).toBeVisible();
});

test('what somebody waits for is low, is ordered by a list for the supplier, and then no longer suggested', async ({
  page,
  request,
}) => {
  const [isbn] = await findIsbns(request, 1, 'Wild+Swans');
  await openBackOffice(page, `/admin/inventory?q=${isbn}`);
  await page.getByRole('row').getByRole('link').press('Enter');
  const stock = page.locator('.stats dd').first();
  await expect(stock).toHaveText(/^\d+$/);
  const title = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByLabel('Low at').fill('999');
  await page.keyboard.press('Enter');
  await expect(stock).toHaveText(/^\d+Low stock$/);
  await page.goto('/admin');
  await page.getByRole('link', { name: /with low stock/ }).press('Enter');
  await page.getByRole('row').getByRole('link', { name: title! }).press('Enter');
  const copies = Number.parseInt((await stock.textContent())!, 10);
  await page.getByLabel('What happened').selectOption('There are fewer copies');
  await page.getByLabel('Copies', { exact: true }).fill(String(copies));
  await page.getByLabel('Reason').fill('Lost');
  await page.keyboard.press('Enter');
  await expect(stock).toHaveText(/^0/);
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const body = JSON.stringify({ vid: Number(location.pathname.split('/').at(-1)) });
    const { ok } = await fetch('/api/alerts/add', { method: 'POST', headers, body });
    if (!ok) throw new Error('The alert was refused.');
  });
  await page.getByRole('link', { name: 'To order' }).press('Enter');
  const line = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title! }) });
  await expect(line).toContainText(/\+ 1 reader waiting/);
  const quantity = line.getByRole('spinbutton');
  await quantity.fill('12');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).first().press('Enter'),
  ]);
  expect(await readFile((await download.path())!, 'utf8')).toContain(`\r\n${isbn},12,${title}`);
  await page.getByRole('button', { name: 'Mark as ordered' }).first().press('Enter');
  await expect(page.getByText(/on order now\./)).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.goto(`/admin/inventory?q=${isbn}`);
  await page.getByRole('row').getByRole('link').press('Enter');
  await expect(page.getByLabel('On order with suppliers')).toHaveValue('12');
});

testPages('the pages about stock are', {
  paths: ['', '?q=Emma', '/low', '/to-order', '/formats/1', '/receive', '/stocktake'].map(
    (path) => `/inventory${path}`,
  ),
  widths: [1280, 390],
  prepare: async (page, path) => {
    if (!path.endsWith('/receive')) return;
    const [isbn] = await findIsbns(page.request, 1);
    await scan(page, isbn!);
    await expect(page.getByRole('spinbutton')).toBeVisible();
  },
});
