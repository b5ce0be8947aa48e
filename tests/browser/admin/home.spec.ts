import { dayInMalaysia } from '#domain/dates.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, test } from '../shop.ts';

const DAY = 86_400_000;

test('a bookseller writes a new home page for Friday, and readers see it on that day only', async ({
  page,
  context,
}) => {
  const now = Date.now();
  const friday = Array.from({ length: 7 }, (_, index) => new Date(now + (index + 1) * DAY)).find(
    (day) => new Date(`${dayInMalaysia(day.toISOString())}T12:00Z`).getUTCDay() === 5,
  )!;
  const day = dayInMalaysia(friday.toISOString());
  const sentence = `Stay in on Friday with this one (${now}).`;
  await openBackOffice(page, '/admin/content');
  await page.getByRole('group', { name: 'Add a section' }).getByRole('button', { name: 'Quote' }).press('Enter');
  const section = page.getByRole('group', { name: 'Quote' }).last();
  await section.getByLabel('A bookseller’s sentence', { exact: true }).fill(sentence);
  await section.getByLabel('ISBN').fill('9786299907244');
  await section.getByLabel('Who recommends it').fill('Mei Ling');
  await section.getByLabel('First day').fill(day);
  await section.getByLabel('Last day').fill(day);
  const shown = page.getByRole('region', { name: 'What readers see' });
  await expect(shown.getByText(sentence)).toHaveCount(0);
  await shown.getByLabel('Day').fill(day);
  await expect(shown.getByText(sentence)).toBeVisible();
  const colleague = await context.newPage();
  await colleague.goto('/admin/content');
  await expect(colleague.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByText('Published. Readers see it now')).toBeVisible();
  await colleague.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(colleague.getByRole('alert')).toContainText('published another home page meanwhile');
  await colleague.getByRole('button', { name: 'Take the other one' }).click();
  await colleague.getByRole('region', { name: 'What readers see' }).getByLabel('Day').fill(day);
  await expect(colleague.getByRole('region', { name: 'What readers see' }).getByText(sentence)).toBeVisible();
  const shop = await context.newPage();
  await shop.goto('/');
  await expect(shop.getByText(sentence)).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove section' }).last().click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(sentence)).toHaveCount(0);
});
