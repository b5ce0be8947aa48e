import { tabTo } from '../keyboard.ts';
import { expect, test } from '../shop.ts';

test('a guest finds and buys a book with the keyboard alone', async ({ page }) => {
  const write = async (label: RegExp, text: string) => {
    await tabTo(page, 'textbox', label);
    await page.keyboard.type(text);
  };
  await page.goto('/');
  await page.keyboard.press('/');
  await page.keyboard.type('wuthering');
  await expect(page.getByRole('option', { name: /Wuthering Heights/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Wuthering Heights' })).toBeVisible();
  await tabTo(page, 'button', 'Add to cart');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText('Wuthering Heights')).toBeVisible();
  await tabTo(page, 'link', 'Checkout');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();

  await write(/^Email/, `keys-${Date.now()}@example.com`);
  await write(/^Postal code/, '50480');
  await write(/^Full name/, 'Tan Wei');
  await write(/^Phone/, '012-3456789');
  await write(/^Street address/, '3, Jalan Tiga');
  await write(/^City/, 'Kuala Lumpur');
  await tabTo(page, 'combobox', /^State/);
  await page.keyboard.type('Kuala');
  await tabTo(page, 'radio', 'Online banking (FPX)');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
  await tabTo(page, 'button', /^Place order · RM/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /Thank you! Your order number is BK-/ })).toBeVisible();
});
