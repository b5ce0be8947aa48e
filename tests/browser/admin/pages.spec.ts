import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';
import { violations } from '../violations.ts';
import { testPages } from './walk-pages.ts';

const SLUG = `club-${Date.now()}`;

test('a bookseller writes a page by keyboard, keeps it, publishes it and takes it back, and readers see it', async ({
  page,
  context,
}) => {
  await openBackOffice(page, '/admin/content/pages');
  await page.getByLabel('Address').fill(SLUG);
  await page.getByLabel('Address').press('Enter');
  await page.getByLabel('Title').fill('Book club');
  await page
    .getByLabel('Text (Markdown)')
    .fill('## When\n\nOn **Fridays**. [x](javascript:alert(1)) Write to {contactEmail}.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'When' })).toBeVisible();
  await expect(preview.getByText('javascript:alert(1)')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByRole('alert').first()).toContainText('javascript:alert(1)');
  await page.getByLabel('Text (Markdown)').fill('## When\n\nOn **Fridays**. Write to {contactEmail}.');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByText('Draft saved.')).toBeVisible();
  const shop = await context.newPage();
  await shop.goto(`/pages/${SLUG}`);
  await expect(shop.getByRole('heading', { level: 1 })).not.toHaveText('Book club');
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByText('Published. Readers see it now.')).toBeVisible();
  await expect(async () => {
    await shop.goto(`/fa/pages/${SLUG}`);
    await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Book club', { timeout: 1000 });
  }).toPass();
  await expect(shop.getByText('این صفحه فعلاً فقط به انگلیسی در دسترس است.')).toBeVisible();
  await expect(shop.getByText('Write to hello@')).toBeVisible();
  expect(await violations(shop)).toEqual([]);
  await page.getByRole('button', { name: 'Unpublish' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).press('Enter');
  await expect(page.getByText('Unpublished.', { exact: true })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 3' })).toContainText('Unpublished');
});

test('of two booksellers the second sees both versions, and loses nothing', async ({ page, context }) => {
  await openBackOffice(page, '/admin/content/pages/terms');
  const colleague = await context.newPage();
  await colleague.goto('/admin/content/pages/terms');
  for (const [one, words] of [
    [page, 'First.'],
    [colleague, 'Second.'],
  ] as const) {
    await one.getByLabel('Title').fill('Terms');
    await one.getByLabel('Text (Markdown)').fill(words);
  }
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved.')).toBeVisible();
  await colleague.getByRole('button', { name: 'Save draft' }).click();
  await expect(colleague.getByRole('region', { name: 'The other version' })).toContainText('First.');
  await expect(colleague.getByRole('region', { name: 'Your version' })).toContainText('Second.');
  await colleague.getByRole('button', { name: 'Continue with mine' }).press('Enter');
  await colleague.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(colleague.getByText('Draft saved.')).toBeVisible();
  await colleague.getByRole('listitem').filter({ hasText: 'Version 1' }).getByRole('button').press('Enter');
  await expect(colleague.getByLabel('Text (Markdown)')).toHaveValue('First.');
});

testPages('pages about content are', {
  paths: ['/content/pages', '/content/pages/delivery'],
  prepare: async (page, path) => {
    if (path.endsWith('delivery')) await expect(page.locator('.admin-preview .page-text p').first()).toBeVisible();
  },
});
