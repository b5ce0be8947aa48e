import { tabTo } from '../keyboard.ts';
import { expect, test } from '../shop.ts';

for (const width of [320, 390, 768, 1280])
  test(`covers are not clipped and the subject grid has no gaps (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/fa']) {
      await page.goto(path);
      const outside = await page.locator('.featured img, .band img, .big-cover img, .picks img').evaluateAll((covers) =>
        covers.flatMap((cover) => {
          const { left, right } = cover.getBoundingClientRect();
          return left < 0 || right > document.documentElement.clientWidth ? [[left, right]] : [];
        }),
      );
      expect([path, outside]).toEqual([path, []]);
      const rows = await page.locator('.subject-tree > section').evaluateAll((sections) => {
        const tops = sections.map((section) => Math.round(section.getBoundingClientRect().top));
        return [...new Set(tops)].map((top) => tops.filter((one) => one === top).length);
      });
      expect(new Set(rows).size).toBe(1);
    }
  });

test('lists no title twice', async ({ page }) => {
  await page.goto('/');
  const books = await page
    .locator('.card-link, .band .title-link a, .featured .title-link a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(books.length).toBeGreaterThan(40);
  expect(books.length).toBe(new Set(books).size);
});

for (const path of ['/', '/fa'])
  test(`shelf arrows scroll to both ends (${path})`, async ({ page }) => {
    await page.goto(path);
    const frame = page.locator('.carousel-viewport').first();
    const [back, on] = [frame.locator('.is-before'), frame.locator('.is-after')];
    const first = frame.locator('li').first();
    await expect(back).toBeHidden();
    await on.click();
    await expect(first).not.toBeInViewport();
    await expect(back).toBeVisible();
    await on.click();
    await expect(frame.locator('li').last()).toBeInViewport();
    await expect(on).toBeHidden();
    await back.click();
    await expect(first).toBeInViewport();
    await expect(back).toBeHidden();
  });

test('skips a shelf by keyboard', async ({ page }) => {
  await page.goto('/');
  await tabTo(page, 'link', 'Skip “Timeless classics”');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'See all: Books in other languages' })).toBeFocused();
});

test('skips no heading level', async ({ page }) => {
  for (const path of ['/', '/browse', '/book/1/anne-of-green-gables', '/cart', '/wish-list', '/contact', '/nowhere']) {
    await page.goto(path);
    const levels = await page
      .locator('h1, h2, h3, h4')
      .evaluateAll((headings) => headings.map((heading) => Number(heading.tagName[1])));
    expect([path, levels[0]]).toEqual([path, 1]);
    expect([path, levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)]).toEqual([path, []]);
  }
});

test('buttons of a card are there for the pointer and for the keyboard', async ({ page }) => {
  await page.goto('/');
  const card = page.locator('.card').first();
  const actions = card.locator('.card-actions');
  await expect(actions).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(actions).toHaveCSS('opacity', '1');
  await page.mouse.move(0, 0);
  await expect(actions).toHaveCSS('opacity', '0');
  await card.getByRole('link').focus();
  await expect(actions).toHaveCSS('opacity', '1');
});

test('a browser remembers what was viewed and what comes next, until that is cleared', async ({ page }) => {
  const requests: string[] = [];
  await page.goto('/fa/book/2/anne-of-avonlea');
  await page.goto('/book/1/anne-of-green-gables');
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto('/');
  const shelf = page.getByRole('region', { name: 'Recently viewed' });
  await expect(shelf.getByRole('link')).toHaveText(['Anne of the Island', 'Anne of Green Gables', 'Anne of Avonlea']);
  await expect(shelf.getByRole('listitem').first()).toContainText('Next in Anne of Green Gables');
  await expect(shelf.getByRole('link').last()).toHaveAttribute('href', '/book/2/anne-of-avonlea');
  expect(requests.filter((path) => path.startsWith('/api'))).toEqual([]);
  await shelf.getByRole('button', { name: 'Clear list' }).click();
  await expect(shelf).toBeHidden();
  await page.reload();
  await expect(shelf).toBeHidden();
});

test('what a browser remembers wrongly is left out', async ({ page }) => {
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('viewed', '[{"path":"javascript:alert(1)","title":"x"}]'));
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Recently viewed' }).getByRole('link')).toHaveCount(0);
});
