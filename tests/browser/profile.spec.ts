import { readFileSync } from 'node:fs';
import { expect, mailTo, test, type Page } from './shop.ts';

const PASSWORD = 'a quiet evening';

/** Somebody who has just opened an account, signed in on the profile page; answers their address. */
async function newCustomer(page: Page, baseURL: string | undefined): Promise<string> {
  const email = `profile-${crypto.randomUUID()}@example.com`;
  const account = { displayName: 'Siti Aminah', email, password: PASSWORD, confirmPassword: PASSWORD };
  await page.request.post(`${baseURL}/customer/auth/register`, { data: account });
  const token = tokenIn(await mailTo(email, 'Activate'), 'activate');
  await page.request.post(`${baseURL}/api/auth/activate`, { data: { token } });
  await signInAs(page, email, PASSWORD);
  return email;
}

async function signInAs(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/customer/auth/login?to=%2Fprofile');
  await page.getByLabel('E-mail or username').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'About you' })).toBeVisible();
}

function tokenIn(mail: string, purpose: string): string {
  return new RegExp(`#${purpose}=([\\w-]+)`).exec(mail)![1]!;
}

test('name, language, look and consent are kept, and the initials follow the name', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await page.getByLabel('Name', { exact: true }).fill('王小明');
  await expect(page.locator('.avatar-large')).toHaveText('小明');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('checkbox').check();
  await page.getByLabel('Look', { exact: true }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const saved = page.waitForResponse((answer) => answer.request().postData() === '{"locale":"fa"}' && answer.ok());
  await page.locator('main').getByLabel('Language', { exact: true }).selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await saved;
  await page.reload();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByLabel('نام', { exact: true })).toHaveValue('王小明');
});

test('the password is changed, other devices are signed out, and the trail tells it', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newCustomer(page, baseURL);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signInAs(elsewhere, email, PASSWORD);
  await page.getByLabel('Your present password').fill('not-it-at-all');
  await page.getByLabel('New password', { exact: true }).fill('another quiet evening');
  await page.getByLabel('The new password once more').fill('another quiet evening');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByLabel('Your present password')).toHaveAccessibleDescription(
    'This is not your current password.',
  );
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('another quiet evening');
  await page.getByLabel('Your present password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.locator('.happening').filter({ hasText: 'Password changed' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\/login/);
  await elsewhere.context().close();
});

test('all other devices are signed out at once', async ({ page, browser, baseURL }) => {
  const email = await newCustomer(page, baseURL);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signInAs(elsewhere, email, PASSWORD);
  await page.reload();
  await expect(page.locator('.device')).toHaveCount(2);
  await expect(page.locator('.device').first()).toContainText('This device');
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByText('All other devices are signed out.')).toBeVisible();
  await expect(page.locator('.device')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Devices' })).toBeFocused();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\/login/);
  await elsewhere.context().close();
});

test('the e-mail address changes once the mailed link is confirmed, here in a dialog', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const wanted = `moved-${crypto.randomUUID()}@example.com`;
  await page.getByText('Change the address').click();
  await page.getByLabel('New e-mail address').fill(wanted);
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Until you open it, your present address stays.')).toBeVisible();
  await page.goto(`/customer/auth/login#email=${tokenIn(await mailTo(wanted, 'new address'), 'email')}`);
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`From now on we write to ${wanted}.`);
  await page.getByRole('button', { name: 'All right' }).click();
  await page.goto('/customer/profile');
  await expect(page.locator('#email')).toContainText(wanted);
});

test('signed out, the same link asks on the sign-in page; spent, it says so', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const wanted = `moved-${crypto.randomUUID()}@example.com`;
  await page.getByText('Change the address').click();
  await page.getByLabel('New e-mail address').fill(wanted);
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const token = tokenIn(await mailTo(wanted, 'new address'), 'email');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  for (const said of [`From now on we write to ${wanted}.`, 'This link has been used']) {
    await page.goto('/customer/auth/register');
    await page.goto(`/customer/auth/login#email=${token}`);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
});

test('the data is downloaded; then the account is deleted, and a page says so', async ({ page, baseURL }) => {
  const email = await newCustomer(page, baseURL);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-account.json');
  expect(JSON.stringify(JSON.parse(readFileSync(await download.path(), 'utf8')))).toContain(email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What stays');
  await dialog.getByLabel(/^Your password/).fill('not-it-at-all');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog.getByLabel(/^Your password/)).toHaveAccessibleDescription('This is not your current password.');
  await dialog.getByLabel(/^Your password/).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await page.goto('/customer/dashboard');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('an activation or password link that is opened signed in is not lost', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  await page.goto('/customer/auth/login#activate=aaaaaaaaaaaaaaaaaaaaaaaa');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Activate my account' }).click();
  await expect(dialog).toContainText('This link has been used or has run out.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.goto('/customer/auth/forget-password#reset=aaaaaaaaaaaaaaaaaaaaaaaa');
  await dialog.getByRole('button', { name: 'Sign out and go on' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
});
