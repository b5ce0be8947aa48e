import { expect, mailTo, test } from '../shop.ts';
import { writeAddress } from '../write-address.ts';

test('a guest orders a book by keyboard and opens the order from the email', async ({ page }) => {
  const email = `guest-${Date.now()}@example.com`;
  await page.goto('/');
  await page.keyboard.press('/');
  await page.keyboard.type('pride and prej');
  await expect(page.getByRole('option', { name: /Pride and Prejudice/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Pride and Prejudice' })).toBeVisible();

  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('Pride and Prejudice')).toBeVisible();
  await drawer.getByRole('link', { name: 'Checkout' }).click();

  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Postal code').fill('99999');
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await writeAddress(page);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  const button = page.getByRole('button', { name: /^Place order · RM/ });
  const amount = /RM [\d,.]+/.exec((await button.textContent()) ?? '')![0];
  await button.click();

  await expect(page.getByRole('heading', { name: /Thank you! Your order number is BK-/ })).toBeVisible();
  await expect(page.getByText('Account number')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 × Pride and Prejudice');
  await expect(page.getByRole('main')).toContainText('50480 Kuala Lumpur');
  await page.getByRole('link', { name: /Create an account with this email/ }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Nurul Huda');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);

  const mail = await mailTo(email, 'Your Halaman order BK-');
  expect(mail).toContain(amount);
  const link = /http:\/\/\S+\/order\/\S+/.exec(mail)![0];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /^Order BK-/ })).toBeVisible();
  await expect(page.getByText('Pride and Prejudice')).toBeVisible();
  await expect(page.getByText(/Please pay by .* \(Malaysia time\)/)).toBeVisible();

  await page.getByText('Cancel order', { exact: true }).click();
  await page.getByRole('button', { name: 'Yes, cancel order' }).click();
  await expect(page.getByText('This order was cancelled. Nothing will be sent.')).toBeVisible();
  await expect(page.getByText('Cancel order', { exact: true })).toBeHidden();
});

test('shows a not-found page for an unknown order link', async ({ page }) => {
  const response = await page.goto('/order/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});
