import type { BrowserContext, Route } from '@playwright/test';
import { expect, PASSWORD, signIn, test, type Page } from './shop.ts';

/* The specification's section 8, row by row; the identity provider's rows stand with the provider, the scripts' row in
   gone-scripts.spec.ts. */

/** From now on the token that this browser holds is refused, as if its time were over. */
async function letTokenRunOut(context: BrowserContext, page: Page): Promise<{ refreshes: () => number }> {
  const old = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`;
  let refreshes = 0;
  await context.route(/\/(customer|api)\//, async (route) => {
    const request = route.request();
    if (request.url().endsWith('/api/auth/refresh-token')) refreshes++;
    if (request.headers().authorization !== old) return route.continue();
    return refuse(route, { status: 401, code: 'token_invalid', detail: 'Your sign-in has run out.' });
  });
  return { refreshes: () => refreshes };
}

type Refusal = { status: number; code: string; detail: string; errors?: { path: string; message: string }[] };

function refuse(route: Route, refusal: Refusal, headers: Record<string, string> = {}): Promise<void> {
  return route.fulfill({
    status: refusal.status,
    contentType: 'application/problem+json',
    headers,
    body: JSON.stringify({ type: 'about:blank', title: 'Refused', ...refusal }),
  });
}

test('401: the calls of two tabs wait for one refresh and are made again', async ({ page, context }) => {
  await signIn(page);
  const { refreshes } = await letTokenRunOut(context, page);
  const other = await context.newPage();
  await Promise.all([page.goto('/customer/my-orders'), other.goto('/customer/tickets')]);
  await expect(page.locator('.order-card').first()).toBeVisible();
  await expect(other.locator('.ticket-link').first()).toBeVisible();
  expect(refreshes()).toBe(1);
});

test('401: a POST is made again once, with the same body', async ({ page, context }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fprofile');
  const name = await page.getByLabel('Name', { exact: true }).inputValue();
  const { refreshes } = await letTokenRunOut(context, page);
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/customer/profile')) sent.push(request.postData());
  });
  await page.getByLabel('Name', { exact: true }).fill(`${name} `);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toBe(sent[1]);
  expect(refreshes()).toBe(1);
});

test('401: where the session has ended, signing in leads back to where one was', async ({ page, context }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fmy-address');
  await letTokenRunOut(context, page);
  await context.route('**/api/auth/refresh-token', (route) =>
    refuse(route, { status: 401, code: 'session_ended', detail: 'You have been signed out.' }),
  );
  await page.reload();
  await expect(page).toHaveURL(/\/auth\/login\?to=%2Fmy-address$/);
  await context.unrouteAll();
  await signIn(page, 'newcomer', page.url());
  await expect(page).toHaveURL(/\/customer\/my-address$/);
});

test('login failure: Wrong Email or Password, and what was typed stays', async ({ page }) => {
  await page.goto('/customer/auth/login');
  await page.getByLabel('E-mail or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong Email or Password' })).toBeVisible();
  await expect(page.getByLabel('E-mail or username')).toHaveValue('reader');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-it-at-all');
});

test('login that returns no data: Wrong Email or Password', async ({ page }) => {
  await page.route('**/customer/auth/login', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.continue(),
  );
  await page.goto('/customer/auth/login');
  await page.getByLabel('E-mail or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Wrong Email or Password')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('too many tries: says when to go on, and then lets', async ({ page }) => {
  await page.clock.install();
  await page.route('**/customer/auth/login', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const refusal = { status: 429, code: 'too_many_attempts', detail: 'Too many tries.' };
    return refuse(route, refusal, { 'Retry-After': '37' });
  });
  await page.goto('/customer/auth/login');
  await page.getByLabel('E-mail or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/You can try again at \d+:\d\d:\d\d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled();
  await page.clock.runFor(38_000);
  await expect(page.getByText('You can try again now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeEnabled();
});

async function fillRegistration(page: Page, confirmPassword: string): Promise<void> {
  await page.goto('/customer/auth/register');
  await page.getByLabel('Your name').fill('Siti Aminah');
  await page.getByLabel('E-mail').fill('siti@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByLabel('The password once more').fill(confirmPassword);
  await page.getByRole('button', { name: 'Open my account' }).click();
}

test('register password mismatch: the specified sentence at its field', async ({ page }) => {
  await fillRegistration(page, 'another evening');
  const field = page.getByLabel('The password once more');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription("Password doesn't match. Please try again.");
});

test('register failure: the first server message in a danger notification, and at its field', async ({ page }) => {
  await page.route('**/customer/auth/register', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const errors = [
      { path: 'password', message: 'This password is too easy to guess.' },
      { path: 'displayName', message: 'Please write another name.' },
    ];
    return refuse(route, { status: 422, code: 'invalid', detail: 'Some entries need another look.', errors });
  });
  await fillRegistration(page, 'a quiet evening');
  await expect(page.locator('.toast-danger')).toHaveText('This password is too easy to guess.');
  await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Please write another name.');
  await expect(page.getByLabel('Your name')).toHaveValue('Siti Aminah');
});

test('register failure without a message: the generic text in a danger notification', async ({ page }) => {
  await page.route('**/customer/auth/register', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 422, body: '' }) : route.continue(),
  );
  await fillRegistration(page, 'a quiet evening');
  await expect(page.locator('.toast-danger')).toHaveText('Error during registration. please try again');
});

test('profile-name update failure: a danger notification titled Error, for 8800 ms', async ({ page }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fprofile');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.route('**/customer/profile', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return refuse(route, { status: 422, code: 'invalid', detail: 'This name needs another look.' });
  });
  await page.getByLabel('Name', { exact: true }).fill('Another Name');
  await page.getByRole('button', { name: 'Save' }).click();
  const notice = page.locator('.toast-danger');
  await expect(notice.getByRole('heading')).toHaveText('Error');
  await expect(notice).toContainText('This name needs another look.');
  await page.clock.runFor(8700);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another Name');
});

test('invalid postal code: Postal Code Invalid at its field', async ({ page }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fmy-address');
  await page.getByRole('button', { name: 'Add an address' }).click();
  for (const zip of ['09999', '86901', '98860']) {
    await page.getByLabel('Postal code').fill(zip);
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Postal Code Invalid');
  }
  await page.getByLabel('Postal code').fill('86900');
  await expect(page.getByLabel('Postal code')).not.toHaveAccessibleDescription('Postal Code Invalid');
});
