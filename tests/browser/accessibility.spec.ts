import { STATUS_PAGES } from '../../web/customer/status-pages.ts';
import { expect, signIn, test } from './shop.ts';
import { violations } from './violations.ts';

const SHOP = [
  '/',
  '/browse?q=anne',
  '/book/1/anne-of-green-gables',
  '/cart',
  '/author/l-m-montgomery',
  '/series/discworld',
  '/subject/FBC',
  '/delivery',
  '/returns',
  '/contact',
  '/privacy',
  '/no-such-page',
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
  '/my-transactions',
  '/profile',
  '/tickets',
  '/checkout',
  ...STATUS_PAGES.map((name) => `/pages/${name}`),
];
const LOOKS = [
  { theme: 'light', locale: 'en' },
  { theme: 'dark', locale: 'fa' },
] as const;

for (const { theme, locale } of LOOKS) {
  test(`the shop has no accessibility violation (${theme}, ${locale})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    for (const path of SHOP) {
      await page.goto(locale === 'fa' && !path.startsWith('/customer') ? `/fa${path === '/' ? '' : path}` : path);
      await expect(page.locator('h1')).toBeVisible();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });

  test(`the customer area has no accessibility violation (${theme}, ${locale})`, async ({ page }) => {
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
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });
}
