import { readFileSync } from 'node:fs';
import { readPdf } from '../read-pdf.ts';
import { expect, signIn, test, type Page } from './shop.ts';

const cards = (page: Page) => page.locator('.order-card');

async function openOrders(page: Page, query = ''): Promise<void> {
  await signIn(page);
  await page.goto(`/customer/my-orders${query}`);
}

/** The order of the demo's reader that has arrived. */
async function openDelivered(page: Page): Promise<string> {
  await openOrders(page, '?status=delivered');
  await cards(page).first().getByRole('link', { name: 'See the order' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Order BK-\d+$/ });
  await expect(heading).toBeVisible();
  return /BK-\d+/.exec((await heading.textContent())!)![0];
}

test('orders are searched and filtered, and the address keeps both', async ({ page }) => {
  await openOrders(page);
  await expect(cards(page).first()).toBeVisible();
  await page.getByLabel('Number, title or ISBN').fill('nineteen eighty');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=nineteen\+eighty$/);
  await expect(page.getByLabel('Number, title or ISBN')).toBeFocused();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole('heading', { name: 'On its way' })).toBeVisible();
  await expect(cards(page).getByText('EN123456789MY')).toBeVisible();
  await expect(page.getByRole('status').getByText('1 order is shown')).toBeAttached();

  await page.getByLabel('State').selectOption('Delivered');
  await expect(page.getByRole('heading', { name: 'No order of yours fits this.' })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Number, title or ISBN')).toHaveValue('nineteen eighty');
  await expect(cards(page)).toHaveCount(1);
});

test('an order is a page of its own, with where it is, why it costs what it costs, and a way back', async ({
  page,
}) => {
  const number = await openDelivered(page);
  await expect(page).toHaveURL(new RegExp(`status=delivered&order=${number}$`));
  await expect(page.getByRole('heading', { level: 2, name: 'Delivered' })).toBeVisible();
  await expect(page.locator('.timeline li')).toHaveCount(5);
  await expect(page.locator('.timeline time').first()).toHaveText(/^\d+ \w+ \d{4} at \d+:\d\d [ap]m$/);
  await expect(page.getByText(/^Member price: RM \d+\.\d\d less per copy/).first()).toBeVisible();
  await expect(page.getByText(/To postal codes 10000 to 86900/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask about this order' })).toHaveAttribute(
    'href',
    /new=1&order=[0-9a-f-]{36}/,
  );
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page).toHaveURL(/my-orders\?status=delivered$/);
  await page.goto(`/customer/my-orders?order=${number}`);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.goto('/customer/my-orders?order=BK-999999');
  await expect(page.getByText('We could not find the order BK-999999.')).toBeVisible();
});

test('buying again fills the cart and reports what could not be had', async ({ page }) => {
  await openDelivered(page);
  await page.route('**/api/site/get-cart-detail', async (route) => {
    const response = await route.fetch();
    const detail = await response.json();
    for (const product of detail.products)
      for (const variant of product.variants) if (variant.id === product.vid) variant.price += 1;
    await route.fulfill({ response, json: detail });
  });
  await page.route(/\/reorder-dialog-/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(page.getByRole('alert').getByText('This did not work')).toBeVisible();
  await page.unroute(/\/reorder-dialog-/);
  await page.getByRole('button', { name: 'Buy again' }).click();
  const report = page.getByRole('dialog', { name: 'Buy again' });
  await expect(report.getByText('One book is in your cart.')).toBeVisible();
  await expect(report.getByText(/^Now RM [\d.]+ a copy, RM [\d.]+ in this order\.$/)).toBeVisible();
  await report.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('button', { name: 'Buy again' })).toBeFocused();
  await page.unroute('**/api/site/get-cart-detail');

  await page.route('**/api/site/get-cart-detail', (route) => route.fulfill({ json: { products: [], missing: [] } }));
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(report.getByText('Nothing of this order can be had at the moment.')).toBeVisible();
  await expect(report.getByText('No longer sold.')).toBeVisible();
  await expect(report.getByRole('link', { name: 'Checkout' })).toBeHidden();
});

test('a receipt is saved as a PDF in the language of the page, once the shop allows it', async ({ page }) => {
  const number = await openDelivered(page);
  const button = page.getByRole('button', { name: 'Download the receipt' });
  await page.route(
    '**/receipt*',
    (route) =>
      route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { code: 'too_many_requests', detail: '' } }),
    { times: 1 },
  );
  await button.click();
  await expect(page.getByRole('alert').getByText('You can try again at')).toBeVisible();
  await expect(button).toBeDisabled();
  const waiting = page.waitForEvent('download');
  await button.click();
  const download = await waiting;
  expect(download.suggestedFilename()).toBe(`${number}.pdf`);
  const { pages } = readPdf(readFileSync(await download.path()));
  expect(pages.flat()).toEqual(expect.arrayContaining(['Receipt', `Order ${number}`]));
});

test('on paper an order is its words alone', async ({ page }) => {
  await openDelivered(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.sums-payable')).toBeVisible();
  for (const hidden of [
    '.side',
    '.title-bar',
    '.tools',
    '.search-button',
    '.order-actions',
    '.order-back',
    '.order-view .cover',
  ])
    await expect(page.locator(hidden).first()).toBeHidden();
});
