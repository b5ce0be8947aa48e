import type { Locator } from '@playwright/test';
import { changeCartDetail, expectPlaced, fillCart, linesOf, placeButton, stored, total } from '../cart-and-order.ts';
import { expect, test } from '../shop.ts';
import { writeAddress } from '../write-address.ts';

test('reduces the quantity to the stock and continues the checkout', async ({ page }) => {
  const [line] = await linesOf(page, 'q=hobbit', 1);
  await changeCartDetail(page, (detail) => {
    for (const { variants } of detail.products) for (const one of variants) one.stock = 1;
  });
  await fillCart(page, [{ ...line!, qty: 50 }]);
  await page.getByRole('link', { name: 'Cart' }).click();
  const notice = /only 1 left, so the quantity in your cart is now 1 instead of 50/;
  await expect(page.getByRole('dialog').getByText(notice)).toBeVisible();
  await expect(page.getByRole('dialog').locator('output')).toHaveText('1');
  await expect(page.getByRole('button', { name: /^Increase quantity/ })).toBeDisabled();
  expect(JSON.parse((await stored(page, 'cart'))!)[0].qty).toBe(1);
  for (const path of ['/cart', '/customer/checkout']) {
    await fillCart(page, [{ ...line!, qty: 50 }]);
    await page.goto(path);
    await expect(page.getByText(notice)).toBeVisible();
    await expect(page.locator('.cart-line output')).toHaveText('1');
  }
});

test('updates the cart when stock runs out during checkout', async ({ page }) => {
  const [line] = await linesOf(page, 'q=emma', 1);
  await fillCart(page, [{ ...line!, qty: 2 }]);
  await page.goto('/customer/checkout');
  await page.getByLabel('Email', { exact: true }).fill(`gone-${Date.now()}@example.com`);
  await writeAddress(page);
  await changeCartDetail(page, (detail) => {
    for (const { variants } of detail.products) for (const one of variants) one.stock = 1;
  });
  const lines = [{ id: line!.id, vid: line!.vid, available: 1 }];
  const json = {
    code: 'out_of_stock',
    detail: 'Some of these books are no longer in stock in the quantity you chose.',
    lines,
  };
  await page.route('**/customer/order/set', (route) => route.fulfill({ status: 409, json }), { times: 1 });
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await placeButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Some of these books' })).toContainText('1 left');
  await expect(page.getByText(/so the quantity in your cart is now 1 instead of 2/)).toBeVisible();
  await expectPlaced(page);
  await expect(page.getByRole('main')).toContainText('1 × Emma');
});

test('blocks the checkout until a sold-out title is removed', async ({ page }) => {
  const [sold, there] = await linesOf(page, 'subject=FBC', 2);
  await changeCartDetail(page, (detail) => {
    for (const { id, variants } of detail.products) if (id === sold!.id) for (const one of variants) one.stock = 0;
  });
  await fillCart(page, [sold!, there!]);
  await page.goto('/cart');
  await expect(page.getByRole('link', { name: 'Checkout' })).toHaveAttribute('aria-disabled', 'true');
  await expect(page.locator('.cart-line > .price')).toHaveCount(1);
  await page.goto('/customer/checkout');
  await expect(placeButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Remove out-of-stock items' }).click();
  await expect(page.locator('.cart-line')).toHaveCount(1);
  await expect(placeButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('remembers the postal code in drawer, cart and checkout', async ({ page }) => {
  const [line] = await linesOf(page, 'q=emma', 1);
  await fillCart(page, [line!]);
  await page.getByRole('link', { name: 'Cart' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText(/more for free delivery/)).toBeHidden();
  await drawer.getByText('Enter your postal code to see the delivery cost').click();
  await drawer.getByLabel('Postal code').fill('93350');
  await expect(drawer.getByText(/Delivery to 93350: RM 27\.00\. Add RM [\d.]+ more for free delivery\./)).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByLabel('Postal code')).toHaveValue('93350');
  await expect(total(page)).toHaveText(/RM/);
  await page.goto('/customer/checkout');
  await expect(page.getByLabel('Postal code')).toHaveValue('93350');
  await expect(placeButton(page)).toHaveText(/RM/);
});

/** Whether what stands at the middle of a field, in the page as it is scrolled now, is something else. */
function isCovered(field: Locator): Promise<boolean> {
  return field.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== element;
  });
}

test('shows no total before delivery is known', async ({ page }) => {
  const [line] = await linesOf(page, 'q=emma', 1);
  await fillCart(page, [line!]);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/customer/checkout');
  await expect(placeButton(page)).toHaveText('Place order');
  await expect(page.locator('.sums-payable dt')).toHaveText('Subtotal');
  await expect(page.locator('.place-order-total')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeVisible();
  for (const field of await page.locator('.checkout input:visible, .checkout select:visible').all()) {
    await field.focus();
    await expect.poll(() => isCovered(field)).toBe(false);
  }
  await page.getByLabel('Postal code').fill('50480');
  await expect(placeButton(page)).toHaveText(/^Place order · RM/);
  await expect(page.locator('.place-order-total')).toContainText('Total');
});

test('confirmation page has a URL, a focused heading and payment instructions', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [line] = await linesOf(page, 'q=emma', 1);
  await fillCart(page, [line!]);
  await page.goto('/cart');
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByLabel('Email', { exact: true }).fill(`after-${Date.now()}@example.com`);
  await writeAddress(page);
  await expectPlaced(page);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  const number = /BK-\d+/.exec((await heading.textContent())!)![0];
  await expect(page).toHaveURL(new RegExp(`/customer/checkout/confirmation/${number}$`));
  await expect(page).toHaveTitle(new RegExp(`Order ${number} placed`));
  await expect(page.locator('[data-announcer]')).toHaveText(`Your order ${number} has been placed.`);
  await expect(page.locator('h1 ~ section').first()).toContainText(/transfer RM|Pay RM/);
  await expect(page.getByRole('img', { name: 'QR code for this payment' })).toBeVisible();
  await page.getByRole('button', { name: 'Copy: Reference' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number);
  await page.getByRole('button', { name: 'Copy: Amount' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d+\.\d\d$/);
  await page.reload();
  await expect(heading).toContainText(number);
  await page.goBack();
  await expect(page).toHaveURL(/\/cart$/);
  await page.goForward();
  await expect(heading).toContainText(number);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(`Order ${number} placed`);
});
