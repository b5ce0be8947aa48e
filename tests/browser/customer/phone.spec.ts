import { expect, signIn, test } from '../shop.ts';

test('validates a phone number, stores it in E.164 and shows the national format', async ({ page }) => {
  await signIn(page);
  await page.goto('/customer/my-address');
  await page.getByRole('button', { name: 'Edit' }).first().click();
  const phone = page.getByLabel('Phone');
  await expect(phone).toHaveValue(/^\d{3}-\d{3} \d{4}$/);
  for (const wrong of ['12', '012-345 67', 'next door']) {
    await phone.fill(wrong);
    await phone.blur();
    await expect(page.getByText(/^Enter a phone number such as/)).toBeVisible();
  }
  await phone.fill('+60 19 876-5432');
  await phone.blur();
  await expect(page.getByText(/^Enter a phone number such as/)).toBeHidden();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('019-876 5432')).toBeVisible();
});
