import type { Request } from '@playwright/test';
import { expect, signIn, test, type Page } from '../shop.ts';

/* Scripts that do not come: they hang, or a new release has taken their names away. */

const LOGIN_PAGE = /\/customer\/assets\/login-page-[\w-]+\.js/;

/** A guest at the checkout with a book in the cart and half an address typed. */
async function beginCheckout(page: Page): Promise<void> {
  await page.goto('/book/1/anne-of-green-gables');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toContain('"qty":1');
  await page.goto('/customer/checkout');
  await page.getByLabel('Email').fill('guest@example.com');
  await page.getByLabel('Full name').fill('Farid Hakimi');
}

async function expectNothingLost(page: Page): Promise<void> {
  await expect(page.getByLabel('Email')).toHaveValue('guest@example.com');
  await expect(page.getByLabel('Full name')).toHaveValue('Farid Hakimi');
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toContain('"qty":1');
}

/** How often the browser loads documents of the customer area. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request: Request) => {
    if (request.isNavigationRequest()) count++;
  });
  return () => count;
}

test('reloads a page once when a release has removed its script, keeping cart and drafts', async ({ page }) => {
  await beginCheckout(page);
  const documents = countDocuments(page);
  await page.route(LOGIN_PAGE, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(documents()).toBe(1);
  await page.goBack();
  await expectNothingLost(page);
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, 'reader', page.url());
  await expect(page.getByLabel('Full name')).toHaveValue('Farid Hakimi');
});

test('offers a reload instead of looping when a script stays missing', async ({ page }) => {
  await beginCheckout(page);
  const documents = countDocuments(page);
  await page.route(LOGIN_PAGE, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  expect(documents()).toBe(1);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goBack();
  await expectNothingLost(page);
});

test('retries a hanging script after 120 seconds, then shows an error', async ({ page }) => {
  await beginCheckout(page);
  await page.clock.install();
  const documents = countDocuments(page);
  let asked = 0;
  await page.route(LOGIN_PAGE, () => {
    asked++;
  });
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect.poll(() => asked).toBe(1);
  // The clock goes on by itself too: a slow machine may need seconds here.
  await page.clock.runFor(90_000);
  expect(documents()).toBe(0);
  await page.clock.runFor(31_000);
  await expect.poll(documents).toBe(1);
  await expect.poll(() => asked).toBe(2);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  // The other scripts of the new document come meanwhile, and must not seem to hang as well.
  await expect(async () => {
    await page.clock.runFor(15_000);
    await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(documents()).toBe(1);
});

test('stays on the page while offline and succeeds at the next attempt', async ({ page, context }) => {
  await beginCheckout(page);
  const documents = countDocuments(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Already have an account?' }).click();
  await expect(page.getByRole('heading', { name: 'This page didn’t load' })).toBeVisible();
  expect(documents()).toBe(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
});

test('keeps the page when a dialog’s script fails and opens it at the next press', async ({ page, context }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fprofile');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Half a name');
  const documents = countDocuments(page);
  const press = () => page.getByRole('button', { name: 'Delete my account' }).click();
  const reload = page.getByRole('button', { name: 'Reload page' });
  await context.setOffline(true);
  await press();
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible();
  await expect(reload).toBeHidden();
  await context.setOffline(false);
  await page.route(/\/delete-account-dialog-/, (route) => route.fulfill({ status: 404, body: '' }));
  await press();
  await expect(reload).toBeVisible();
  await page.unrouteAll();
  await press();
  await expect(page.getByRole('dialog')).toContainText('What we keep');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeFocused();
  await expect(name).toHaveValue('Half a name');
  expect(documents()).toBe(0);
});

test('keeps an emailed token when the page has to be reloaded', async ({ page }) => {
  await page.route(LOGIN_PAGE, (route) => route.fulfill({ status: 404, body: '' }), { times: 1 });
  await page.goto('/customer/auth/login#activate=aaaaaaaaaaaaaaaaaaaaaaaa');
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
  await expect(page).not.toHaveURL(/#/);
});

test('keeps drafts after a reload until sign-out, but never passwords', async ({ page }) => {
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await page.goto('/customer/auth/register');
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await page.getByLabel('Your name').fill('Siti Aminah');
  await page.getByLabel('Password', { exact: true }).fill('a quiet evening');
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Siti Aminah');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  expect(await kept()).not.toContain('a quiet evening');
  await signIn(page, 'newcomer');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  expect(await kept()).not.toContain('draft:');
});

test('answers a missing asset with 404, not with a page', async ({ request, baseURL }) => {
  for (const path of ['/customer/assets/login-page-00000000.js', '/assets/main-00000000.js']) {
    const response = await request.get(baseURL + path, { headers: { Accept: 'text/html,*/*' } });
    expect(response.status()).toBe(404);
    expect(response.headers()['content-type']).not.toContain('html');
  }
});
