import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as axeCore from 'axe-core';
import { expect, signIn, test, type Page } from './shop.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOP = ['/', '/browse?q=anne', '/book/1/anne-of-green-gables', '/cart', '/delivery', '/no-such-page'];
const AREA = [
  '/dashboard',
  '/my-orders',
  '/my-address',
  '/wish-list',
  '/my-transactions',
  '/profile',
  '/tickets',
  '/checkout',
  '/pages/error-404',
];
const LOOKS = [
  { theme: 'light', locale: 'en' },
  { theme: 'dark', locale: 'fa' },
] as const;

for (const { theme, locale } of LOOKS) {
  test(`the shop has no accessibility violation (${theme}, ${locale})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    for (const path of SHOP) {
      await page.goto(locale === 'fa' ? `/fa${path === '/' ? '' : path}` : path);
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

/** axe runs by the debugger, which the page's policy does not bind. */
async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: AXE });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((r) => JSON.stringify(r.violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  const found = JSON.parse(String(result.value)) as axeCore.Result[];
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`);
}
