import { expect, signIn, test } from './shop.ts';

test('a member sees member prices, uses a coupon, orders to a saved address and finds the order', async ({ page }) => {
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
  await page.getByLabel('Coupon', { exact: true }).fill('nonsense');
  await page.getByRole('button', { name: 'Use' }).click();
  await expect(page.getByText('We do not know this coupon')).toBeVisible();
  await page.getByLabel('Coupon', { exact: true }).fill('welcome10');
  const answer = Promise.withResolvers<void>();
  await page.route('**/customer/check-coupon', (route) => answer.promise.then(() => route.continue()));
  await page.getByRole('button', { name: 'Use' }).click();
  await expect(page.getByText('We do not know this coupon')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Use' })).toBeFocused();
  answer.resolve();
  const used = page.locator('.checkout-sums').getByText('The coupon WELCOME10 takes');
  await expect(used).toBeFocused();
  await page.getByRole('button', { name: 'Take the coupon WELCOME10 off' }).click();
  await expect(used).toBeHidden();
  await expect(page.locator('summary', { hasText: 'Have a coupon?' })).toBeFocused();

  await expect(page.getByRole('radio', { name: /Aisyah Rahman/ })).toBeChecked();
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  await page.getByRole('button', { name: /^Order and pay RM/ }).click();
  const thanks = page.getByRole('heading', { name: /Thank you! We have your order BK-/ });
  await expect(thanks).toBeVisible();
  const number = /BK-\d+/.exec((await thanks.textContent())!)![0];
  await page.getByRole('link', { name: 'See my orders' }).click();
  await expect(page.getByText(`Order ${number}`)).toBeVisible();
});

test('a cart survives signing in', async ({ page }) => {
  await page.goto('/browse?q=hobbit');
  await page.getByRole('button', { name: 'Add to cart: “The Hobbit”' }).click();
  await expect(page.getByRole('dialog').getByText('The Hobbit')).toBeVisible();
  await signIn(page, 'newcomer', '/customer/auth/login?to=%2Fcheckout');
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The Hobbit' })).toBeVisible();
});
