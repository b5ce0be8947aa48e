import { expect, signIn, test, type Page } from '../shop.ts';

/** Lets what matches wait until the answer is called. */
async function holdBack(page: Page, pattern: RegExp): Promise<() => void> {
  let go: () => void;
  const allowed = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(pattern, async (route) => {
    await allowed;
    await route.continue().catch(() => {});
  });
  return () => go();
}

/** From now on time passes in the page only as the test lets it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

const slowBar = (page: Page) => page.getByRole('progressbar', { name: 'Loading' });

test('shows the breadcrumb on every page, for guests with the shop as home', async ({ page }) => {
  const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
  await page.goto('/customer/checkout');
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'Checkout']);
  await expect(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/');
  await expect(trail.locator('[aria-current=page]')).toHaveText('Checkout');

  await signIn(page);
  const pages = {
    dashboard: 'Dashboard',
    'my-orders': 'My orders',
    'my-address': 'My addresses',
    'wish-list': 'Wish list',
    'my-transactions': 'Transactions',
    'my-books': 'My books',
    reviews: 'My reviews',
    checkout: 'Checkout',
    profile: 'Profile',
    tickets: 'Tickets',
  };
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(`/customer/${path}`);
    await expect(trail.getByRole('listitem')).toHaveText(['Home', name]);
    await expect(trail.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/customer');
  }
  await page.getByRole('main').locator('.ticket-link').first().click();
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'Tickets', 'Ticket']);
  await page.goto('/customer/my-orders');
  await page.locator('.order-card').first().getByRole('link', { name: 'View order' }).click();
  await expect(trail.getByRole('listitem')).toHaveText(['Home', 'My orders', /^Order BK-\d+$/]);
  await trail.getByRole('link', { name: 'My orders' }).click();
  await expect(page).toHaveURL(/\/my-orders$/);
});

test('shows counts over 999 in thousands with k, also to screen readers', async ({ page }) => {
  await signIn(page, 'newcomer');
  const other = await page.context().newPage();
  await other.goto('/customer/pages/comingsoon');
  const keep = (qty: number) =>
    other.evaluate((more) => {
      localStorage.setItem('cart', `[{"id":1,"vid":1,"qty":999},{"id":2,"vid":2,"qty":${more}}]`);
    }, qty);
  await keep(201);
  await expect(page.locator('[data-announcer]')).toHaveText('1.2k books in your cart.');
  await keep(251);
  await expect(page.getByRole('banner').locator('.badge')).toHaveText('1.3k');
});

test('shows a loading state 150 ms after a slow navigation starts', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('region', { name: 'For you now' })).toBeVisible();
  await stopClock(page);
  const go = await holdBack(page, /addresses-page/);
  const item = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My addresses' });
  await item.click();
  await expect(item).toHaveClass(/pending/);
  await expect(slowBar(page)).toHaveCount(0);
  // React sets the page's timer after the paint that shows the link as pending: the clock may have to run twice.
  await expect(async () => {
    await page.clock.runFor(150);
    await expect(slowBar(page)).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.locator('.menu[data-slow] .pending')).toHaveText('My addresses');
  await page.clock.resume();
  go();
  await expect(page.getByRole('heading', { level: 1, name: 'My addresses' })).toBeVisible();
  await expect(slowBar(page)).toHaveCount(0);
  await expect(page.locator('.menu[data-slow]')).toHaveCount(0);
});

test('shows a loading state for slow data, at first and after a filter change', async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole('region', { name: 'For you now' })).toBeVisible();
  await page.clock.install();
  let go = await holdBack(page, /customer\/order/);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'My orders' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible();
  await page.clock.runFor(150);
  await expect(page.getByRole('main').getByText('Loading')).toBeVisible();
  go();
  await expect(page.locator('.order-card').first()).toBeVisible();
  await expect(slowBar(page)).toHaveCount(0);
  await page.unrouteAll();

  go = await holdBack(page, /customer\/order/);
  await page.getByLabel('Status').selectOption('delivered');
  await page.clock.runFor(150);
  await expect(slowBar(page)).toBeVisible();
  await expect(page.locator('.order-card').first()).toBeVisible();
  go();
  await expect(slowBar(page)).toHaveCount(0);
});

/** The first link from the shop into the customer area that the reader sees. */
const toArea = (page: Page) => page.locator('a[href^="/customer"]').filter({ visible: true }).first();

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' });

  test('keeps the language of the shop at the checkout and back', async ({ page }) => {
    await page.goto('/cart');
    await page.goto('/');
    await toArea(page).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto('/fa');
    await toArea(page).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
    await expect(page.locator('.wordmark')).toHaveAttribute('href', '/fa');
  });

  test('keeps the current language when signing in', async ({ page }) => {
    await page.goto('/fa');
    await toArea(page).click();
    await page.waitForURL(/\/customer\/auth\/login/);
    await page.getByRole('textbox').first().fill('reader');
    await page.locator('input[type=password]').fill('Bookworm-2026');
    await page.locator('form button.button').click();
    await page.waitForURL((url) => !url.pathname.endsWith('/auth/login'));
    await expect(page.locator('html')).toHaveAttribute('lang', 'fa');
  });
});

test('restores a dialog draft until it is discarded or sent', async ({ page }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fmy-address');
  const open = () => page.getByRole('button', { name: 'Add address' }).click();
  const street = page.getByLabel('Street address');
  await open();
  await street.fill('12 Jalan Buku');
  await page.keyboard.press('Escape');
  await expect(street).toHaveCount(0);
  await page.reload();
  await open();
  await expect(street).toHaveValue('12 Jalan Buku');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(street).toHaveCount(0);
  await open();
  await expect(street).toHaveValue('');
});

test('sign-in form causes no layout shift, neither on load nor on an error', async ({ page }) => {
  await page.addInitScript(() => {
    type Shift = PerformanceEntry & { value: number };
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // To three decimals, as it is reported: a face that comes late changes the width of a word.
  const shifted = () => page.evaluate(() => (window as unknown as { shifted: number }).shifted.toFixed(3));
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/customer/auth/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Email or username').fill('reader');
    await page.getByLabel('Password', { exact: true }).fill('not-it-at-all');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    expect(await shifted()).toBe('0.000');
  }
});
