import { changeCartDetail } from '../cart-and-order.ts';
import { readFileSync } from 'node:fs';
import { readPdf } from '../../read-pdf.ts';
import { expect, signIn, test, type Page } from '../shop.ts';
import { changeTwoFilters } from '../two-filters.ts';

const cards = (page: Page) => page.locator('.order-card');

async function openOrders(page: Page, query = ''): Promise<void> {
  await signIn(page);
  await page.goto(`/customer/my-orders${query}`);
}

/** The order of the demo's reader that has arrived. */
async function openDelivered(page: Page): Promise<string> {
  await openOrders(page, '?status=delivered');
  await cards(page).first().getByRole('link', { name: 'View order' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Order BK-\d+$/ });
  await expect(heading).toBeVisible();
  return /BK-\d+/.exec((await heading.textContent())!)![0];
}

test('searches and filters orders by the URL', async ({ page }) => {
  await openOrders(page);
  await expect(cards(page).first()).toBeVisible();
  await page.getByLabel('Order number, title or ISBN').fill('nineteen eighty');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?q=nineteen\+eighty$/);
  await expect(page.getByLabel('Order number, title or ISBN')).toBeFocused();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByText('On its way', { exact: true })).toBeVisible();
  await expect(cards(page).getByText('EN123456789MY')).toBeVisible();
  await expect(page.getByRole('status').getByText('1 order', { exact: true })).toBeAttached();

  await page.getByLabel('Status').selectOption('Delivered');
  await expect(page.getByRole('heading', { name: 'No orders found.' })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Order number, title or ISBN')).toHaveValue('nineteen eighty');
  await expect(cards(page)).toHaveCount(1);
});

test('two filters of a list changed in the same moment both hold', async ({ page }) => {
  await signIn(page);
  for (const [list, filter] of [
    ['my-orders', 'status'],
    ['my-books', 'sort'],
    ['my-transactions', 'kind'],
    ['tickets', 'category'],
  ] as const) {
    await page.goto(`/customer/${list}`);
    await page.waitForFunction(() => 'ready' in document.documentElement.dataset);
    const chosen = await changeTwoFilters(page);
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get('q') === '978');
    expect([list, new URL(page.url()).searchParams.get(filter)]).toEqual([list, chosen]);
  }
});

test('order page shows status, price breakdown and a link back', async ({ page }) => {
  const number = await openDelivered(page);
  await expect(page).toHaveURL(new RegExp(`status=delivered&order=${number}$`));
  await expect(page.getByRole('heading', { level: 2, name: 'Delivered' })).toBeVisible();
  await expect(page.locator('.timeline li')).toHaveCount(5);
  await expect(page.locator('.timeline time').first()).toHaveText(/^\d+ \w+ \d{4} at \d+:\d\d [ap]m$/);
  await expect(page.getByText(/^Member price: RM \d+\.\d\d less per copy/).first()).toBeVisible();
  await expect(page.getByText(/Postal codes 10000 to 86900/)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ask about this order' })).toHaveAttribute(
    'href',
    /new=1&order=[0-9a-f-]{36}/,
  );
  await page.getByRole('link', { name: 'All orders' }).click();
  await expect(page).toHaveURL(/my-orders\?status=delivered$/);
  await page.goto(`/customer/my-orders?order=${number}`);
  await expect(page.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await page.goto('/customer/my-orders?order=BK-999999');
  await expect(page.getByText('We couldn’t find order BK-999999.')).toBeVisible();
});

test('reorders into the cart and reports unavailable items', async ({ page }) => {
  await openDelivered(page);
  await changeCartDetail(page, (detail) => {
    for (const product of detail.products)
      for (const variant of product.variants) if (variant.id === product.vid) variant.price += 1;
  });
  await page.route(/\/reorder-dialog-/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible();
  await page.unroute(/\/reorder-dialog-/);
  await page.getByRole('button', { name: 'Buy again' }).click();
  const report = page.getByRole('dialog', { name: 'Buy again' });
  await expect(report.getByText('1 book was added to your cart.')).toBeVisible();
  await expect(report.getByText(/^Now RM [\d.]+ each, RM [\d.]+ in this order\.$/)).toBeVisible();
  await report.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page.getByRole('button', { name: 'Buy again' })).toBeFocused();
  await page.unroute('**/api/site/get-cart-detail');

  await page.route('**/api/site/get-cart-detail', (route) => route.fulfill({ json: { products: [], missing: [] } }));
  await page.getByRole('button', { name: 'Buy again' }).click();
  await expect(report.getByText('Nothing from this order is available at the moment.')).toBeVisible();
  await expect(report.getByText('No longer available.')).toBeVisible();
  await expect(report.getByRole('link', { name: 'Checkout' })).toBeHidden();
});

test('downloads the receipt as a PDF in the language of the page', async ({ page }) => {
  const number = await openDelivered(page);
  const button = page.getByRole('button', { name: 'Download receipt' });
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

test('prints an order without navigation', async ({ page }) => {
  await openDelivered(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.sums-payable')).toBeVisible();
  for (const hidden of [
    '.sidebar',
    '.title-bar',
    '.tools',
    '.site-search',
    '.order-actions',
    '.order-back',
    '.order-view .cover',
  ])
    await expect(page.locator(hidden).first()).toBeHidden();
});
