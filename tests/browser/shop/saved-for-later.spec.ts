import { fillCart, linesOf, stored } from '../cart-and-order.ts';
import { expect, signIn, test, type Page } from '../shop.ts';

const saved = (page: Page) => page.getByRole('region', { name: 'Saved for later' });
const cart = (page: Page) => page.getByRole('list', { name: 'Your cart' });

test('a guest saves a title for later, which joins the account when they sign in', async ({ page, context }) => {
  const [first, second] = await linesOf(page, 'subject=FBC', 2);
  await fillCart(page, [first!, second!]);
  await page.goto('/cart');
  await page.getByRole('button', { name: new RegExp(`Save for later: .*${second!.title}`) }).click();
  await expect(cart(page).getByRole('listitem').filter({ hasText: second!.title })).toHaveCount(0);
  await expect(cart(page)).toBeFocused();
  await page.reload();
  await expect(saved(page)).toContainText(second!.title);
  await signIn(page, 'newcomer');
  await page.goto('/cart');
  await expect(saved(page)).toContainText(second!.title);
  expect(await stored(page, 'savedLines')).toBeNull();
  const other = await context.newPage();
  await other.goto('/cart');
  await saved(other).getByRole('button', { name: 'Move to cart' }).click();
  await expect(cart(other)).toContainText(second!.title);
  await page.reload();
  await expect(cart(page)).toContainText(second!.title);
  await expect(saved(page)).toHaveCount(0);
});

test('the cart offers the next volume of a series, with scripts and without', async ({ page, browser }) => {
  const rows = (await (await page.request.get('/api/site/products?series=discworld&limit=100')).json()).rows;
  const [first] = rows
    .filter((row: { vid: number | null }) => row.vid !== null)
    .toSorted((a: { series: { number: string } }, b: typeof a) => Number(a.series.number) - Number(b.series.number));
  await fillCart(page, [{ id: first.id, vid: first.vid, qty: 1 }]);
  await page.goto('/cart');
  const next = page.getByRole('region', { name: 'Next in the series' });
  const title = await next.getByRole('link').textContent();
  await next.getByRole('button').click();
  await expect(cart(page)).toContainText(title!);
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL! });
  const plainPage = await plain.newPage();
  await plain.addCookies([{ name: 'cart', value: `${first.id}.${first.vid}.1`, url: process.env.SHOP_URL! }]);
  await plainPage.goto('/cart');
  await plainPage.getByRole('button', { name: new RegExp(`Add to cart: .*${title}`) }).click();
  await expect(plainPage.locator('.cart-line', { hasText: title! })).toBeVisible();
  await plain.close();
});
