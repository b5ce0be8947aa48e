import { generateSync } from 'otplib';
import { NEW_PASSWORD, newCustomer, profileSection } from '../new-customer.ts';
import { expect, test, throughReload, type Page } from '../shop.ts';

async function startSignIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Enter your code' })).toBeVisible();
}

test('an authenticator app is set up, signs in with its code or a recovery code, and is turned off', async ({
  page,
  baseURL,
}) => {
  const email = await newCustomer(page, baseURL);
  const section = await profileSection(page, 'secondStep');
  await section.getByRole('button', { name: 'Set up an app' }).click();
  await expect(section.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = (await section.locator('code').innerText()).replaceAll(' ', '');
  await section.getByLabel('Code that the app shows').fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('alert')).toHaveText('This code isn’t right, or it has been used already.');
  await section.getByLabel('Code that the app shows').fill(generateSync({ secret }));
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.locator('.recovery-codes code')).toHaveCount(10);
  const codes = await section.locator('.recovery-codes code').allInnerTexts();
  await section.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section).toContainText('You have 10 recovery codes left.');
  await page.reload();
  await profileSection(page, 'secondStep');
  await expect(section).toContainText('You have 10 recovery codes left.');
  await expect(section.locator('code')).toHaveCount(0);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await startSignIn(page, email);
  await page.getByLabel('Code').fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
  await throughReload(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  await expect(page).toHaveURL(/\/customer\/dashboard$/);

  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await startSignIn(page, email);
  await page.getByLabel('Code').fill(codes[0]!);
  await throughReload(page, () => page.getByRole('button', { name: 'Sign in' }).click());
  await page.goto('/customer/profile');
  await profileSection(page, 'secondStep');
  await expect(section).toContainText('You have 9 recovery codes left.');
  await section.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});
