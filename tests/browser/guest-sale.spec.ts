import { expect, mailTo, test } from './shop.ts';
import { writeAddress } from './write-address.ts';

test('a guest finds a book by keyboard, orders it, and sees the order by the mailed link', async ({ page }) => {
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

  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Postal code').fill('99999');
  await expect(page.getByText('Postal Code Invalid')).toBeVisible();
  await writeAddress(page);
  await page.getByRole('radio', { name: 'Bank transfer' }).check();
  const button = page.getByRole('button', { name: /^Order and pay RM/ });
  const amount = /RM [\d,.]+/.exec((await button.textContent()) ?? '')![0];
  await button.click();

  await expect(page.getByRole('heading', { name: /Thank you! We have your order BK-/ })).toBeVisible();
  await expect(page.getByText('Account number')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('1 × Pride and Prejudice');
  await expect(page.getByRole('main')).toContainText('50480 Kuala Lumpur');
  await page.getByRole('link', { name: /Open an account with this e-mail/ }).click();
  await expect(page.getByLabel('Your name')).toHaveValue('Nurul Huda');
  await expect(page.getByLabel('E-mail', { exact: true })).toHaveValue(email);

  const mail = await mailTo(email, 'Your order BK-');
  expect(mail).toContain(amount);
  const link = /http:\/\/\S+\/order\/\S+/.exec(mail)![0];
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /Your order BK-/ })).toBeVisible();
  await expect(page.getByText('Pride and Prejudice')).toBeVisible();
});

test('an unknown order link is a page that says so', async ({ page }) => {
  const response = await page.goto('/order/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not on our shelves');
});
