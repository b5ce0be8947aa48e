import { openBackOffice } from '../back-office.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';
import { testPages } from './walk-pages.ts';

const HEADER = 'work,title,contributors,format,list_price,language';

/** Chooses a file and waits until it is compared. */
async function compare(page: Page, name: string, rows: readonly string[]): Promise<void> {
  await openBackOffice(page, '/admin/imports');
  const buffer = Buffer.from([HEADER, ...rows, ''].join('\n'));
  await page.getByLabel('Catalogue file').setInputFiles({ name, mimeType: 'text/csv', buffer });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Ready to apply')).toBeVisible({ timeout: 60_000 });
}

const rowOf = (work: string, price: string) => `${work},Imported ${work},A. Writer,paperback,${price},en`;

test('a file is uploaded, seen as a difference, applied by keyboard, and its wrong row is corrected', async ({
  page,
}) => {
  const mark = `i${test.info().workerIndex}${Date.now()}`;
  await compare(page, `${mark}.csv`, [rowOf(`${mark}a`, '39.90'), rowOf(`${mark}b`, 'free')]);
  await expect(page.getByText('New: 1')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`Imported ${mark}b.*cannot be read`) })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter');
  await expect(page.getByText('The same file again changes nothing.')).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download these rows as CSV' }).press('Enter');
  expect((await download).suggestedFilename()).toBe('import-rows.csv');
  await page.getByLabel('Corrected rows', { exact: true }).fill(rowOf(`${mark}b`, '20.00'));
  await page.getByRole('button', { name: 'Compare these' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Corrects an earlier import' })).toBeVisible();
  await page.getByRole('button', { name: 'Apply', exact: true }).press('Enter', { timeout: 60_000 });
  await expect(page.getByText('The same file again changes nothing.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('link', { name: 'All imports' }).press('Enter');
  await expect(page.getByRole('link', { name: `${mark}.csv` })).toHaveCount(2);
  await page.goto('/admin/catalogue?q=' + encodeURIComponent(`Imported ${mark}b`));
  await expect(page.getByRole('link', { name: `Imported ${mark}b`, exact: true })).toBeVisible();
});

testPages('the page of an import is', {
  paths: ['/imports'],
  widths: [1440, 1024, 390, 320],
  prepare: async (page) => {
    const link = page.locator('.admin-table tbody a').first();
    if ((await link.count()) > 0) {
      await link.click();
      await page.waitForURL('**/imports/*');
    }
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('.loading')).toHaveCount(0);
  },
});
