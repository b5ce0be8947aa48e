import type { BrowserContext } from '@playwright/test';
import type { CartLine } from '#domain/pricing/cart.ts';
import { freePort } from '../../../server/startup.ts';
import { startDemoShop } from '../demo-shop.ts';
import { expect, signIn, test as base, type Page } from '../shop.ts';

/*
 * Compares the main pages with pictures in looks/. A shop of their own shows the demo that no other test has changed, at
 * a fixed time, with plain covers: those are set in fonts of the system. The server's own dates are masked.
 */

type Look = { width: 390 | 1280; theme: 'light' | 'dark'; locale: 'en' | 'fa' };
type Visitor = 'guest' | 'member';
/** A page, what is pressed on it, and what then stands there. */
type View = { name: string; path: string; press?: string; shows: string };

const LOOKS: readonly Look[] = [
  { width: 390, theme: 'light', locale: 'en' },
  { width: 390, theme: 'dark', locale: 'fa' },
  { width: 1280, theme: 'dark', locale: 'en' },
  { width: 1280, theme: 'light', locale: 'fa' },
];
const HEIGHTS = { 390: 844, 1280: 800 };

const VIEWS: Record<Visitor, readonly View[]> = {
  guest: [
    { name: 'home', path: '/', shows: '.featured' },
    { name: 'browse', path: '/browse?subject=Y', shows: '.grid .card' },
    { name: 'book', path: '/book/1/anne-of-green-gables', shows: '.buy' },
    { name: 'cart', path: '/cart', shows: '.cart-totals .sums' },
    { name: 'checkout', path: '/customer/checkout', shows: '.checkout-summary .sums' },
    { name: 'sign-in', path: '/customer/auth/login', shows: '.auth-card form' },
  ],
  member: [
    { name: 'dashboard', path: '/customer/dashboard', shows: '.open-orders' },
    { name: 'orders', path: '/customer/my-orders', shows: '.order-card' },
    { name: 'order', path: '/customer/my-orders?order=BK-100003', shows: '.timeline' },
    {
      name: 'refund-dialog',
      path: '/customer/my-orders?order=BK-100003',
      press: '.refund-request button',
      shows: '.dialog .refund-lines',
    },
  ],
};

/** When the demo begins, for every date that a page shows. */
const NOW = new Date('2026-03-18T02:10:00Z');
const HOUR = 3_600_000;
/** Responses with dates. The demo's history happened whole hours before the shop opened. */
const DATED = /\/(api\/dashboard|api\/orders\/|customer\/order\?)/;
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const PLAIN_COVER =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 3"><path fill="#8c7a5c" d="M0 0h2v3H0z"/></svg>';
const CART: readonly CartLine[] = [
  { id: 1, vid: 1, qty: 2 },
  { id: 2, vid: 5, qty: 1 },
];

type LookShop = { url: string; openedAt: number; member: Awaited<ReturnType<BrowserContext['storageState']>> };

const test = base.extend<{ visitor: Visitor }, { shop: LookShop }>({
  shop: [
    async ({ browser }, use) => {
      const openedAt = Date.now();
      const { url, close } = await startDemoShop(await freePort());
      const context = await browser.newContext({ baseURL: url });
      await signIn(await context.newPage());
      await use({ url, openedAt, member: await context.storageState() });
      await context.close();
      await close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  visitor: ['guest', { option: true }],
  baseURL: async ({ shop }, use) => use(shop.url),
  storageState: async ({ shop, visitor }, use) => use(visitor === 'member' ? shop.member : undefined),
});

// One worker takes all pictures: each other one would start a shop of its own.
test.describe.configure({ mode: 'default' });
test.skip(process.platform !== 'linux', 'Other systems draw text differently.');

for (const { width, theme, locale } of LOOKS)
  for (const visitor of ['guest', 'member'] as const)
    test.describe(`at ${width} pixels, ${theme}, in ${locale}, as a ${visitor}`, () => {
      test.use({ visitor, viewport: { width, height: HEIGHTS[width] }, colorScheme: theme, reducedMotion: 'reduce' });
      for (const view of VIEWS[visitor])
        test(`the picture of ${view.name} is the same`, async ({ page, shop }) => {
          await page.addInitScript(fillStorage, {
            theme,
            locale,
            cart: JSON.stringify(visitor === 'guest' ? CART : []),
          });
          await makeSteady(page, shop);
          await open(page, view, locale);
          const mask = [page.locator('[data-promise]')];
          await expect(page).toHaveScreenshot(`${view.name}-${width}-${theme}-${locale}.png`, { mask });
          // A page that reads again what it shows may be closed in between.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
        });
    });

function fillStorage(entries: Record<string, string>): void {
  for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
}

/** Takes out of a page what differs from day to day and from machine to machine. */
async function makeSteady(page: Page, { openedAt }: LookShop): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.route('**/covers/*', (route) => route.fulfill({ contentType: 'image/svg+xml', body: PLAIN_COVER }));
  const moved = (time: string) => {
    const then = Date.parse(time) - openedAt + NOW.getTime();
    return new Date(Math.floor(then / HOUR) * HOUR).toISOString();
  };
  await page.route(DATED, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(ISO_TIME, moved) });
  });
}

async function open(page: Page, { path, press, shows }: View, locale: Look['locale']): Promise<void> {
  const isShop = !path.startsWith('/customer');
  await page.goto(isShop && locale === 'fa' ? `/fa${path === '/' ? '' : path}` : path);
  if (press) await page.locator(press).first().click();
  await expect(page.locator(shows).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(async () => document.fonts.ready);
}
