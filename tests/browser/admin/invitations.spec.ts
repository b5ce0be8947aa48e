import { randomBytes } from 'node:crypto';
import { openBackOffice } from '../back-office.ts';
import { NEW_PASSWORD } from '../new-customer.ts';
import { operate, signInAsNew } from '../operate.ts';
import { expect, mailTo, PASSWORD, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

const newAddress = () => `invited-${randomBytes(6).toString('hex')}@example.com`;

/** The path and fragment of the link in the newest invitation to an address. */
async function linkTo(email: string): Promise<string> {
  return /\/admin\/invitation#token=[\w-]+/.exec(await mailTo(email, 'invitation to the back office'))![0];
}

async function tabTo(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const label = await focused.evaluate(
      (node) => (node as HTMLInputElement).labels?.[0]?.textContent ?? node.textContent,
    );
    if (label?.trim().startsWith(name)) return;
  }
  throw new Error(`No way to ${name} by the keyboard.`);
}

test('an owner invites somebody, who opens an account by the link and works', async ({ page, browser, baseURL }) => {
  const email = newAddress();
  await openBackOffice(page, '/admin/staff');
  await page.getByLabel('Email', { exact: true }).focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Support');
  await tabTo(page, 'Invite');
  await page.keyboard.press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Support, invited by');
  expect(await violations(page)).toEqual([]);

  const theirs = await browser.newContext({ baseURL: baseURL! });
  const invited = await theirs.newPage();
  await invited.goto(await linkTo(email));
  await expect(invited.getByRole('heading', { level: 1 })).toHaveText('Your invitation');
  expect(invited.url()).not.toContain('token');
  expect(await violations(invited)).toEqual([]);
  await tabTo(invited, 'Name');
  await invited.keyboard.type('Hani Yusof');
  await tabTo(invited, 'Password');
  await invited.keyboard.type('short');
  await tabTo(invited, 'Confirm password');
  await invited.keyboard.type('short');
  await invited.keyboard.press('Enter');
  await expect(invited.getByRole('alert').first()).toBeVisible();
  await invited.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await invited.getByLabel('Confirm password', { exact: true }).fill(NEW_PASSWORD);
  await invited.keyboard.press('Enter');
  await invited.waitForURL('**/admin');
  await expect(invited.locator('.admin-who')).toHaveText('Hani Yusof Support');
  await theirs.close();

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Hani Yusof');
  await operate('user', 'remove-staff', email);
});

test('whoever has an account signs in with it and accepts', async ({ page, browser, baseURL }) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const username = await signInAsNew(await readers.newPage());
  await readers.close();
  const email = `${username}@example.com`;
  await operate('user', 'invite', email, '--role', 'catalogue');
  await page.goto(await linkTo(email));
  await page.getByRole('link', { name: 'Sign in to accept' }).press('Enter');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Accept invitation' }).press('Enter');
  await page.waitForURL('**/customer/auth/login?back=%2Fadmin');
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin');
  await expect(page.locator('.admin-who')).toContainText('Catalogue');
  await operate('user', 'remove-staff', email);
});

test('an invitation that is withdrawn opens nothing', async ({ page }) => {
  const email = newAddress();
  await operate('user', 'invite', email);
  const link = await linkTo(email);
  await openBackOffice(page, '/admin/staff');
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(row).toHaveCount(0);
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation does not work any more');
});

for (const [locale, theme] of [
  ['en', 'light'],
  ['fa', 'dark'],
] as const)
  test(`the pages of invitations are accessible and fit a phone: ${locale}, ${theme}`, async ({ page }) => {
    const email = newAddress();
    await operate('user', 'invite', email);
    const link = await linkTo(email);
    await page.goto('/robots.txt');
    await page.evaluate(([language, look]) => Object.assign(localStorage, { locale: language, theme: look }), [
      locale,
      theme,
    ] as const);
    for (const width of [1440, 1024, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [link, '/admin/invitation#token=nothing']) {
        await page.goto('/robots.txt');
        await page.goto(path);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('h1')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
        const { PICTURES } = process.env;
        if (PICTURES) await page.screenshot({ path: `${PICTURES}/invitation-${locale}-${width}-${path.length}.png` });
      }
    }
    await operate('user', 'withdraw', email);
  });
