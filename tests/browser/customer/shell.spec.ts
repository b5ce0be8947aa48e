import { signInAsNew } from '../operate.ts';
import { expect, signIn, test } from '../shop.ts';
import { violations } from '../violations.ts';

const PHONE = { width: 390, height: 844 };

test('navigates by the menu, updates the breadcrumb and focuses the heading', async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'My addresses' }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'My addresses' });
  await expect(heading).toBeFocused();
  await expect(page).toHaveTitle(/My addresses/);
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'My addresses']);
  await expect(trail.getByText('My addresses')).toHaveAttribute('aria-current', 'page');

  await menu.getByRole('link', { name: /Tickets/ }).click();
  await page.locator('.ticket-link').first().click();
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'Tickets', 'Ticket']);
  await trail.getByRole('link', { name: 'Tickets' }).click();
  await expect(page).toHaveURL(/\/customer\/tickets$/);
  await expect(menu.getByRole('link', { name: 'Help with this page' })).toHaveAttribute(
    'href',
    '/customer/tickets?new=1&page=%2Fcustomer%2Ftickets',
  );
});

test('skip link is the first focus stop', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('collapses menu groups and the sidebar, whose icons have labels', async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('button', { name: 'My account' }).click();
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeHidden();
  await menu.getByRole('button', { name: 'My account' }).click();
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeVisible();
  const side = page.getByRole('button', { name: 'Show menu labels' });
  await side.click();
  await expect(side).toHaveAttribute('aria-expanded', 'false');
  await menu.getByRole('link', { name: 'My orders' }).hover();
  await expect(page.locator('.tooltip')).toHaveText('My orders');
  await page.keyboard.press('Escape');
  await expect(page.locator('.tooltip')).toHaveCount(0);
});

test('closes the menu drawer on a phone after navigation', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page);
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('link', { name: 'Wish list' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Wish list' })).toBeVisible();
});

test('keeps starred pages after a reload and rejects the eleventh', async ({ page }) => {
  await signInAsNew(page);
  await page.goto('/customer/my-address');
  const star = page.getByRole('button', { name: 'Star this page' });
  const starred = page.locator('.menu-group', { has: page.getByRole('button', { name: 'Starred' }) });
  // Shown at once, saved one after the other: each answer is waited for, so that none is taken for the other's.
  const answered = () => page.waitForResponse((response) => response.url().endsWith('/customer/profile'));
  const kept = answered();
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await kept;
  const saved = answered();
  await star.click();
  await saved;
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect(starred).toBeHidden();
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const paths = Array.from({ length: 9 }, (_, index) => `/tickets/show/${index}`);
    const body = JSON.stringify({ starred: ['/wish-list', ...paths] });
    await fetch('/customer/profile', { method: 'POST', headers, body });
  });
  await page.reload();
  await expect(starred.getByRole('link', { name: 'Wish list' })).toBeVisible();
  await star.click();
  await expect(page.getByText(/You can star up to ten pages/).first()).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await page.goto('/customer/wish-list');
  const removed = answered();
  await star.click();
  expect((await removed).ok()).toBe(true);
});

test('command palette finds pages, orders and books by keyboard', async ({ page, context }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Pages, orders, books' });
  await expect(field).toBeFocused();
  await page.keyboard.type('addr');
  await expect(page.getByRole('option', { name: 'My addresses' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customer\/my-address$/);
  await expect(page.getByRole('heading', { level: 1, name: 'My addresses' })).toBeFocused();

  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type('BK-100001');
  await page.getByRole('option', { name: /Order BK-100001/ }).click();
  await expect(page).toHaveURL(/\/my-orders\?order=BK-100001$/);

  await page.getByRole('button', { name: 'Search' }).click();
  await expect(field).toHaveValue('');
  await page.keyboard.type('nineteen eigh');
  await expect(page.getByRole('option', { name: /^Nineteen Eighty-Four/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.getByRole('button', { name: 'Search' })).toBeFocused();

  await context.setOffline(true);
  await page.keyboard.press('?');
  await expect(page.locator('.toast-danger')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await context.setOffline(false);
});

test('shows keyboard shortcuts and turns single-key shortcuts off', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await help.getByRole('checkbox', { name: /Single-key/ }).uncheck();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await page.keyboard.press('/');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Pages, orders, books' })).toHaveValue('');
});

test('saves language and theme to the profile and applies them in another browser', async ({
  page,
  context,
  browser,
}) => {
  const username = await signInAsNew(page);
  await page.goto('/customer/my-address');
  const profile = () =>
    page.evaluate(async () => {
      const headers = { Authorization: `Bearer ${localStorage.accessToken}` };
      const { locale, theme } = await (await fetch('/api/auth/me', { headers })).json();
      return [locale, theme];
    });
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Adressen' })).toBeVisible();
  await page.getByRole('button', { name: 'Dunkles Design' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(profile).toEqual(['de', 'dark']);

  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en');
  await expect(page.locator('.toast-danger')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Adressen' })).toBeVisible();
  await page.getByRole('button', { name: 'Dunkles Design' }).click();
  await expect(page.locator('.toast-danger')).toHaveCount(2);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await context.setOffline(false);

  const elsewhere = await browser.newPage({ baseURL: process.env.SHOP_URL!, locale: 'en-GB' });
  await signIn(elsewhere, username);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'de');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
  await elsewhere.close();
});

test('announces the number of books in the cart', async ({ page }) => {
  await page.goto('/customer/checkout');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('cart', '[{"id":1,"vid":1,"qty":1}]'));
  await page.reload();
  await page
    .getByRole('spinbutton')
    .or(page.getByRole('button', { name: /Increase quantity/ }))
    .first()
    .waitFor();
  const said = page.locator('[data-announcer]');
  await page.getByRole('button', { name: /Increase quantity/ }).click();
  await expect(said).toHaveText('2 books in your cart.');
});

for (const theme of ['light', 'dark'])
  test(`command palette, shortcuts and menu drawer have no accessibility violations (${theme})`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    await signIn(page);
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Pages, orders, books' })).toBeFocused();
    await page.keyboard.type('dune');
    await expect(page.getByRole('option', { name: /^Dune/ }).first()).toBeVisible();
    expect(await violations(page, { within: '.command-palette' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('.command-palette')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await violations(page, { within: '.dialog' })).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.locator('.dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    expect(await violations(page, { within: '.drawer' })).toEqual([]);
  });
