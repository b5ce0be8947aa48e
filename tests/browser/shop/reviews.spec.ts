import { expect, signIn, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

async function pathOf(page: Page, title: string): Promise<string> {
  const { rows } = await (await page.request.get(`/api/site/products?q=${encodeURIComponent(title)}`)).json();
  return `/book/${rows[0].id}/${rows[0].slug}`;
}

const APPEARANCES = [
  { locale: '', theme: 'light' },
  { locale: '/fa', theme: 'dark' },
] as const;

for (const { locale, theme } of APPEARANCES)
  test(`reviews are accessible: ${locale || '/en'}, ${theme}`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await signIn(page);
    await page.goto(locale + (await pathOf(page, 'Jane Eyre')));
    await page.locator('#reviews details summary').click();
    await page.locator('#reviews').scrollIntoViewIfNeeded();
    expect(await violations(page, { within: '#reviews' })).toEqual([]);
    for (const path of ['/customer/reviews', `/customer/reviews/write/${await reviewedId(page)}`]) {
      await page.goto(path);
      await expect(page.locator('.own-review, .review-form').first()).toBeVisible();
      expect([path, await violations(page)]).toEqual([path, []]);
    }
  });

async function reviewedId(page: Page): Promise<string> {
  return (await pathOf(page, 'The Handmaid’s Tale')).split('/')[2]!;
}

test('a reader filters by stars and unfolds a spoiler by keyboard, without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL! });
  const page = await context.newPage();
  await page.goto(await pathOf(page, 'Jane Eyre'));
  const reviews = page.getByRole('region', { name: 'Reviews' });
  await reviews.getByRole('link', { name: '4 stars' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?rating=4#reviews$/);
  await expect(reviews.getByRole('article')).toHaveCount(1);
  await reviews.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(reviews.getByText('comes back as his equal')).toBeVisible();
  await expect(reviews.getByRole('button', { name: 'Helpful' })).toBeHidden();
  await context.close();
});

test('a guest who finds a review helpful signs in first; a customer votes and takes the vote back', async ({
  page,
}) => {
  const path = await pathOf(page, 'Sapiens');
  await page.goto(path);
  const vote = () => page.getByRole('article', { name: 'Parisa A.' }).getByRole('button', { name: 'Helpful' });
  await vote().click();
  await page.waitForURL(/\/customer\/auth\/login\?back=/);
  await signIn(page);
  await page.goto(path);
  const mine = page.getByRole('article', { name: 'Wei T.' }).getByRole('button', { name: 'Helpful' });
  await expect(mine).toHaveAttribute('aria-pressed', 'true');
  await expect(vote()).toHaveText(/Helpful 2/);
  await vote().press('Enter');
  await expect(vote()).toHaveAttribute('aria-pressed', 'true');
  await expect(vote()).toHaveText(/Helpful 3/);
  await vote().press('Enter');
  await expect(vote()).toHaveText(/Helpful 2/);
});

test('a customer writes a review by keyboard, sees it in the shop, and deletes it', async ({ page }) => {
  await signIn(page);
  const path = await pathOf(page, 'The Great Gatsby');
  await page.goto(path);
  await page.getByRole('link', { name: 'Write a review' }).click();
  await page.getByRole('radio', { name: '1 star: not for me' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A party that nobody enjoys, told by somebody who cannot leave.');
  await page.getByRole('button', { name: 'Publish review' }).press('Enter');
  await expect(page.getByText('Your review is published. Thank you!')).toBeVisible();
  await page.goto(path);
  const review = page.getByRole('region', { name: 'Reviews' }).getByRole('article', { name: 'Aisyah R.' });
  await expect(review.getByText('3 out of 5 stars')).toBeAttached();
  await expect(review.getByRole('button', { name: 'Helpful' })).toBeHidden();
  await page.goto('/customer/reviews');
  const own = page.getByRole('article', { name: 'The Great Gatsby' });
  await own.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toHaveCount(0);
});
