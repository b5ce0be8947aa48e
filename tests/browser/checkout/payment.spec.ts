import { operate, signInAsNew } from '../operate.ts';
import { expect, mailTo, openListening, test, type Page } from '../shop.ts';
import { writeAddress } from '../write-address.ts';

async function fillCheckout(page: Page, email?: string): Promise<void> {
  await page.goto('/browse?q=hobbit');
  await page.getByRole('button', { name: 'Add to cart: “The Hobbit”' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Checkout' }).click();
  if (email) await page.getByLabel('Email', { exact: true }).fill(email);
  await writeAddress(page);
}

async function order(page: Page, way: string): Promise<string> {
  await page.getByRole('radio', { name: way }).check();
  const button = page.getByRole('button', { name: /^Place order · RM/ });
  const amount = /[\d,.]+$/.exec((await button.textContent())!)![0];
  await button.click();
  return amount;
}

const provider = (page: Page) => page.getByRole('heading', { name: /^MYR/ });

test('a guest pays by FPX and returns to the paid order', async ({ page }) => {
  const email = `fpx-${Date.now()}@example.com`;
  await fillCheckout(page, email);
  await expect(page.getByRole('radio', { name: 'Online banking (FPX)' })).toBeChecked();
  const amount = await order(page, 'Online banking (FPX)');
  await expect(provider(page)).toHaveText(`MYR ${amount} by fpx`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Thank you! Your order number is BK-/ })).toBeVisible();
  await page.getByRole('link', { name: 'Online banking (FPX)' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order BK-/ })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('We’ve received your payment and will pack your books next.');
  expect(await mailTo(email, 'Your Halaman order BK-')).toContain(`please pay RM ${amount} on your order page`);
});

test('a guest pays from the order page without JavaScript', async ({ page, browser, baseURL }) => {
  const email = `plain-${Date.now()}@example.com`;
  await fillCheckout(page, email);
  await order(page, 'Bank transfer');
  await expect(page.getByRole('heading', { name: /Thank you/ })).toBeVisible();
  const link = /http:\/\/\S+\/order\/\S+/.exec(await mailTo(email, 'Your Halaman order BK-'))![0];
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(link);
  await expect(plain.getByRole('heading', { name: /^Or transfer RM/ })).toBeVisible();
  await plain.getByRole('link', { name: 'Card', exact: true }).click();
  await plain.getByRole('button', { name: 'Pay' }).click();
  await expect(plain.getByRole('main')).toContainText('We’ve received your payment and will pack your books next.');
  const again = await plain.goto(`${link}/pay/card`);
  expect(again!.status()).toBe(409);
  await expect(plain.getByRole('alert')).toHaveText('It’s too late for this: the order’s status has changed.');
  await context.close();
});

test('order page offers every payment method after a cancelled payment', async ({ page }) => {
  await signInAsNew(page);
  await fillCheckout(page);
  const amount = await order(page, 'Card');
  await expect(provider(page)).toHaveText(`MYR ${amount} by card`);
  await page.goBack();
  await expect(page.getByRole('heading', { name: /Thank you! Your order number is BK-/ })).toBeVisible();
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /BK-/ })).toBeVisible();
  await expect(page.getByText('Account number')).toBeVisible();
  await page.getByRole('button', { name: 'Online banking (FPX)' }).click();
  await expect(provider(page)).toHaveText(`MYR ${amount} by fpx`);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page).toHaveURL(/payment=done/);
  await expect(page.getByRole('main')).toContainText('We’ve received your payment and will pack your books next.');
  await page.goto('/customer/my-transactions');
  await expect(page.getByRole('cell', { name: 'Card' }).first()).toBeVisible();
});

test('order page updates when the payment is confirmed after the return', async ({ page }) => {
  await signInAsNew(page);
  await fillCheckout(page);
  await order(page, 'Bank transfer');
  const heading = page.getByRole('heading', { name: /Thank you/ });
  const number = /BK-\d+/.exec((await heading.textContent())!)![0];
  await openListening(page, `/customer/my-orders?order=${number}&payment=done`);
  await expect(page.getByRole('status').filter({ hasText: 'Your payment is being processed.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Card', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Use another payment method' }).click();
  await expect(page.getByRole('button', { name: 'Card', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Your payment is being processed.')).toBeVisible();
  await operate('order', 'mark-paid', number);
  await expect(page.getByRole('main')).toContainText('We’ve received your payment and will pack your books next.');
  await expect(page.getByText('Your payment is being processed.')).toBeHidden();
});
