import { tabTo } from '../keyboard.ts';
import { expect, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

const ENGLISH = '/book/53/alices-adventures-in-wonderland';
const PERSIAN = '/book/329/دیوان-حافظ';
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const viewer = (page: Page) => page.getByRole('dialog', { name: /Look inside|ورق زدن/ });
const position = (page: Page) => viewer(page).getByRole('status');

test('on a wide screen the keyboard turns two pages at once, and the focus comes back', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto(ENGLISH);
  await tabTo(page, 'link', 'Look inside');
  await page.keyboard.press('Enter');
  await expect(position(page)).toHaveText('Pages 1 and 2 of 4');
  await expect(viewer(page).getByRole('img', { name: 'Page 2' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toHaveText('Pages 1 and 2 of 4');
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText('Pages 3 and 4 of 4');
  await expect(viewer(page).getByRole('img', { name: 'Page 4' })).toBeInViewport({ ratio: 0.99 });
  await expect(viewer(page).getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText('Pages 3 and 4 of 4');
  await page.keyboard.press('Home');
  await expect(position(page)).toHaveText('Pages 1 and 2 of 4');
  await page.keyboard.press('End');
  await expect(position(page)).toHaveText('Pages 3 and 4 of 4');
  for (let stops = 0; stops < 6; stops += 1) {
    await page.keyboard.press('Tab');
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'Look inside' })).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(ENGLISH);
  await page.keyboard.press('Enter');
  await expect(position(page)).toHaveText('Pages 3 and 4 of 4');
});

test('on a phone one page is turned at a time, by key, button and finger, right to left', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto(encodeURI(`/fa${PERSIAN}`));
  await page.getByRole('link', { name: 'ورق بزنید' }).click();
  await expect(position(page)).toHaveText('صفحهٔ ۱ از ۴');
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toHaveText('صفحهٔ ۲ از ۴');
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toHaveText('صفحهٔ ۳ از ۴');
  await expect(viewer(page).getByRole('img', { name: 'صفحهٔ ۳' })).toBeInViewport({ ratio: 0.99 });
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText('صفحهٔ ۲ از ۴');
  await viewer(page).getByRole('button', { name: 'صفحهٔ بعد' }).click();
  await expect(position(page)).toHaveText('صفحهٔ ۳ از ۴');
  const next = await viewer(page).getByRole('button', { name: 'صفحهٔ بعد' }).boundingBox();
  const previous = await viewer(page).getByRole('button', { name: 'صفحهٔ قبل' }).boundingBox();
  expect(next!.x).toBeLessThan(previous!.x);
  await expect(viewer(page).getByRole('img', { name: 'صفحهٔ ۳' })).toBeInViewport({ ratio: 0.99 });
  await page.mouse.move(200, 400);
  await page.mouse.wheel(-PHONE.width, 0);
  await expect(position(page)).toHaveText('صفحهٔ ۴ از ۴');
  await viewer(page).getByRole('button', { name: 'بستن' }).click();
  await expect(viewer(page)).toBeHidden();
});

test('Back closes the open pages and stays at the book, Forward opens them again, and closing leaves no trace', async ({
  page,
}) => {
  await page.goto('/');
  await page.goto(ENGLISH);
  const link = page.getByRole('link', { name: 'Look inside' });
  await link.click();
  await expect(viewer(page)).toBeVisible();
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  await expect(link).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(ENGLISH);
  await page.goForward();
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await link.click();
  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('pages that are opened again while closing them leaves the history stay open', async ({ page }) => {
  await page.goto('/');
  await page.goto(ENGLISH);
  const link = page.getByRole('link', { name: 'Look inside' });
  await link.click();
  await expect(viewer(page)).toBeVisible();
  await link.evaluate(async (element: HTMLElement) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog.viewer')!;
    const { promise: hasLeft, resolve } = Promise.withResolvers<void>();
    addEventListener('popstate', () => setTimeout(resolve), { once: true });
    dialog.addEventListener('close', () => element.click(), { once: true });
    dialog.close();
    await hasLeft;
  });
  await expect(viewer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('a book is turned in the direction of its own language, whatever that of the page', async ({ page }) => {
  await page.setViewportSize(PHONE);
  for (const [path, forward] of [
    [PERSIAN, 'ArrowLeft'],
    [`/fa${ENGLISH}`, 'ArrowRight'],
  ] as const) {
    await page.goto(encodeURI(path));
    await page.locator('.look-link').click();
    await expect(position(page)).toHaveText(/^(Page 1 of 4|صفحهٔ ۱ از ۴)$/);
    await page.keyboard.press(forward);
    await expect(position(page)).toHaveText(/^(Page 2 of 4|صفحهٔ ۲ از ۴)$/);
  }
});

test('nothing of it loads before it is opened, and its pages have their places before they load', async ({ page }) => {
  const asked: string[] = [];
  const { promise: isLoading, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/samples/*', async (route) => {
    asked.push(route.request().url());
    await isLoading;
    await route.continue();
  });
  await page.setViewportSize(DESKTOP);
  await page.goto(ENGLISH, { waitUntil: 'networkidle' });
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Look inside' }).click();
  const first = viewer(page).getByRole('img', { name: 'Page 1' });
  await expect(first).toBeVisible();
  const before = await first.boundingBox();
  expect(before!.height).toBeGreaterThan(DESKTOP.height * 0.7);
  load();
  await expect.poll(() => first.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await first.boundingBox()).toEqual(before);
});

test('without scripts the link leads to the pages below each other', async ({ browser }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: process.env.SHOP_URL!,
    viewport: PHONE,
  });
  const page = await context.newPage();
  await page.goto(ENGLISH);
  await page.getByRole('link', { name: 'Look inside' }).click();
  await expect(page).toHaveURL(/\/look-inside$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Look inside “\u2068Alice’s Adventures in Wonderland\u2069”',
  );
  const tops = [];
  for (let number = 1; number <= 4; number += 1)
    tops.push((await page.getByRole('img', { name: `Page ${number}`, exact: true }).boundingBox())!.y);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  await page.getByRole('link', { name: 'Back to the book' }).click();
  await expect(page).toHaveURL(new RegExp(`${ENGLISH}$`));
  await context.close();
});

for (const [theme, path] of [
  ['light', ENGLISH],
  ['dark', `/fa${PERSIAN}`],
] as const)
  test(`the open viewer has no accessibility violations (${theme})`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await page.goto(encodeURI(path));
    await page.locator('.look-link').click();
    await expect(position(page)).toHaveText(/4|۴/);
    expect(await violations(page)).toEqual([]);
  });
