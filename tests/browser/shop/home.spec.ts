import { tabTo } from '../keyboard.ts';
import { expect, test } from '../shop.ts';

for (const width of [320, 390, 768, 1280])
  test(`covers are not clipped and the subject grid has no gaps (${width})`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/', '/fa']) {
      await page.goto(path);
      const outside = await page.locator('.hero-covers img').evaluateAll((covers) =>
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
    .locator('.hero-covers a, .card-link')
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
  await expect(page.getByRole('link', { name: 'See all: For young readers' })).toBeFocused();
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
