import { STATUS_PAGES } from '../../../web/customer/auth/guard.ts';
import { expect, signIn, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

const SHOP = [
  '/',
  '/browse?q=anne',
  '/book/1/anne-of-green-gables',
  '/book/53/alices-adventures-in-wonderland/look-inside',
  '/cart',
  '/author/l-m-montgomery',
  '/series/discworld',
  '/subject',
  '/subject/FBC',
  '/publisher/Gollancz',
  '/language',
  '/language/ms',
  '/new',
  '/forthcoming',
  '/delivery',
  '/returns',
  '/contact',
  '/privacy',
  '/no-such-page',
  '/browse?q=zzyzx+quux',
  '/request-title',
  '/request-title/sent',
  '/notify/sent',
  '/alerts/unknown',
  '/customer/auth/login',
  '/customer/auth/register',
  '/customer/auth/forget-password',
];
const AREA = [
  '/dashboard',
  '/my-orders',
  '/my-orders?order=BK-100001',
  '/my-address',
  '/wish-list',
  '/alerts',
  '/my-transactions',
  '/lists',
  '/my-books',
  '/reviews',
  '/profile',
  '/tickets',
  '/checkout',
  ...STATUS_PAGES.map((name) => `/pages/${name}`),
];
/** Where the page's first button that opens a dialog leads to a form. */
const FORMS = ['/my-address', '/my-orders?order=BK-100003'];
const LOOKS = [
  { theme: 'light', locale: 'en' },
  { theme: 'dark', locale: 'fa' },
] as const;

/** Everything on the page as it is, and its contrast in the other theme. */
async function expectNone(page: Page, path: string): Promise<void> {
  // What the sticky header covers in part would count as too small a target.
  await page.evaluate(() => scrollTo({ top: 0 }));
  expect([path, await violations(page)]).toEqual([path, []]);
  await turnLights(page);
  expect([path, 'in the other theme', await violations(page, { rules: ['color-contrast'] })]).toEqual([
    path,
    'in the other theme',
    [],
  ]);
}

/** Changes the theme at once: a colour on its way to another would be measured on its way. */
async function turnLights(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

test.describe.configure({ timeout: 180_000 });

for (const { theme, locale } of LOOKS) {
  test(`the shop has no accessibility violations (${theme}, ${locale})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    for (const path of SHOP) {
      await page.goto(locale === 'fa' && !path.startsWith('/customer') ? `/fa${path === '/' ? '' : path}` : path);
      await expect(page.locator('h1')).toBeVisible();
      await expectNone(page, path);
    }
  });

  test(`the customer area has no accessibility violations (${theme}, ${locale})`, async ({ page }) => {
    await signIn(page);
    await page.evaluate(
      ([one, other]) => {
        localStorage.setItem('theme', one!);
        localStorage.setItem('locale', other!);
      },
      [theme, locale],
    );
    for (const path of AREA) {
      await page.goto(`/customer${path}`);
      await expect(page.locator('h1').first()).toBeVisible();
      await expectNone(page, path);
      expect([path, await violations(page, { rules: ['label-content-name-mismatch'] })]).toEqual([path, []]);
      await expect(page.locator(':is(h1, h2, h3, h4):visible').first()).toHaveJSProperty('tagName', 'H1');
    }
    for (const path of FORMS) {
      await page.goto(`/customer${path}`);
      await page.locator('main [aria-haspopup=dialog]').first().click();
      await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
      await expectNone(page, `the form of ${path}`);
    }
    await page.goto('/customer/tickets?new=1');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await expectNone(page, 'a new ticket');
    await page.keyboard.press('Escape');
    await page.locator('.ticket-list a').first().click();
    await expect(page.locator('.replies')).toBeVisible();
    await expectNone(page, 'a ticket');
    await expect(page.locator(':is(h1, h2, h3, h4):visible').first()).toHaveJSProperty('tagName', 'H1');
  });
}
