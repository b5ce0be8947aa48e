import { expectPlaced, fillCart, linesOf, placeButton, total } from '../cart-and-order.ts';
import { expect, mailTo, test } from '../shop.ts';
import { writeAddress } from '../write-address.ts';

test('a guest has a gift wrapped, and finds what they wrote on the order', async ({ page }) => {
  const email = `gift-${Date.now()}@example.com`;
  const [line] = await linesOf(page, 'subject=FBC', 1);
  await fillCart(page, [line!]);
  await page.goto('/customer/checkout');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await writeAddress(page);
  const amount = async () => Number((await total(page).textContent())!.replace(/[^\d.]/g, ''));
  await expect(placeButton(page)).toHaveText(/RM/);
  const before = await amount();
  await page.getByRole('button', { name: 'Add gift wrap, a note or a company' }).click();
  await page.getByRole('checkbox', { name: 'Gift wrap for the whole order (RM 5.00)' }).check();
  await page.getByLabel('Gift message (optional)').fill('For you, with love');
  await page.reload();
  await expect(page.getByLabel('Gift message (optional)')).toHaveValue('For you, with love');
  await page.getByRole('checkbox', { name: 'Gift wrap for the whole order (RM 5.00)' }).check();
  expect(await amount()).toBeCloseTo(before + 5, 2);
  await expectPlaced(page);
  const link = /http\S+\/order\/\S+/.exec(await mailTo(email, 'Your Halaman order BK-'))![0];
  await page.goto(link);
  await expect(page.getByText('For you, with love')).toBeVisible();
  await expect(page.locator('.sums > div', { hasText: 'Gift wrap' })).toContainText('RM 5.00');
});
