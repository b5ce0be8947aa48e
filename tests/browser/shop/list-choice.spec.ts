import { signInAsNew } from '../operate.ts';
import { expect, test } from '../shop.ts';

test('a member with lists puts a title on one of them from its page, by keyboard', async ({ page }) => {
  await signInAsNew(page);
  await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const body = JSON.stringify({ name: 'Holidays', visibility: 'private', is_gift: false });
    await fetch('/api/lists/save', { method: 'POST', headers, body });
  });
  await page.goto('/book/1/anne-of-green-gables');
  const heart = page.getByRole('button', { name: 'Add “Anne of Green Gables” to wish list' }).first();
  await heart.focus();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast');
  await toast.getByRole('button', { name: 'Change list' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast.getByRole('combobox', { name: 'Move “\u2068Anne of Green Gables\u2069” to' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast).toContainText('is now on “\u2068Holidays\u2069”.');
  await expect(heart).toBeFocused();
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await toast.getByRole('link', { name: 'View list' }).click();
  await expect(page.getByRole('heading', { name: 'Anne of Green Gables' })).toBeVisible();
});
