import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { operate } from '../operate.ts';
import { expect, PASSWORD, signIn, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';

/** The second test goes on with what the first has booked. */
test.describe.configure({ mode: 'serial' });

const OPEN_ORDERS = 50;
const CERTAIN = 31;

type UnpaidOrder = { number: string; payable: number; name: string };

/** Nobody has more unpaid orders at once. */
const ORDERS_OF_ONE = 5;

/** Unpaid orders by bank transfer of new readers; each is addressed to a name of its own. */
async function unpaidOrders(request: APIRequestContext): Promise<UnpaidOrder[]> {
  const { rows } = await (await request.get('/api/site/products?in_stock=true&limit=60')).json();
  const titles: { id: number; variant: { id: number; original_price: number } }[] = [];
  for (const { id } of rows) {
    const { variants } = await (await request.get(`/api/site/products/${id}`)).json();
    const variant = variants.find(({ stock }: { stock: number }) => stock >= OPEN_ORDERS / 2);
    if (variant && titles.length < ORDERS_OF_ONE) titles.push({ id, variant });
  }
  const orders: UnpaidOrder[] = [];
  while (orders.length < OPEN_ORDERS) {
    const headers = await newReader(request);
    for (const { id, variant } of titles)
      orders.push(await placeOrder(request, { id, variant, headers, place: orders.length }));
  }
  return orders;
}

async function newReader(request: APIRequestContext): Promise<{ authorization: string }> {
  const username = `transfer-${randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  const data = { displayName: 'Reader', email, username, password: PASSWORD, confirmPassword: PASSWORD };
  expect((await request.post('/customer/auth/register', { data })).ok()).toBe(true);
  await operate('user', 'activate', email);
  const signedIn = await request.post('/customer/auth/login', { data: { username, password: PASSWORD } });
  return { authorization: `Bearer ${(await signedIn.json()).api_token}` };
}

type NewOrder = {
  id: number;
  variant: { id: number; original_price: number };
  headers: { authorization: string };
  place: number;
};

async function placeOrder(request: APIRequestContext, { id, variant, headers, place }: NewOrder): Promise<UnpaidOrder> {
  const name = `Pembaca Nombor${String(place).padStart(2, '0')}`;
  const address = { name, phone: '012-345 6789', line1: '12, Jalan Telawi 3', zip: '50480' };
  const data = {
    items: [{ id, vid: variant.id, qty: 1 }],
    total: variant.original_price,
    proDis: 0,
    disCode: null,
    shippingCost: 8,
    address: { ...address, city: 'Kuala Lumpur', state: 'Kuala Lumpur' },
  };
  const response = await request.post('/customer/order/set', {
    data,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  });
  expect([response.ok(), await response.text()]).toEqual([true, expect.any(String)]);
  const { number, payable } = await response.json();
  return { number, payable, name };
}

/** 40 lines: 31 that are certain, however their numbers are spoilt, and nine that each say why they are not. */
function statementFor(orders: UnpaidOrder[]): string {
  const spoilings = [
    (text: string) => text,
    (text: string) => text.replace('-', ''),
    (text: string) => text.toLowerCase(),
  ];
  const certain = orders.slice(0, CERTAIN).map(({ number, payable, name }, place) => {
    return [spoilings[place % spoilings.length]!(number), name.toUpperCase(), payable];
  });
  const rest = orders.slice(CERTAIN);
  const lines = [
    ...certain,
    [`${rest[0]!.number} thank you`, '', rest[0]!.payable + 5],
    [rest[1]!.number, '', rest[1]!.payable - 1],
    ['books', rest[2]!.name.toUpperCase(), rest[2]!.payable],
    [orders[0]!.number, 'PAID AGAIN', orders[0]!.payable],
    ['BK-999999', 'STRANGER', 17.35],
    [`${rest[3]!.number} ${rest[4]!.number}`, '', 2 * rest[3]!.payable],
    [rest[5]!.number.slice(3), '', rest[5]!.payable],
    ['books', 'SOMEBODY ELSE', rest[6]!.payable],
    ['INTEREST', 'THE BANK', 0.42],
  ] as [string, string, number][];
  const rows = lines.map(
    ([text, payer, amount]) => `24/11/2026;${payer};${text};;${amount.toFixed(2).replace('.', ',')}`,
  );
  return [
    'Account;514012345678',
    'Date;Sender;Description;Debit;Credit',
    ...rows,
    '25/11/2026;;SERVICE CHARGE;2,00;',
  ].join('\r\n');
}

async function openTransfers(page: Page, path = '/admin/transfers'): Promise<void> {
  await signIn(page, 'staff', `/customer/auth/login?back=${encodeURIComponent(path)}`);
  await page.waitForURL(`**${path}`);
}

test('40 lines against 50 open orders: 31 are booked with one key, and the rest is explained', async ({
  page,
  request,
}) => {
  const orders = await unpaidOrders(request);
  await openTransfers(page);
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
  await openTransfers(page);
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

for (const [locale, theme] of [
  ['en', 'light'],
  ['fa', 'dark'],
] as const)
  test(`the pages are accessible and fit a phone: ${locale}, ${theme}`, async ({ page }) => {
    await page.addInitScript(
      ([language, look]) => {
        localStorage.setItem('locale', language);
        localStorage.setItem('theme', look);
      },
      [locale, theme] as const,
    );
    await page.goto('/customer/auth/login?back=%2Fadmin%2Ftransfers');
    await page.locator('input[name=username]').fill('staff');
    await page.locator('input[name=password]').fill('Bookworm-2026');
    await page.locator('main form button.button').first().click();
    await page.waitForURL('**/admin/transfers');
    for (const width of [1280, 320])
      for (const path of ['', '?status=booked', '?status=surplus', '?status=dismissed']) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`/admin/transfers${path}`);
        await expect(page.locator('h1')).toBeVisible();
        await expect(page.locator('.loading')).toHaveCount(0);
        expect([path, await violations(page)]).toEqual([path, []]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, width, overflow]).toEqual([path, width, 0]);
      }
  });
