import { operate } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, mailTo, openListening, signIn, test, type Page } from '../shop.ts';

type Open = (page: Page, path: string) => Promise<unknown>;

async function openOrder(page: Page, number: string, open: Open = (one, path) => one.goto(path)) {
  await open(page, `/customer/my-orders?order=${number}`);
  const order = page.getByRole('main');
  await expect(order.getByRole('button', { name: 'Request a refund' })).toBeVisible();
  return order;
}

test('previews a refund, requests it and follows it until it is paid', async ({ page, request }) => {
  const { number } = await paidOrder(request, { 'Animal Farm': 3, Emma: 1 });
  await signIn(page);
  const order = await openOrder(page, number);
  await order.getByRole('button', { name: 'Request a refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund for order ${number}` });
  await dialog.getByRole('button', { name: 'Request a refund' }).click();
  await expect(dialog.getByText('Choose at least one book.')).toBeVisible();
  await expect(dialog.getByText('This field is required.')).toBeVisible();

  await dialog.getByRole('checkbox', { name: /Animal Farm/ }).check();
  await dialog.getByRole('button', { name: 'Decrease quantity of Animal Farm' }).click();
  await expect(dialog.getByText('The delivery cost is refunded with the last book.')).toBeVisible();
  const button = dialog.getByRole('button', { name: /^Request refund of RM [\d.]+$/ });
  const twoCopies = await button.textContent();
  await dialog.getByLabel('Return reason').selectOption({ label: 'It arrived damaged' });
  await dialog.getByLabel('Anything else we should know?').fill('The spines are broken.');
  await expect(dialog.getByText(/^Coupon WELCOME10: −RM/).first()).toBeVisible();
  const response = page.waitForResponse('**/customer/order/refund');
  await button.click();
  const { id } = await (await response).json();
  const amount = /RM [\d.]+/.exec(twoCopies!)![0];
  await expect(dialog.getByText(`We’ve received your refund request for ${amount}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(order.getByRole('button', { name: 'Request a refund' })).toBeFocused();
  const refund = order.getByRole('region', { name: 'Refunds' });
  await expect(refund.getByText(`Refund of ${amount}`)).toBeVisible();
  await expect(refund.getByText('Requested', { exact: true })).toBeVisible();
  expect(await mailTo('reader@example.com', `Refund for order ${number}: Requested`)).toContain(amount);

  await operate('refund', 'approve', id);
  await page.reload();
  await expect(refund.getByText('Approved')).toBeVisible();
  await operate('refund', 'pay-out', id);
  await page.reload();
  await expect(refund.getByText('Refunded', { exact: true })).toBeVisible();
  expect(await mailTo('reader@example.com', `Refund for order ${number}: Refunded`)).toContain(amount);
});

test('requests a full refund including delivery with the keyboard alone', async ({ page, request }) => {
  const { number } = await paidOrder(request, { 'Animal Farm': 2 });
  await signIn(page);
  const order = await openOrder(page, number);
  await order.getByRole('button', { name: 'Request a refund' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Refund for order ${number}` });
  await expect(dialog).toBeVisible();
  const tabTo = async (name: RegExp, role: 'button' | 'checkbox' | 'combobox') => {
    const target = dialog.getByRole(role, { name });
    for (let tabs = 0; tabs < 15; tabs += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
  };
  await tabTo(/Animal Farm/, 'checkbox');
  await page.keyboard.press('Space');
  await tabTo(/Return reason/, 'combobox');
  await page.keyboard.press('i');
  await expect(dialog.getByText('Delivery', { exact: true })).toBeVisible();
  const news = Promise.withResolvers<void>();
  await page.route('**/api/orders/*', (route) => news.promise.then(() => route.continue()));
  await tabTo(/^Request refund of RM/, 'button');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/We’ve received your refund request for RM/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(order.getByRole('button', { name: 'Request a refund' })).toBeFocused();
  news.resolve();
  await expect(order.getByRole('region', { name: 'Refunds' })).toBeFocused();
  await expect(order.getByRole('button', { name: 'Request a refund' })).toHaveCount(0);
});

async function fillIn(page: Page, number: string, open?: Open) {
  await signIn(page);
  const order = await openOrder(page, number, open);
  await order.getByRole('button', { name: 'Request a refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund for order ${number}` });
  await dialog.getByRole('checkbox', { name: /Animal Farm/ }).check();
  await dialog.getByLabel('Return reason').selectOption({ label: 'Other' });
  return { order, dialog };
}

test('rejects a refund that was requested elsewhere in the meantime', async ({ page, request }) => {
  const { number, cancel } = await paidOrder(request, { 'Animal Farm': 2 });
  await page.route('**/api/live', () => {});
  const { order, dialog } = await fillIn(page, number);
  await cancel();
  await dialog.getByRole('button', { name: /^Request refund of RM/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('This can’t be refunded');
  await page.keyboard.press('Escape');
  await expect(order.getByRole('region', { name: 'Refunds' })).toBeVisible();
  await expect(order.getByText('The order was cancelled')).toBeVisible();
});

test('updates the open refund form when everything has been refunded elsewhere', async ({ page, request }) => {
  const { number, cancel } = await paidOrder(request, { 'Animal Farm': 2 });
  const { dialog } = await fillIn(page, number, openListening);
  await cancel();
  await expect(dialog.getByRole('alert')).toContainText('There is nothing left to refund');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Request/ })).toHaveCount(0);
});
