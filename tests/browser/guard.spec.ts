import { expect, signIn, test } from './shop.ts';

const OPEN = ['/auth/login', '/auth/register', '/auth/forget-password', '/checkout'];
const CLOSED = [
  '/dashboard',
  '/my-orders',
  '/my-address',
  '/wish-list',
  '/my-transactions',
  '/profile',
  '/tickets',
  '/pages/comingsoon',
];
const PAGES = [
  'login',
  'register',
  'forgot-password',
  'reset-password',
  'lock-screen',
  'comingsoon',
  'error-404',
  'error-500',
  'not-authorized',
  'maintenance',
];

test('without a token only sign-in, registration, new password and checkout open', async ({ page }) => {
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

test('with a token sign-in pages lead to the start, every page opens, and an unknown path is the 404 page', async ({
  page,
}) => {
  await signIn(page);
  for (const path of OPEN.slice(0, 3)) {
    await page.goto(`/customer${path}`);
    await expect(page).toHaveURL(/\/customer\/dashboard$/);
  }
  for (const path of [...CLOSED, '/checkout', ...PAGES.map((name) => `/pages/${name}`)]) {
    await page.goto(`/customer${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/customer${path}$`));
  }
  await page.goto('/customer/pages/Maintenance/');
  await expect(page.getByRole('heading', { name: 'Dusting the shelves' })).toBeVisible();
  await page.goto('/customer/no/such/page');
  await expect(page).toHaveURL(/\/customer\/pages\/error-404$/);
});

test('signing in leads back to where one was going, and only to pages of our own', async ({ page }) => {
  await page.goto('/customer/my-address');
  await expect(page).toHaveURL(/\/auth\/login\?to=%2Fmy-address$/);
  await signIn(page, 'newcomer', page.url());
  await expect(page).toHaveURL(/\/customer\/my-address$/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2F%2Fevil.example');
  await expect(page).toHaveURL(/\/customer\/dashboard$/);
});
