import { expect, mailTo, test } from './shop.ts';

test('somebody registers, activates by the mailed link, signs in and out', async ({ page }) => {
  const email = `new-${Date.now()}@example.com`;
  await page.goto('/customer/auth/register');
  await page.getByLabel('Your name').fill('Siti Aminah');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByLabel('The password once more').fill('another evening');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByText("Password doesn't match. Please try again.").first()).toBeVisible();
  await page.getByLabel('The password once more').fill('a quiet evening');
  await page.getByRole('button', { name: 'Open my account' }).click();
  await expect(page.getByRole('heading', { name: 'Please look into your mail' })).toBeVisible();

  const link = /http:\/\/\S+#activate=\S+/.exec(await mailTo(email, 'Activate'))![0];
  await page.goto(link);
  await expect(page).not.toHaveURL(/#activate/);
  await page.getByRole('button', { name: 'Activate my account' }).click();
  await expect(page.getByText('Your account is active. Please sign in.')).toBeVisible();
  await page.getByLabel('E-mail or username').fill(email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/customer\/auth\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken');
});

test('a wrong password says so in the specified words, each time anew', async ({ page }) => {
  await page.goto('/customer/auth/login');
  await page.getByLabel('E-mail or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Wrong Email or Password' });
  await expect(refusal).toBeVisible();
  const answer = Promise.withResolvers<void>();
  await page.route('**/customer/auth/login', (route) => answer.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(refusal).toBeHidden();
  answer.resolve();
  await expect(refusal).toBeVisible();
});
