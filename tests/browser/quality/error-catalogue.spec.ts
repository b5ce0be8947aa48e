import type { BrowserContext, Route } from '@playwright/test';
import { expect, PASSWORD, signIn, test, type Page } from '../shop.ts';
import { noteTimers } from '../timers.ts';

/* The specification §8, row by row; the identity provider's rows stand with the provider, the scripts' row in
   gone-scripts.spec.ts. */

/** From now on the token that this browser holds is refused, as if its time were over, for calls by `method`s that match. */
async function letTokenRunOut(context: BrowserContext, page: Page, method = /./): Promise<{ refreshes: () => number }> {
  const old = `Bearer ${await page.evaluate(() => localStorage.getItem('accessToken'))}`;
  let refreshes = 0;
  await context.route(/\/(customer|api)\//, async (route) => {
    const request = route.request();
    if (request.url().endsWith('/api/auth/refresh-token')) refreshes++;
    if (request.headers().authorization !== old || !method.test(request.method())) return route.continue();
    return refuse(route, { status: 401, code: 'token_invalid', detail: 'Your session has expired.' });
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

test('401: requests of two tabs wait for one refresh and are sent again', async ({ page, context }) => {
  await signIn(page);
  const { refreshes } = await letTokenRunOut(context, page);
  const other = await context.newPage();
  await Promise.all([page.goto('/customer/my-orders'), other.goto('/customer/tickets')]);
  await expect(page.locator('.order-card').first()).toBeVisible();
  await expect(other.locator('.ticket-link').first()).toBeVisible();
  expect(refreshes()).toBe(1);
});

test('401: a POST is sent again once, with the same body', async ({ page, context }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fprofile');
  const name = await page.getByLabel('Name', { exact: true }).inputValue();
  const { refreshes } = await letTokenRunOut(context, page, /^POST$/);
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

test('401: signing in again after the session ended returns to the same page', async ({ page, context }) => {
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

test('login failure: Wrong Email or Password, and the input stays', async ({ page }) => {
  await page.goto('/customer/auth/login');
  await page.getByLabel('Email or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Wrong Email or Password' })).toBeVisible();
  await expect(page.getByLabel('Email or username')).toHaveValue('reader');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not-it-at-all');
});

test('login that returns no data: Wrong Email or Password', async ({ page }) => {
  await page.route('**/customer/auth/login', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.continue(),
  );
  await page.goto('/customer/auth/login');
  await page.getByLabel('Email or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Wrong Email or Password')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
});

test('too many attempts: shows when to try again and then allows it', async ({ page }) => {
  await page.clock.install();
  await page.route('**/customer/auth/login', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const refusal = { status: 429, code: 'too_many_attempts', detail: 'Too many attempts.' };
    return refuse(route, refusal, { 'Retry-After': '37' });
  });
  await page.goto('/customer/auth/login');
  await page.getByLabel('Email or username').fill('reader');
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
  await page.getByLabel('Email').fill('siti@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.getByLabel('Confirm password').fill(confirmPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('register password mismatch: the specified message at its field', async ({ page }) => {
  await fillRegistration(page, 'another evening');
  const field = page.getByLabel('Confirm password');
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
    return refuse(route, { status: 422, code: 'invalid', detail: 'Please check the highlighted fields.', errors });
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
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const timerSet = await noteTimers(page);
  await page.route('**/customer/profile', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    return refuse(route, { status: 422, code: 'invalid', detail: 'This name needs another look.' });
  });
  await page.getByLabel('Name', { exact: true }).fill('Another Name');
  await page.getByRole('button', { name: 'Save' }).click();
  const notice = page.locator('.toast-danger');
  await expect(notice.getByRole('heading')).toHaveText('Error');
  await expect(notice).toContainText('This name needs another look.');
  await timerSet(8800);
  await page.clock.runFor(8700);
  await expect(notice).toBeVisible();
  await page.clock.runFor(200);
  await expect(notice).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Another Name');
});

test('invalid postal code: Postal Code Invalid at its field', async ({ page }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fmy-address');
  await page.getByRole('button', { name: 'Add address' }).click();
  for (const zip of ['09999', '86901', '98860']) {
    await page.getByLabel('Postal code').fill(zip);
    await expect(page.getByLabel('Postal code')).toHaveAccessibleDescription('Postal Code Invalid');
  }
  await page.getByLabel('Postal code').fill('86900');
  await expect(page.getByLabel('Postal code')).not.toHaveAccessibleDescription('Postal Code Invalid');
});
