import { expect, mailTo, test } from '../shop.ts';

test('registers, signs in through the activation link, signs out and in again', async ({ page }) => {
  const email = `new-${Date.now()}@example.com`;
  await page.goto('/customer/auth/register');
  await page.getByLabel('Your name').fill('Siti Aminah');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByLabel('Confirm password').fill('another evening');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText("Password doesn't match. Please try again.").first()).toBeVisible();
  await page.getByLabel('Confirm password').fill('a quiet evening');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = /http:\/\/\S+#activate=\S+/.exec(await mailTo(email, 'Activate'))![0];
  await page.goto(link);
  await expect(page).not.toHaveURL(/#activate/);
  await page.getByRole('button', { name: 'Activate account' }).click();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/customer\/auth\/login/);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('accessToken');
  await page.getByLabel('Email or username').fill(email.toUpperCase());
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});

test('asks for a password when the activation link opens in another browser', async ({ page, request }) => {
  const email = `elsewhere-${Date.now()}@example.com`;
  const stranger = {
    displayName: 'Siti',
    email,
    password: 'the attacker knows',
    confirmPassword: 'the attacker knows',
  };
  await request.post('/customer/auth/register', { data: stranger });
  await page.goto(/http:\/\/\S+#activate=\S+/.exec(await mailTo(email, 'Activate'))![0]);
  await page.getByRole('button', { name: 'Activate account' }).click();
  await expect(page.getByText('This account was created in another browser.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Activate account' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  const isSignIn = (url: URL) => url.pathname === '/customer/auth/login';
  await page.route(isSignIn, (route) => route.fulfill({ json: {} }), { times: 1 });
  await page.getByRole('button', { name: 'Activate account' }).click();
  await expect(page.getByText('Your account is active. Please sign in.')).toBeVisible();
  await expect(page.getByLabel('Email or username')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
  expect(
    (await request.post('/customer/auth/login', { data: { username: email, password: stranger.password } })).status(),
  ).toBe(401);
});

test('shows the specified message for every wrong password', async ({ page }) => {
  await page.goto('/customer/auth/login');
  await page.getByLabel('Email or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Wrong Email or Password' });
  await expect(refusal).toBeVisible();
  const response = Promise.withResolvers<void>();
  await page.route('**/customer/auth/login', (route) => response.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(refusal).toBeHidden();
  response.resolve();
  await expect(refusal).toBeVisible();
});
