import { STATUS_PAGES } from '../../../web/customer/auth/guard.ts';
import { expect, signIn, test } from '../shop.ts';

const OPEN = ['/auth/login', '/auth/register', '/auth/forget-password', '/checkout'];
const CLOSED = [
  '/dashboard',
  '/my-orders',
  '/my-address',
  '/wish-list',
  '/my-transactions',
  '/lists',
  '/my-books',
  '/reviews',
  '/profile',
  '/tickets',
  '/pages/comingsoon',
];

test('opens only sign-in, registration, password reset and checkout without a token', async ({ page }) => {
  for (const path of OPEN) {
    await page.goto(`/customer${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/customer${path}$`));
  }
  for (const path of CLOSED) {
    await page.goto(`/customer${path}`);
    await expect(page).toHaveURL(/\/customer\/auth\/login/);
  }
});

test('treats leftover session data without a token as signed out', async ({ page }) => {
  await signIn(page, 'newcomer');
  await page.evaluate(() => localStorage.removeItem('accessToken'));
  for (const path of CLOSED) {
    await page.goto(`/customer${path}`);
    await expect(page).toHaveURL(/\/customer\/auth\/login/);
  }
  await signIn(page, 'newcomer', '/customer/my-address');
  await expect(page).toHaveURL(/\/customer\/my-address$/);
});

test('redirects to sign-in when the token disappears from an open page', async ({ page }) => {
  await signIn(page, 'newcomer');
  await page.getByRole('link', { name: 'My addresses' }).click();
  await page.getByRole('link', { name: 'Transactions', exact: true }).evaluate((link) => {
    localStorage.removeItem('accessToken');
    (link as HTMLElement).click();
  });
  await expect(page).toHaveURL(/\/auth\/login\?to=%2Fmy-transactions$/);
});

test('redirects sign-in pages to the dashboard when signed in, and unknown paths to the 404 page', async ({ page }) => {
  await signIn(page);
  for (const path of OPEN.slice(0, 3)) {
    await page.goto(`/customer${path}`);
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
  }
  for (const path of [...CLOSED, '/checkout', ...STATUS_PAGES.map((name) => `/pages/${name}`)]) {
    await page.goto(`/customer${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/customer${path}$`));
  }
  await page.goto('/customer/pages/Maintenance/');
  await expect(page.getByRole('heading', { name: 'We’re dusting the shelves' })).toBeVisible();
  await page.goto('/customer/no/such/page');
  await expect(page).toHaveURL(/\/customer\/pages\/error-404$/);
});

test('returns to the requested page after sign-in, but never to another site', async ({ page }) => {
  await page.goto('/customer/my-address');
  await expect(page).toHaveURL(/\/auth\/login\?to=%2Fmy-address$/);
  await signIn(page, 'newcomer', page.url());
  await expect(page).toHaveURL(/\/customer\/my-address$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2F%2Fevil.example');
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});
