import { openBackOffice } from '../back-office.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

type Walk = {
  /** Below `/admin`. */
  paths: readonly string[];
  /** In CSS pixels. */
  widths?: readonly number[];
  /** Brings an opened page into the state to look at. */
  prepare?: (page: Page, path: string) => Promise<void>;
};

/** Tests that pages are accessible and no wider than the screen, in English and light, and in Persian and dark. */
export function testPages(what: string, { paths, widths = [1280, 320], prepare }: Walk): void {
  for (const [locale, theme] of [
    ['en', 'light'],
    ['fa', 'dark'],
  ] as const)
    test(`${what} accessible and fit a phone: ${locale}, ${theme}`, async ({ page }) => {
      await openBackOffice(page);
      await page.evaluate(
        ([language, look]) => {
          localStorage.setItem('locale', language);
          localStorage.setItem('theme', look);
        },
        [locale, theme] as const,
      );
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        for (const path of paths) {
          await page.goto(`/admin${path}`);
          await expect(page.locator('html')).toHaveAttribute('lang', locale);
          await expect(page.locator('h1')).toBeVisible();
          await expect(page.locator('.loading')).toHaveCount(0);
          await prepare?.(page, path);
          expect([path, await violations(page)]).toEqual([path, []]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect([path, width, overflow]).toEqual([path, width, 0]);
        }
      }
    });
}
