import { changeCartDetail, expectPlaced, fillCart, linesOf, placeButton, stored, total } from '../cart-and-order.ts';
import { operate, signInAsNew } from '../operate.ts';
import { expect, test, type Page } from '../shop.ts';
import { writeAddress } from '../write-address.ts';

async function applyCoupon(page: Page, code: string): Promise<void> {
  await page.getByText('Have a coupon?').click();
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
}

const couponSum = (page: Page) => page.locator('.sums > div', { hasText: 'Coupon CLASSIC5' }).locator('dd');

test('applies a coupon to a title that is added back after it was applied', async ({ page }) => {
  const [first, second] = await linesOf(page, 'subject=FBC', 2);
  await fillCart(page, [first!, second!]);
  await page.goto('/customer/checkout');
  await page.getByLabel('Email', { exact: true }).fill(`classic-${Date.now()}@example.com`);
  await writeAddress(page);
  await page
    .locator('.cart-line', { hasText: second!.title })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await applyCoupon(page, 'classic5');
  await expect(couponSum(page)).toHaveText('−RM 5.00');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(couponSum(page)).toHaveText('−RM 10.00');
  await expect(page.getByText('Coupon CLASSIC5 doesn’t apply to this title.')).toBeHidden();
  await expectPlaced(page);
  expect(await stored(page, 'coupon')).toBeNull();
});

test('keeps a coupon after a reload and in another tab', async ({ page, context }) => {
  const [first, second] = await linesOf(page, 'subject=FBC', 2);
  await fillCart(page, [first!]);
  await page.goto('/customer/checkout');
  await applyCoupon(page, 'CLASSIC5');
  await expect(couponSum(page)).toHaveText('−RM 5.00');
  await page.reload();
  await expect(couponSum(page)).toHaveText('−RM 5.00');
  expect(JSON.parse((await stored(page, 'cart'))!)).toEqual([{ id: first!.id, vid: first!.vid, qty: 1 }]);
  const other = await context.newPage();
  await fillCart(other, [first!, second!]);
  await expect(couponSum(page)).toHaveText('−RM 10.00');
  await other.goto('/customer/checkout');
  await other.getByRole('button', { name: 'Remove coupon CLASSIC5' }).click();
  await expect(couponSum(page)).toBeHidden();
});

test('suspends a coupon below its minimum and applies it again above', async ({ page }) => {
  const [line] = await linesOf(page, 'q=hobbit', 1);
  await fillCart(page, [{ ...line!, qty: 8 }]);
  await page.goto('/customer/checkout');
  await applyCoupon(page, 'BIG200');
  await expect(page.getByText('Coupon BIG200 applied: you save')).toBeVisible();
  const fewer = page.getByRole('button', { name: `Decrease quantity of ${line!.title}` });
  const waits = page.getByText(/Coupon BIG200 can’t be applied: Add RM [\d.]+ more to use it\./);
  await expect(async () => {
    await fewer.click();
    await expect(waits).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.reload();
  await expect(page.getByText(/Coupon BIG200 can’t be applied: Your cart is below/)).toBeVisible();
  await expect(async () => {
    await page.getByRole('button', { name: `Increase quantity of ${line!.title}` }).click();
    await expect(page.getByText('Coupon BIG200 applied: you save')).toBeVisible({ timeout: 500 });
  }).toPass();
});

test('keeps a coupon through sign-in and reports one that is no longer valid', async ({ page }) => {
  const [line] = await linesOf(page, 'subject=FBC', 1);
  const code = `GONE${Date.now()}`;
  await operate('coupon', 'create', code, '--percent', '10');
  await fillCart(page, [line!]);
  await page.goto('/customer/checkout');
  await applyCoupon(page, code);
  await expect(page.getByText(`Coupon ${code} applied: you save`)).toBeVisible();
  await signInAsNew(page);
  await page.goto('/customer/checkout');
  await expect(page.getByText(`Coupon ${code} applied: you save`)).toBeVisible();
  await writeAddress(page);
  const before = (await total(page).textContent())!;
  await operate('coupon', 'end', code);
  await placeButton(page).click();
  await expect(page.getByText(`Coupon ${code} was removed: This coupon has expired.`)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: `Total: ` })).toContainText(`instead of ${before}`);
  expect(await stored(page, 'coupon')).toBeNull();
  await expectPlaced(page);
});

test('shows changed prices from the server and orders with them at the next press', async ({ page }) => {
  const [line] = await linesOf(page, 'q=emma', 1);
  await fillCart(page, [line!]);
  await changeCartDetail(page, (detail) => {
    for (const { variants } of detail.products) for (const one of variants) one.original_price += 1;
  });
  await page.goto('/customer/checkout');
  await page.getByLabel('Email', { exact: true }).fill(`stale-${Date.now()}@example.com`);
  await writeAddress(page);
  const before = (await total(page).textContent())!;
  await placeButton(page).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Total: ' })).toContainText(`instead of ${before}`);
  await expect(total(page)).not.toHaveText(before);
  await expectPlaced(page);
});
