import { openBackOffice } from '../back-office.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';
import { testPages } from './walk-pages.ts';

test.describe.configure({ mode: 'serial' });

const publish = async (page: Page) => {
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByText('Published. Readers see it now.').first()).toBeVisible();
};

test('an announcement stands above the shop without scripts, folds away, and is over when it is removed', async ({
  page,
  browser,
}) => {
  const words = `Free delivery today (${Date.now()})`;
  await openBackOffice(page, '/admin/content/announcements');
  await page.getByRole('button', { name: 'Add an announcement' }).press('Enter');
  const item = page.getByRole('group', { name: 'Announcement 1' });
  await item.getByLabel('Text', { exact: true }).fill(words);
  await item.getByLabel('Link inside the shop').fill('/delivery');
  await publish(page);
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 320],
  ] as const) {
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL!,
      javaScriptEnabled: colorScheme === 'light',
      colorScheme,
      viewport: { width, height: 700 },
    });
    const shop = await context.newPage();
    const bar = shop.getByRole('complementary', { name: 'Announcement' });
    await expect(async () => {
      await shop.goto('/new');
      await expect(bar.getByRole('link', { name: words })).toHaveAttribute('href', '/delivery', { timeout: 1000 });
    }).toPass();
    if (colorScheme === 'light') expect(await violations(shop, { within: '.announcement' })).toEqual([]);
    expect(await shop.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
    await bar.locator('summary').press('Enter');
    await expect(bar.getByRole('link')).toBeHidden();
    await expect(bar.getByText('Show the announcement')).toBeVisible();
    await context.close();
  }
  await item.getByRole('button', { name: 'Remove' }).press('Enter');
  await publish(page);
  await expect(async () => expect(await (await page.request.get('/new')).text()).not.toContain(words)).toPass();
});

test('menus are ordered by keyboard and by dragging, and are those of every shop again', async ({ page, context }) => {
  await openBackOffice(page, '/admin/content/menus');
  const menu = page.getByRole('region', { name: 'Footer: help' });
  const entry = (place: number) => menu.getByRole('group', { name: `Entry ${place}`, exact: true });
  const pageOf = (place: number) => entry(place).getByRole('combobox', { name: 'Page', exact: true });
  await entry(1).getByRole('button', { name: 'Move down' }).press('Enter');
  await expect(pageOf(1)).toHaveValue('returns');
  const handle = entry(3).getByRole('button', { name: 'Drag to another place' });
  await handle.scrollIntoViewIfNeeded();
  await handle.hover();
  await page.mouse.down();
  await entry(2).getByText('Entry 2').hover();
  await page.mouse.up();
  await expect(pageOf(2)).toHaveValue('contact');
  await menu.getByRole('button', { name: 'Add an entry' }).press('Enter');
  const added = entry(7);
  await added.getByLabel('Leads to').selectOption('address');
  await added.getByLabel('Address, such as').fill('https://example.org/');
  await added.getByLabel('Label (optional)', { exact: true }).fill('Our blog');
  await publish(page);
  const shop = await context.newPage();
  const links = shop.getByRole('contentinfo').getByRole('navigation', { name: 'Help' }).getByRole('link');
  await expect(async () => {
    await shop.goto('/new');
    await expect(links.last()).toHaveText('Our blog', { timeout: 1000 });
  }).toPass();
  expect((await links.allTextContents()).slice(0, 3)).toEqual(['Returns', 'Contact us', 'Delivery']);
  await page.getByRole('button', { name: 'Return to the menus of every shop' }).press('Enter');
  await expect(pageOf(1)).toHaveValue('delivery');
});

testPages('pages about announcements and menus are', {
  paths: ['/content/announcements', '/content/menus'],
});
