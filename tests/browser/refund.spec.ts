import { operate, paidOrder } from './paid-order.ts';
import { expect, mailTo, signIn, test, type Page } from './shop.ts';

async function openOrder(page: Page, number: string) {
  await page.goto(`/customer/my-orders?order=${number}`);
  const order = page.getByRole('main');
  await expect(order.getByRole('button', { name: 'Ask for a refund' })).toBeVisible();
  return order;
}

test('a customer sees what comes back, asks for it, and follows it to the pay-out', async ({ page, request }) => {
  const { number } = await paidOrder(request, { 'Animal Farm': 3, Emma: 1 });
  await signIn(page);
  const order = await openOrder(page, number);
  await order.getByRole('button', { name: 'Ask for a refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund for order ${number}` });
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(dialog.getByText('Please choose at least one book.')).toBeVisible();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();

  await dialog.getByRole('checkbox', { name: /Animal Farm/ }).check();
  await dialog.getByRole('button', { name: 'One copy fewer of Animal Farm' }).click();
  await expect(dialog.getByText('Delivery comes back with the last book.')).toBeVisible();
  const button = dialog.getByRole('button', { name: /^Ask for RM [\d.]+ back$/ });
  const twoCopies = await button.textContent();
  await dialog.getByLabel('Why?').selectOption({ label: 'It arrived damaged' });
  await dialog.getByLabel('Anything that we should know?').fill('The spines are broken.');
  await expect(dialog.getByText(/^Coupon WELCOME10: −RM/).first()).toBeVisible();
  const answer = page.waitForResponse('**/customer/order/refund');
  await button.click();
  const { id } = await (await answer).json();
  const amount = /RM [\d.]+/.exec(twoCopies!)![0];
  await expect(dialog.getByText(`We have your request for ${amount}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(order.getByRole('button', { name: 'Ask for a refund' })).toBeFocused();
  const refund = order.getByRole('region', { name: 'Refunds' });
  await expect(refund.getByText(`Refund of ${amount}`)).toBeVisible();
  await expect(refund.getByText('Requested')).toBeVisible();
  expect(await mailTo('reader@example.com', `Refund for order ${number}: Requested`)).toContain(amount);

  await operate('refund', 'approve', id);
  await page.reload();
  await expect(refund.getByText('Approved')).toBeVisible();
  await operate('refund', 'pay-out', id);
  await page.reload();
  await expect(refund.getByText('Paid back')).toBeVisible();
  expect(await mailTo('reader@example.com', `Refund for order ${number}: Paid back`)).toContain(amount);
});

test('everything is asked back with the keyboard alone, delivery with it', async ({ page, request }) => {
  const { number } = await paidOrder(request, { 'Animal Farm': 2 });
  await signIn(page);
  const order = await openOrder(page, number);
  await order.getByRole('button', { name: 'Ask for a refund' }).focus();
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
  await tabTo(/Why/, 'combobox');
  await page.keyboard.press('i');
  await expect(dialog.getByText('Delivery', { exact: true })).toBeVisible();
  const news = Promise.withResolvers<void>();
  await page.route('**/api/orders/*', (route) => news.promise.then(() => route.continue()));
  await tabTo(/^Ask for RM/, 'button');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/We have your request for RM/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(order.getByRole('button', { name: 'Ask for a refund' })).toBeFocused();
  news.resolve();
  await expect(order.getByRole('region', { name: 'Refunds' })).toBeFocused();
  await expect(order.getByRole('button', { name: 'Ask for a refund' })).toHaveCount(0);
});

async function fillIn(page: Page, number: string) {
  await signIn(page);
  const order = await openOrder(page, number);
  await order.getByRole('button', { name: 'Ask for a refund' }).click();
  const dialog = page.getByRole('dialog', { name: `Refund for order ${number}` });
  await dialog.getByRole('checkbox', { name: /Animal Farm/ }).check();
  await dialog.getByLabel('Why?').selectOption({ label: 'Something else' });
  return { order, dialog };
}

test('what came back meanwhile is refused in words to a page that had not heard of it', async ({ page, request }) => {
  const { number, cancel } = await paidOrder(request, { 'Animal Farm': 2 });
  await page.route('**/api/live', () => {});
  const { order, dialog } = await fillIn(page, number);
  await cancel();
  await dialog.getByRole('button', { name: /^Ask for RM/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('This cannot be refunded');
  await page.keyboard.press('Escape');
  await expect(order.getByRole('region', { name: 'Refunds' })).toBeVisible();
  await expect(order.getByText('The order was cancelled')).toBeVisible();
});

test('a page that hears that all came back meanwhile says so in the open form', async ({ page, request }) => {
  const { number, cancel } = await paidOrder(request, { 'Animal Farm': 2 });
  const { dialog } = await fillIn(page, number);
  await cancel();
  await expect(dialog.getByRole('alert')).toContainText('Nothing of this order is left');
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await expect(dialog.getByRole('button', { name: /^Ask for/ })).toHaveCount(0);
});
