import { expect, signIn, test } from '../shop.ts';

/** The values of `/metrics` whose series begin so, added up. */
async function sumOf(series: string): Promise<number> {
  const text = await (await fetch(`${process.env.SHOP_URL}/metrics`)).text();
  const found = text.split('\n').filter((line) => line.startsWith(series));
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
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
  const script = page.waitForResponse(/\/reports-[^/]*\.js$/);
  await page.goto('/customer/my-orders');
  await (await script).finished();
  await page.getByRole('heading', { level: 1 }).click();
  await page.goto('/delivery');
  await expect.poll(counts).toEqual(before.map((count) => count + 1));
});

test('requests of one press are one trace', async ({ page }) => {
  await signIn(page);
  const script = page.waitForResponse(/\/reports-[^/]*\.js$/);
  await page.goto('/customer/dashboard');
  await (await script).finished();
  await page.waitForFunction(() => !/native code/.test(String(globalThis.fetch)));
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
