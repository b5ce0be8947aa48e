import { openBackOffice } from '../back-office.ts';
import { operate } from '../operate.ts';
import { expect, test } from '../shop.ts';
import { CERTAIN, statementFor, unpaidOrders } from './bank-statement.ts';
import { testPages } from './walk-pages.ts';

/** The second test goes on with what the first has booked. */
test.describe.configure({ mode: 'serial' });

test('40 lines against 50 open orders: 31 are booked with one key, and the rest is explained', async ({
  page,
  request,
}) => {
  const orders = await unpaidOrders(request);
  await openBackOffice(page, '/admin/transfers');
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(statementFor(orders), 'latin1') };
  await page.getByLabel('File').setInputFiles(file);
  await expect(page.getByText('40 transfers of')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import 40 transfers' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('31 certain, 5 proposed, 4 without an order.')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByText('31 orders booked.')).toBeVisible();
  await expect(page.getByText('None certain, 5 proposed, 4 without an order.')).toBeVisible();
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('thank you')).toContainText('RM 5.00 too much');
  await expect(row('PAID AGAIN')).toContainText('paid already');
  await expect(row('STRANGER')).toContainText('no order with the number');
  await expect(row('SOMEBODY ELSE')).toContainText('the name differs');
  await expect(page.getByText('RM 1.00 short')).toBeVisible();
  await expect(page.getByText('The text names several orders')).toBeVisible();

  await page.getByRole('checkbox', { name: new RegExp(orders[CERTAIN]!.number) }).press('Space');
  await page.keyboard.press('b');
  await expect(page.getByText('1 order booked. RM 5.00 is to be sent back.')).toBeVisible();
  await expect(row('thank you')).toHaveCount(0);

  const interest = row('INTEREST');
  await interest.getByText('Something else').press('Enter');
  await interest.getByLabel('It is no payment of an order').fill('Interest of October');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Put aside.')).toBeVisible();
  await expect(interest).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(interest).toBeVisible();

  const other = row('SOMEBODY ELSE');
  await other.getByText('Something else').press('Enter');
  await other.getByLabel('Order number').fill(orders[CERTAIN + 6]!.number.slice(3));
  await page.keyboard.press('Enter');
  await expect(other.getByText(orders[CERTAIN + 6]!.name)).toBeVisible();
  await other.getByRole('button', { name: 'Book on this order' }).press('Enter');
  await expect(other).toHaveCount(0);
  expect(await operate('doctor')).not.toContain('FAILED');
});

test('what was uploaded is known, and what was paid too much is sent back after a proof', async ({ page }) => {
  await openBackOffice(page, '/admin/transfers');
  await page
    .getByLabel('Or paste')
    .fill('Date,Text,Sender,Credit\n24/11/2026,Twice uploaded,Siti,"1.234,50"\nTotal,,,x\n');
  await page.getByRole('button', { name: 'Read', exact: true }).press('Enter');
  await expect(page.getByText('1 transfer of RM 1,234.50 in all')).toBeVisible();
  await expect(page.getByText('1 row has neither date nor amount')).toBeVisible();
  await page.getByLabel('Amounts are written').selectOption('.');
  await expect(page.getByText('No transfers of RM 0.00 in all')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
  await page.getByLabel('Amounts are written').selectOption(',');
  await page.getByRole('button', { name: 'Import 1 transfer' }).press('Enter');
  await expect(page.getByText('1 new transfer.')).toBeVisible();
  await page.getByLabel('Or paste').fill('Date,Text,Sender,Credit\n24/11/2026,Twice uploaded,Siti,"1.234,50"\n');
  await page.getByRole('button', { name: 'Read', exact: true }).press('Enter');
  await expect(page.getByText('The columns are as you mapped them last time.')).toBeVisible();
  await expect(page.getByText('1 known already')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByLabel('Or paste').fill('nothing that a bank wrote');
  await page.getByRole('button', { name: 'Read', exact: true }).press('Enter');
  await expect(page.getByRole('alert').getByText('We can’t read this statement.')).toBeVisible();
  await page.goto('/admin/transfers?status=surplus');
  await page
    .getByRole('row')
    .filter({ hasText: 'thank you' })
    .getByRole('button', { name: 'It was sent back' })
    .press('Enter');
  await expect(page.getByText('Nothing to send back')).toBeVisible();
  await page.goto('/admin/transfers?status=booked');
  await expect(page.getByText('RM 5.00 sent back')).toBeVisible();
});

testPages('the pages are', {
  paths: ['', '?status=booked', '?status=surplus', '?status=dismissed'].map((query) => `/transfers${query}`),
});
