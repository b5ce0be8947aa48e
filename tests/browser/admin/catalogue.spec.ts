import { makeCover } from '../../made-covers.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';
import { testPages } from './walk-pages.ts';

/** Opens a title from the list, by keyboard. */
async function openTitle(page: Page, words: string, title: string): Promise<void> {
  await openBackOffice(page, '/admin/catalogue');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: title, exact: true }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a title is found, edited by keyboard and shown changed in the shop; its history says who', async ({ page }) => {
  await openTitle(page, 'persuasion', 'Persuasion');
  await field(page, 'Subtitle').first().fill('A novel in two volumes');
  await field(page, 'Member price (RM)').first().fill('1');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByText('Member price (RM): ').first()).toContainText('→ ⁨1.00⁩');
  await expect(page.getByRole('listitem').filter({ hasText: 'Mei Ling (Halaman)' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'See it in the shop' }).click();
  await expect(page.getByText('A novel in two volumes')).toBeVisible();
});

test('whoever was slower sees both, chooses, and saves again', async ({ page, context }) => {
  await openTitle(page, 'walden', 'Walden');
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await field(colleague, 'Subtitle').fill('Theirs');
  await field(colleague, 'Imprint').fill('Their imprint');
  await colleague.getByRole('button', { name: 'Save' }).click();
  await expect(colleague.getByText('Saved.')).toBeVisible();
  await field(page, 'Subtitle').fill('Mine');
  await field(page, 'Publisher').fill('My publisher');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Somebody else changed this title meanwhile' })).toBeVisible();
  await expect(page.getByRole('row', { name: 'Subtitle Mine Theirs Take this' })).toBeVisible();
  await expect(field(page, 'Imprint')).toHaveValue('Their imprint');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take this' }).press('Enter');
  await expect(field(page, 'Subtitle')).toHaveValue('Theirs');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.reload();
  await expect(field(page, 'Publisher')).toHaveValue('My publisher');
  await expect(field(page, 'Subtitle')).toHaveValue('Theirs');
});

test('a wrong ISBN is named at its field; a cover is uploaded and removed', async ({ page }) => {
  await openTitle(page, 'middlemarch', 'Middlemarch');
  await field(page, 'ISBN').first().fill('9780141439588');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This ISBN is not valid, or another format has it.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const buffer = await makeCover({ width: 400, height: 600 });
  const upload = page.getByLabel('Upload a cover').first();
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('This is no picture that can be a cover')).toBeVisible();
  await upload.setInputFiles({ name: 'cover.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText('Set by hand')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(page.getByText('Set by hand')).toHaveCount(0);
});

test('subjects are found by name and down the tree', async ({ page }) => {
  await openTitle(page, 'sense and sensibility', 'Sense and Sensibility');
  await page.getByRole('textbox', { name: 'Find a subject by name or code' }).fill('romance');
  const subjects = page.getByRole('group', { name: 'Subjects (Thema)' });
  await expect(subjects.getByRole('button', { name: /^Add / }).first()).toBeVisible();
  await subjects
    .getByRole('button', { name: /^Below / })
    .first()
    .click();
  await subjects.getByRole('button', { name: /^Add / }).first().click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
});

test('prices are pasted, seen as a difference, changed, and what somebody changed meanwhile stays', async ({
  page,
  context,
}) => {
  await openBackOffice(page, '/admin/catalogue?q=dracula');
  const isbn = /\d{13}/.exec((await page.getByRole('row').nth(1).textContent()) ?? '')![0];
  await page.getByRole('link', { name: 'Change many prices' }).press('Enter');
  await page.getByLabel('Rows').fill(`isbn,list_price,member_price\n${isbn},99.90,89.90\n123,1,1`);
  await page.getByRole('button', { name: 'Show the difference' }).press('Enter');
  await expect(page.getByRole('heading', { name: '1 format changes' })).toBeVisible();
  await expect(page.getByText('Line 3: no valid ISBN')).toBeVisible();
  await expect(page.getByText('more than 20 percent', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const colleague = await context.newPage();
  await colleague.goto('/admin/catalogue/prices');
  await colleague.getByLabel('CSV file').setInputFiles({
    name: 'prices.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`isbn;list_price;member_price\n${isbn};95,00;90,00`),
  });
  await colleague.getByRole('button', { name: 'Change 1 format' }).click();
  await expect(colleague.getByText('1 format changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Change 1 format' }).press('Enter');
  await expect(page.getByRole('alert').getByText('somebody else changed it meanwhile')).toBeVisible();
  await expect(page.getByText('was RM 95.00')).toBeVisible();
  await page.getByRole('button', { name: 'Change 1 format' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing would change.' })).toBeVisible();
});

test('prices and stock are typed and pasted into a grid, reviewed and changed; what a colleague changed stays', async ({
  page,
  context,
}) => {
  await openBackOffice(page, '/admin/catalogue');
  await page.getByRole('link', { name: 'Edit in a grid' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit in a grid' })).toBeVisible();
  await page.getByRole('searchbox').fill('bronte');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Jane Eyre' }).first()).toBeVisible();
  const cell = (title: string, column: string) =>
    page.getByRole('row').filter({ hasText: title }).first().getByRole('textbox', { name: column });
  await cell('Jane Eyre', 'List price').focus();
  await page.keyboard.type('abc');
  await expect(cell('Jane Eyre', 'List price')).toHaveAttribute('aria-invalid', 'true');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.type('88.80');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(cell('Jane Eyre', 'Member price')).toBeFocused();
  await cell('Jane Eyre', 'Member price').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '80.00\t77\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(cell('Jane Eyre', 'Stock')).toHaveValue('77');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(cell('Jane Eyre', 'Stock')).not.toHaveValue('77');
  await cell('Jane Eyre', 'Member price').fill('80');
  await page.reload();
  await expect(cell('Jane Eyre', 'List price')).toHaveValue('88.80');
  await page.getByRole('button', { name: 'Review 1 change' }).press('Enter');
  await expect(page.getByRole('heading', { name: '1 format changes' })).toBeVisible();

  const colleague = await context.newPage();
  await colleague.goto(page.url());
  const theirs = colleague.getByRole('row').filter({ hasText: 'Jane Eyre' }).first();
  await theirs.getByRole('textbox', { name: 'List price' }).fill('91');
  await colleague.getByRole('button', { name: 'Review 1 change' }).click();
  await colleague.getByRole('button', { name: 'Change 1 format' }).click();
  await expect(colleague.getByText('1 format changed.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'List price' })).toHaveValue('91.00');

  await page.getByRole('button', { name: 'Change 1 format' }).press('Enter');
  await expect(page.getByRole('alert').getByText('somebody else changed it meanwhile')).toBeVisible();
  await expect(page.getByText('was RM 91.00')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change 1 format' })).toBeEnabled();
  await page.getByRole('button', { name: 'Change 1 format' }).press('Enter');
  await expect(page.getByText('1 format changed.')).toBeVisible();
  await page.reload();
  await expect(cell('Jane Eyre', 'List price')).toHaveValue('88.80');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled();
});

const PAGES = [
  '/catalogue/grid',
  '/catalogue',
  '/catalogue/prices',
  '/catalogue?q=emma',
  '/catalogue?status=withdrawn',
  '/catalogue/1',
];

testPages('the pages of the catalogue are', { paths: PAGES, widths: [1440, 390] });
