import { openBackOffice } from '../back-office.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, test } from '../shop.ts';

test('orders are packed by keys alone, and the keys are listed and can be turned off', async ({ page, request }) => {
  // A name of their own: orders of other tests would come between them, for the list is live.
  const place = () => paidOrder(request, { Emma: 1 }, 'staff', 'Mei Keys');
  // The first stays in the list, which has no keys for rows without any.
  await place();
  const numbers = [await place(), await place()].map(({ number }) => number);
  await openBackOffice(page, '/admin/orders?q=Mei+Keys&status=paid');
  const row = (index: number) => page.locator(`tr[data-index='${index}']`);
  await expect(row(0)).toContainText(numbers[1]!);
  await page.keyboard.press('j');
  await expect(row(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await expect(row(0).getByRole('link')).toBeFocused();
  await expect(page.getByText('2 orders selected')).toBeVisible();
  await page.keyboard.press('e');
  await expect(page.getByText('2 orders updated.')).toBeVisible();
  await expect(page.getByRole('link', { name: numbers[1]! })).toHaveCount(0);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Next row')).toBeVisible();
  await keys.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(page.locator('tr:focus-within')).toHaveCount(0);
});

test('an order that somebody places appears without reloading', async ({ page, request }) => {
  await openBackOffice(page, '/admin/orders');
  await expect(page.getByRole('table')).toBeVisible();
  const { number } = await paidOrder(request, { Emma: 1 }, 'staff');
  await expect(page.getByRole('link', { name: number })).toBeVisible();
});
