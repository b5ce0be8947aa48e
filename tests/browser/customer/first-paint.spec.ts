import { expect, PASSWORD, signIn, test, type Page } from '../shop.ts';

/* What the server rendered is the page: it stands before the script, and what is typed there stays. */

/** Holds the area's script back until `release`. */
async function holdScript(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/customer/assets/start-*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** From then on only the frame of this visitor is seen. */
const isStyled = (page: Page) => page.waitForFunction(() => document.styleSheets.length > 0);
const isReady = (page: Page) => page.waitForFunction(() => 'ready' in document.documentElement.dataset);

/** Adds up how much moves from the moment that the next page begins to load. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    const add = (entries: PerformanceEntryList) => {
      for (const { value } of entries as (PerformanceEntry & { value: number })[]) sum += value;
      return sum;
    };
    const observer = new PerformanceObserver((list) => void add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { sumOfShifts: () => add(observer.takeRecords()) });
  });
  return () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return (window as unknown as { sumOfShifts: () => number }).sumOfShifts();
    });
}

test('a sign-in that is typed and sent before the script has come signs in', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/customer/auth/login?to=%2Fmy-address', { waitUntil: 'commit' });
  await page.getByLabel('Email or username').fill('reader');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(new URL(page.url()).search).toBe('?to=%2Fmy-address');
  release();
  await page.waitForURL('**/customer/my-address');
});

test('a registration keeps its fields, its elements and its focus when the script comes', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/customer/auth/register?to=%2Fcheckout', { waitUntil: 'commit' });
  const email = page.locator('main input[type=email]');
  await email.fill('early@example.com');
  const before = await email.elementHandle();
  release();
  await isReady(page);
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('early@example.com');
  expect(await email.evaluate((element, one) => element === one, before)).toBe(true);
  await expect(page.locator('main').getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', /to=%2Fcheckout$/);
  await page.reload();
  await isReady(page);
  await expect(email).toHaveValue('early@example.com');
});

test.describe('a reader of Persian', () => {
  test.use({ locale: 'fa' });
  test('sees the page in Persian, right to left, without a shift', async ({ page }) => {
    const shifted = await watchShifts(page);
    const release = await holdScript(page);
    await page.goto('/customer/auth/login', { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeVisible();
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    const title = await page.locator('h1').textContent();
    release();
    await isReady(page);
    expect(await page.locator('h1').textContent()).toBe(title);
    expect(await shifted()).toBeLessThan(0.01);
  });
});

test('a language that was chosen is the language of the next first paint, and no other is ever shown', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'de'));
  const release = await holdScript(page);
  await page.goto('/customer/auth/login', { waitUntil: 'commit' });
  await expect(page.locator('h1')).toBeHidden();
  release();
  await expect(page.locator('h1')).toHaveText('Willkommen zurück');
  await page.reload();
  expect(await page.evaluate(() => 'stale' in document.documentElement.dataset)).toBe(false);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('the checkout of an empty cart stands before its script, and nothing moves when that comes', async ({ page }) => {
  const release = await holdScript(page);
  await page.goto('/customer/checkout', { waitUntil: 'commit' });
  await isStyled(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Browse books' });
  await expect(link).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const before = await link.boundingBox();
  release();
  await isReady(page);
  expect(await link.boundingBox()).toEqual(before);
});

test('a customer’s page has its frame before its script; what was pressed in it is done, and a guest gets none', async ({
  page,
  context,
}) => {
  await signIn(page);
  const release = await holdScript(page);
  await page.goto('/customer/my-orders', { waitUntil: 'commit' });
  await isStyled(page);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('My orders');
  await expect(page.getByRole('heading', { level: 1, name: 'My orders' })).toBeVisible();
  await page.getByRole('button', { name: /Search/ }).click();
  release();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.unroute('**/customer/assets/start-*.js');
  await context.clearCookies();
  await page.evaluate(() => localStorage.clear());
  const html = await (await context.request.get('/customer/my-orders', { headers: { accept: 'text/html' } })).text();
  expect(html).not.toContain('modulepreload');
  expect(html).not.toContain('data-for=');
});

test('the keyboard stays where it was when the page takes the place of its frame', async ({ page }) => {
  await signIn(page);
  const release = await holdScript(page);
  await page.goto('/customer/profile', { waitUntil: 'commit' });
  await isStyled(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await page.evaluate(noteFocusAtReplacement);
  release();
  await isReady(page);
  expect(await page.evaluate(() => (window as unknown as { focused: string[] }).focused)).toEqual(['Skip to content']);
  await expect(skip).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

/** What has the focus when the page has come, before any key can be pressed in it. */
function noteFocusAtReplacement(): void {
  const focused: (string | null)[] = [];
  Object.assign(window, { focused });
  new MutationObserver(() => focused.push(document.activeElement!.textContent)).observe(
    document.getElementById('app')!,
    { childList: true },
  );
}

test('the page of one order does not begin with the head of all', async ({ page }) => {
  await signIn(page);
  const release = await holdScript(page);
  await page.goto('/customer/my-orders?order=BK-100001', { waitUntil: 'commit' });
  await isStyled(page);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: /BK-100001/ })).toBeVisible();
});

test('the checkout has its frame before its script, and nothing of it is in the HTML but the shop’s words', async ({
  page,
  request,
}) => {
  await page.addInitScript(() => localStorage.setItem('cart', '[{"id":1,"vid":1,"qty":2}]'));
  const shifted = await watchShifts(page);
  const release = await holdScript(page);
  await page.goto('/customer/checkout', { waitUntil: 'commit' });
  await isStyled(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Already have an account/ })).toBeVisible();
  release();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page.locator('.cart-line img')).toBeVisible();
  // Letters of a font that comes later are up to three pixels wider: a word moves as far.
  expect(await shifted()).toBeLessThan(0.0001);
  const response = await request.get('/customer/checkout', { headers: { accept: 'text/html' } });
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-cache' });
  expect(response.headers().vary).toContain('Accept-Language, Cookie');
});
