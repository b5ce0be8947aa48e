import { openBackOffice } from '../back-office.ts';
import { EMAIL_KINDS } from '../../email-samples.ts';
import { expect, mailTo, test } from '../shop.ts';
import { testPages } from './walk-pages.ts';

const LANGUAGES = ['en', 'fa', 'de', 'fr', 'pt'];

test('every email is shown as its reader gets it', async ({ page }) => {
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('link', { name: 'Emails', exact: true }).press('Enter');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(EMAIL_KINDS.length);
  for (const [index, kind] of EMAIL_KINDS.entries()) {
    const language = LANGUAGES[index % LANGUAGES.length]!;
    await page.goto(`/admin/settings/emails/${kind}?language=${language}`);
    const subject = await page.getByRole('heading', { level: 1 }).textContent();
    const email = page.getByTitle(`Preview: ${subject}`).contentFrame();
    await expect(email.locator('html')).toHaveAttribute('lang', language);
    await expect(email.getByRole('heading')).toBeVisible();
    // Its own styles are in force, and its pictures are there.
    await expect(email.locator('.card')).toHaveCSS('padding-top', '32px');
    const broken = await email
      .locator('img')
      .evaluateAll((images) => (images as HTMLImageElement[]).filter((image) => image.naturalWidth === 0).length);
    expect([kind, broken]).toEqual([kind, 0]);
  }
});

test('the example of an email is looked at in another language and sent to oneself, by keyboard', async ({ page }) => {
  await openBackOffice(page, '/admin/settings/emails');
  await page
    .getByRole('link', { name: /^Order BK-100013/ })
    .first()
    .press('Enter');
  await page.getByRole('main').getByLabel('Language').selectOption('Portuguese');
  await expect(page).toHaveURL(/language=pt/);
  await expect(
    page
      .getByTitle(/^Preview/)
      .contentFrame()
      .locator('html'),
  ).toHaveAttribute('lang', 'pt');
  const subject = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await page.getByText('As plain text').press('Enter');
  await expect(page.locator('pre')).toContainText('BK-100013');
  await page.getByRole('button', { name: 'Send to myself' }).press('Enter');
  const toast = page.getByText(/The example is on its way to/);
  await expect(toast).toBeVisible();
  const [address] = /\S+@\S+\w/.exec((await toast.textContent())!)!;
  expect(await mailTo(address, subject)).toContain('BK-100013');
});

testPages('the pages about emails are', {
  paths: ['/settings/emails', '/settings/emails/order_placed'],
  widths: [1280, 390, 320],
});
