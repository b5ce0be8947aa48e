import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { NEW_PASSWORD as PASSWORD, newCustomer, signInAs, tokenIn } from '../new-customer.ts';
import { expect, mailTo, test, type Page } from '../shop.ts';

test('saves name, language, theme and invitations, and updates the initials', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const invitations = page.getByRole('checkbox');
  await expect(invitations).toBeChecked();
  await page.getByLabel('Name', { exact: true }).fill('王小明');
  await expect(page.locator('.avatar-large')).toHaveText('小明');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await invitations.uncheck();
  await page.getByLabel('Theme', { exact: true }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const saved = page.waitForResponse(
    (response) => response.request().postData() === '{"locale":"fa"}' && response.ok(),
  );
  await page.locator('main').getByLabel('Language', { exact: true }).selectOption('fa');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await saved;
  await page.reload();
  await expect(invitations).not.toBeChecked();
  await expect(page.getByLabel('نام', { exact: true })).toHaveValue('王小明');
});

test('adds a picture by file, replaces it by drop, keeps it where a file is none, and removes it', async ({
  page,
  baseURL,
}) => {
  await newCustomer(page, baseURL);
  const picture = page.locator('img.avatar-large');
  const colorOf = () =>
    picture.evaluate(async (image: HTMLImageElement) => {
      await image.decode();
      const canvas = document.createElement('canvas').getContext('2d')!;
      canvas.drawImage(image, 0, 0);
      return [...canvas.getImageData(120, 120, 1, 1).data].map((part) => Math.round(part / 255)).join('');
    });
  const file = page.getByLabel('Add a picture');
  await file.focus();
  expect(await file.evaluate((input) => getComputedStyle(input.parentElement!).outlineStyle)).toBe('solid');
  const sent = page.waitForRequest('**/api/account/picture');
  await file.setInputFiles({ name: 'me.txt', mimeType: 'image/png', buffer: await field('#ff0000') });
  expect(Number((await (await sent).allHeaders())['content-length'])).toBeLessThan(60_000);
  await expect(page.getByText('Your picture has been saved.')).toBeVisible();
  expect(await colorOf()).toBe('1001');
  const inHeader = page.locator('.site-header img.avatar-small');
  await expect(inHeader).toHaveJSProperty('complete', true);
  await expect(inHeader).toHaveJSProperty('naturalWidth', 96);

  const first = await picture.getAttribute('src');
  await page.getByLabel('Change picture').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  });
  await expect(page.getByRole('alert')).toContainText('not a picture that we can read');
  await expect(picture).toHaveAttribute('src', first!);

  const dropped = await page.evaluateHandle(
    async (base64) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], 'me.jpg'));
      return data;
    },
    (await field('#0000ff')).toString('base64'),
  );
  await page.locator('.personal-details').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(picture).not.toHaveAttribute('src', first!);
  expect(await colorOf()).toBe('0011');
  await page.reload();
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(page.locator('span.avatar-large')).toBeVisible();
  await expect(inHeader).toHaveCount(0);
});

/** As many pixels as a phone takes. */
async function field(background: string): Promise<Buffer> {
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

test('changes the password, signs out other devices and records it in the activity', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = await newCustomer(page, baseURL);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signInAs(elsewhere, email, PASSWORD);
  await page.locator('#password').getByLabel('Current password').fill('not-it-at-all');
  await page.getByLabel('New password', { exact: true }).fill('another quiet evening');
  await page.getByLabel('Confirm new password').fill('another quiet evening');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.locator('#password').getByLabel('Current password')).toHaveAccessibleDescription(
    'Current password is incorrect.',
  );
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('another quiet evening');
  await page.locator('#password').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password has been changed.')).toBeVisible();
  await expect(page.locator('.activity-item').filter({ hasText: 'Password changed' })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\/login/);
  await elsewhere.context().close();
});

