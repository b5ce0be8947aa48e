import { expect, signIn, test, type Page } from '../shop.ts';

/** The values of `/metrics` whose series begin so, added up. */
async function sumOf(series: string): Promise<number> {
  const text = await (await fetch(`${process.env.SHOP_URL}/metrics`)).text();
  const found = text.split('\n').filter((line) => line.startsWith(series));
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Waits for what an area loads to report: it is there when it traces requests. */
async function areaReports(page: Page): Promise<void> {
  await page.waitForFunction(() => !/native code/.test(String(globalThis.fetch)));
}

test('a failing script is reported and counted', async ({ page }) => {
  const failures = 'browser_errors_total{area="customer",kind="rejection"}';
  await page.goto('/customer/auth/login');
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const before = await sumOf(failures);
  await page.evaluate(() => {
    const event = new PromiseRejectionEvent('unhandledrejection', {
      promise: Promise.resolve(),
      reason: new Error('It broke.'),
    });
    dispatchEvent(event);
  });
  await expect.poll(() => sumOf(failures)).toBe(before + 1);
});

test('how fast a page was is reported, at the latest when it is left', async ({ page }) => {
  const vitals = ['LCP', 'TTFB'].map(
    (vital) => `browser_web_vital_seconds_count{vital="${vital}",area="customer",page="my-orders"}`,
  );
  const shifts = 'browser_layout_shift_count{area="customer",page="my-orders"}';
  const counts = () => Promise.all([...vitals, shifts].map(sumOf));
  await signIn(page);
  const before = await counts();
  await page.goto('/customer/my-orders');
  await areaReports(page);
  await page.getByRole('heading', { level: 1 }).click();
  await page.goto('/delivery');
  await expect.poll(counts).toEqual(before.map((count) => count + 1));
});

/** Has every page report, and keeps the last batch that one sends in its tab: Playwright sees no body of a beacon, nor what a page does as it is left. */
async function keepLastBatch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Math.random = () => 0;
    globalThis.Blob = class extends Blob {
      constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
        super(parts, options);
        sessionStorage.setItem('batch', String(parts[0]));
      }
    };
  });
}

test('a page of the shop reports how fast it was when it is left, under its kind', async ({ page }) => {
  const counted = () => sumOf('browser_web_vital_seconds_count{vital="LCP",area="shop",page="book"}');
  await keepLastBatch(page);
  for (const language of ['', '/fa']) {
    const before = await counted();
    await page.goto(`${language}/book/1/anne-of-green-gables`);
    await page.getByRole('heading', { level: 1 }).click();
    await page.goto('/robots.txt');
    await expect.poll(counted).toBeGreaterThan(before);
    const batch = JSON.parse(await page.evaluate(() => sessionStorage.getItem('batch')!));
    const vital = (name: string) => ({ type: 'vital', name, value: expect.any(Number), page: 'book' });
    const sorted = batch.reports.toSorted((a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name));
    expect({ ...batch, reports: sorted }).toEqual({ area: 'shop', reports: ['CLS', 'INP', 'LCP', 'TTFB'].map(vital) });
    await page.evaluate(() => sessionStorage.clear());
  }
});

test('a browser that says nothing of how it came to a page does not stop the page’s script', async ({ page }) => {
  await page.addInitScript(() => {
    Math.random = () => 0;
    performance.getEntriesByType = () => [];
  });
  await page.goto('/book/1/anne-of-green-gables');
  const button = page.getByRole('main').getByRole('button', { name: 'Add to cart', exact: true });
  await button.click();
  await expect(page.getByRole('link', { name: /Cart/ })).toContainText('1');
});

test('a page of the shop reports what fails in it', async ({ page }) => {
  const failures = (kind: string) => sumOf(`browser_errors_total{area="shop",kind="${kind}"}`);
  const before = await Promise.all(['rejection', 'chunk'].map(failures));
  await page.route(/\/search-suggestions-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.locator('[data-island=suggest]').first().focus();
  await page.evaluate(() => {
    const reason = new Error('It broke.');
    dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }));
  });
  const after = before.map((count) => count + 1);
  await expect.poll(() => Promise.all(['rejection', 'chunk'].map(failures))).toEqual(after);
});

test('requests of one press are one trace', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/dashboard');
  await areaReports(page);
  const traces = new Set<string>();
  let requests = 0;
  page.on('request', (request) => {
    const { traceparent } = request.headers();
    if (traceparent === undefined) return;
    requests += 1;
    traces.add(/^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(traceparent)![1]!);
  });
  const follow = async (name: string) => {
    const before = requests;
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name }).click();
    await expect.poll(() => requests).toBeGreaterThan(before);
  };
  await follow('My orders');
  await expect.poll(() => traces.size).toBe(1);
  await follow('Tickets');
  await expect.poll(() => traces.size).toBe(2);
});
