import { expect, type Page } from './shop.ts';

export type Line = { id: number; vid: number; qty: number };

/** The cheapest formats of titles of a subject or search, as lines of a cart. */
export async function linesOf(
  page: Page,
  query: string,
  count: number,
): Promise<(Line & { title: string; stock: number })[]> {
  const found = await (await page.request.get(`/api/site/products?${query}&in_stock=true&limit=${count}`)).json();
  const products = await Promise.all(
    found.rows.map(async ({ id }: { id: number }) => (await page.request.get(`/api/site/products/${id}`)).json()),
  );
  return products.map(({ id, title, variants }) => {
    const variant = variants.find((one: { stock: number; is_sold: boolean }) => one.is_sold && one.stock > 0);
    return { id, vid: variant.id, qty: 1, title, stock: variant.stock };
  });
}

export async function fillCart(page: Page, lines: readonly Line[]): Promise<void> {
  await page.goto('/delivery');
  const kept = lines.map(({ id, vid, qty }) => ({ id, vid, qty }));
  await page.evaluate((value) => localStorage.setItem('cart', value), JSON.stringify(kept));
  await page.reload();
}

export const placeButton = (page: Page) => page.getByRole('button', { name: /^Place order/ });
export const total = (page: Page) => page.locator('.sums-payable dd');
export const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

export async function expectPlaced(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await placeButton(page).click();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
}

type CartDetail = { products: { id: number; vid: number; variants: CartVariant[] }[] };
type CartVariant = { id: number; stock: number; price: number; original_price: number };

/** From now on the cart's details come changed. A page that is left while it waits for them gets none. */
export async function changeCartDetail(page: Page, change: (detail: CartDetail) => void): Promise<void> {
  await page.route('**/api/site/get-cart-detail', async (route) => {
    const response = await route.fetch();
    const detail: CartDetail | undefined = await response.json().catch(() => undefined);
    if (!detail) return;
    change(detail);
    await route.fulfill({ response, json: detail }).catch(() => undefined);
  });
}
