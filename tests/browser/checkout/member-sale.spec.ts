import { expect, signIn, test } from '../shop.ts';

test('a member orders at member prices with a coupon and a saved address', async ({ page }) => {
  await page.goto('/browse?q=dune');
  const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Dune', exact: true }) });
  await expect(card.locator('.for-guest')).toBeVisible();
  await signIn(page);
  await page.goto('/browse?q=dune');
  await expect(card.locator('.for-member')).toBeVisible();
  await expect(card.locator('.for-guest')).toBeHidden();

  await card.getByRole('button', { name: /Add to cart/ }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click();
  await page.getByText('Have a coupon?').click();
  await page.getByLabel('Coupon code').fill('nonsense');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('We don’t recognise this coupon')).toBeVisible();
  await page.getByLabel('Coupon code').fill('welcome10');
  const response = Promise.withResolvers<void>();
  await page.route('**/customer/check-coupon', (route) => response.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('We don’t recognise this coupon')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeFocused();
  response.resolve();
  const used = page.locator('.checkout-summary').getByText('Coupon WELCOME10 applied: you save');
  await expect(used).toBeFocused();
  await page.getByRole('button', { name: 'Remove coupon WELCOME10' }).click();
  await expect(used).toBeHidden();
  await expect(page.locator('summary', { hasText: 'Have a coupon?' })).toBeFocused();

  await expect(page.getByRole('group', { name: 'Delivery address' })).toContainText('Aisyah Rahman');
  await expect(page.getByRole('navigation')).toHaveCount(1);
  await page.getByRole('button', { name: 'Change payment method' }).click();
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await page.getByRole('button', { name: /^Place order · RM/ }).click();
  const thanks = page.getByRole('heading', { name: /Thank you! Your order number is BK-/ });
  await expect(thanks).toBeVisible();
  const number = /BK-\d+/.exec((await thanks.textContent())!)![0];
  await page.getByRole('link', { name: 'View my orders' }).click();
  await expect(page.getByRole('article').getByText(`Order ${number}`)).toBeVisible();
});

test('keeps the cart through sign-in', async ({ page }) => {
  await page.goto('/browse?q=hobbit');
  await page.getByRole('button', { name: 'Add to cart: “The Hobbit”' }).click();
  await expect(page.getByRole('dialog').getByText('The Hobbit')).toBeVisible();
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fcheckout');
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The Hobbit' })).toBeVisible();
});