test('signs out all other devices', async ({ page, browser, baseURL }) => {
  const email = await newCustomer(page, baseURL);
  const elsewhere = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signInAs(elsewhere, email, PASSWORD);
  await page.reload();
  await expect(page.locator('.device')).toHaveCount(2);
  await expect(page.locator('.device').first()).toContainText('This device');
  await page.getByRole('button', { name: 'Sign out all other devices' }).click();
  await expect(page.getByText('All other devices have been signed out.')).toBeVisible();
  await expect(page.locator('.device')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Devices' })).toBeFocused();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\/login/);
  await elsewhere.context().close();
});

test('changes the email address after confirmation in a dialog', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const wanted = `moved-${crypto.randomUUID()}@example.com`;
  await page.getByText('Change email').click();
  await page.getByLabel('New email address').fill(wanted);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  await expect(page.getByText('Your current address stays in use until you open it.')).toBeVisible();
  await page.goto(
    `/customer/auth/login#email=${tokenIn(await mailTo(wanted, 'Confirm your new email address'), 'email')}`,
  );
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByRole('alertdialog')).toContainText(`From now on, we’ll email you at ${wanted}.`);
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await page.goto('/customer/profile');
  await expect(page.locator('#email')).toContainText(wanted);
});

test('confirms the email link on the sign-in page and reports a used link', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const wanted = `moved-${crypto.randomUUID()}@example.com`;
  await page.getByText('Change email').click();
  await page.getByLabel('New email address').fill(wanted);
  await page.getByRole('button', { name: 'Send confirmation link' }).click();
  const token = tokenIn(await mailTo(wanted, 'Confirm your new email address'), 'email');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  for (const said of [`From now on, we’ll email you at ${wanted}.`, 'This link has expired']) {
    await page.goto('/customer/auth/register');
    await page.goto(`/customer/auth/login#email=${token}`);
    await page.getByRole('button', { name: 'Confirm email address' }).click();
    await expect(page.getByText(said)).toBeVisible();
  }
});

/** Lets the server answer a request once as it does five minutes after the last proof of identity. */
async function wantProofOnce(page: Page, url: string): Promise<void> {
  const problem = { type: 'about:blank', title: '', status: 403, code: 'proof_required' };
  const json = { ...problem, detail: 'Please confirm that it’s you first.' };
  await page.route(url, (route) => route.fulfill({ status: 403, json }), { times: 1 });
}

test('downloads the data and deletes the account', async ({ page, baseURL }) => {
  const email = await newCustomer(page, baseURL);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-account.json');
  expect(JSON.stringify(JSON.parse(readFileSync(await download.path(), 'utf8')))).toContain(email);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('What we keep');
  await wantProofOnce(page, '**/api/account/delete');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await proof.getByLabel('Current password').fill('not-it-at-all');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof.getByLabel('Current password')).toHaveAccessibleDescription('Current password is incorrect.');
  await proof.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please confirm that it’s you first.');
  await wantProofOnce(page, '**/api/account/delete');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await proof.getByLabel('Current password').fill(PASSWORD);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await page.goto('/customer/dashboard');
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('handles activation and reset links while signed in', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  await page.goto('/customer/auth/login#activate=aaaaaaaaaaaaaaaaaaaaaaaa');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Activate account' }).click();
  await expect(dialog).toContainText('This link has expired or has already been used.');
  await dialog.getByRole('button', { name: 'Not now' }).click();
  await page.goto('/customer/auth/forget-password#reset=aaaaaaaaaaaaaaaaaaaaaaaa');
  await dialog.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
});

test('shows all or basic settings as the customer chose', async ({ page, baseURL }) => {
  await newCustomer(page, baseURL);
  const hidden = page.getByRole('heading', { name: 'Devices' });
  await expect(hidden).toBeVisible();
  const saved = page.waitForResponse('**/customer/profile');
  await page.getByLabel('Settings shown').selectOption('Basic settings');
  await saved;
  await expect(hidden).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Personal details' })).toBeVisible();
  await expect(hidden).toBeHidden();
  await page.goto('/customer/profile#devices');
  await page.reload();
  await expect(hidden).toBeVisible();
  const savedAgain = page.waitForResponse('**/customer/profile');
  await page.getByLabel('Settings shown').selectOption('All settings');
  await savedAgain;
  await page.goto('/customer/profile');
  await expect(hidden).toBeVisible();
});
