import { readFile } from 'node:fs/promises';
import { dayInMalaysia } from '#domain/dates.ts';
import { freePort } from '../../../server/startup.ts';
import { startDemoShop, type DemoShop } from '../demo-shop.ts';
import { operate } from '../operate.ts';
import { expect, test, throughReload, type Page } from '../shop.ts';
import { CERTAIN, statementFor } from './bank-statement.ts';
import { PACKED, prepareDay, TITLES, type Day } from './before-the-day.ts';

/*
 * A day at the shop, by keyboard where there is one, in a shop of its own: prices of two hundred titles change in it. Each
 * step says in the report how long it took.
 */

const NAME = 'Siti Aminah';

let shop: DemoShop;
const { SHOP_URL, SHOP_DATA } = process.env;

test.beforeAll(async () => {
  shop = await startDemoShop(await freePort());
  Object.assign(process.env, { SHOP_URL: shop.url, SHOP_DATA: shop.folder });
});

test.afterAll(async () => {
  Object.assign(process.env, { SHOP_URL, SHOP_DATA });
  await shop.close();
});

/** Types as a scanner does: the code and Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
}

/** The next Friday that is not today. */
function nextFriday(): string {
  const days = Array.from({ length: 7 }, (_, index) =>
    dayInMalaysia(new Date(Date.now() + (index + 1) * 86_400_000).toISOString()),
  );
  return days.find((day) => new Date(`${day}T12:00Z`).getUTCDay() === 5)!;
}

async function signInByPasskey(page: Page): Promise<void> {
  await page.goto('/customer/auth/login?back=%2Fadmin%2Ftransfers');
  await throughReload(page, () => page.getByRole('button', { name: 'Use a passkey' }).press('Enter'));
  await page.waitForURL('**/admin/transfers');
}

async function bookStatement(page: Page, { orders }: Day): Promise<void> {
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(statementFor(orders), 'latin1') };
  await page.getByLabel('File').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Import 40 transfers' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('31 certain, 5 proposed, 4 without an order.')).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByText('31 orders booked.')).toBeVisible();
}

async function makePickList(page: Page, { toPack }: Day): Promise<void> {
  const numbers = toPack.map(({ number }) => `number=${number}`).join('&');
  await page.goto(`/admin/fulfilment/pick-list?${numbers}`);
  await expect(page.getByText('30 orders, 30 copies')).toBeVisible();
}

async function packByScanning(page: Page, { toPack }: Day): Promise<void> {
  await page.goto('/admin/fulfilment');
  await page.getByLabel('Scan or type an order number').focus();
  for (const [index, { number, isbn }] of toPack.entries()) {
    await scan(page, number);
    await expect(page.getByRole('heading', { level: 1, name: `Pack order ${number}` })).toBeVisible();
    await expect(page.getByLabel('Scan an ISBN')).toBeFocused();
    if (index === 0) {
      const other = toPack.find((one) => one.isbn !== isbn)!.isbn;
      await scan(page, other);
      await expect(page.getByRole('alert').getByText(`Wrong book: ${other} is not in this order.`)).toBeVisible();
      await expect(page.getByText('0 of 1 in the parcel')).toBeVisible();
    }
    await scan(page, isbn);
    await expect(page.getByLabel('Scan the code of the next order')).toBeFocused();
  }
}

async function printSlips(page: Page): Promise<void> {
  await page.goto('/admin/orders?status=packed');
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space');
  await expect(page.getByText(`${PACKED} orders selected`)).toBeVisible();
  for (const button of ['Packing slips', 'Address labels']) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).press('Enter');
    const file = await readFile(await (await download).path());
    expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  }
}

async function shipByList(page: Page, { toPack }: Day): Promise<void> {
  const rows = toPack.map(({ number }, index) => `${number},Pos Laju,EP${100_000 + index}MY`);
  await page.goto('/admin/fulfilment/ship');
  await page.getByLabel('Rows').fill(rows.join('\n'));
  await page.getByRole('button', { name: 'Read the list' }).press('Enter');
  await page.getByRole('button', { name: `Ship ${PACKED} orders` }).press('Enter');
  await expect(page.getByRole('heading', { name: `${PACKED} orders shipped` })).toBeVisible();
}

async function decideRefunds(page: Page, { refunds }: Day): Promise<void> {
  await page.goto('/admin/refunds?status=requested');
  await page.getByRole('row').filter({ hasText: refunds[0]! }).getByRole('link').press('Enter');
  await page.getByRole('spinbutton').focus();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('button', { name: 'Approve' }).press('Enter');
  await expect(page.locator('main .order-state')).toHaveText('Approved');
  await page.getByRole('link', { name: 'All refunds' }).press('Enter');
  await page.getByRole('row').filter({ hasText: refunds[1]! }).getByRole('link').press('Enter');
  await page.getByLabel('Note to the customer').fill('The parcel is packed already.');
  await page.getByRole('button', { name: 'Decline' }).press('Enter');
  await expect(page.locator('main .order-state')).toHaveText('Declined');
}

async function answerTickets(page: Page, { tickets }: Day): Promise<void> {
  await page.goto('/admin/saved-replies');
  await page.getByLabel('Name').last().fill('On its way');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Dear {name}, it leaves tomorrow.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('summary').filter({ hasText: 'On its way' })).toBeVisible();
  for (const number of tickets) {
    await page.goto(`/admin/tickets/${number}`);
    await page.getByLabel('Saved reply').focus();
    await page.keyboard.press('o');
    await expect(page.getByLabel('Answer')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.locator('main .order-state')).toHaveText('Answered');
  }
}

async function receiveBooks(page: Page, { formats }: Day): Promise<void> {
  await page.goto('/admin/inventory/receive');
  await page.getByLabel('Number of the delivery note').fill('LS-2026-47');
  await page.getByLabel('Scan or type an ISBN').focus();
  for (let book = 0; book < 25; book += 1) await scan(page, formats[book % 10]!.isbn);
  await expect(page.getByText('25 copies · 10 formats')).toBeVisible();
  await page.getByRole('button', { name: 'Done: book delivery' }).press('Enter');
  await expect(page.getByText('Booked: 25 copies of 10 formats.')).toBeVisible();
}

async function changePrices(page: Page, { formats }: Day): Promise<void> {
  const rows = formats.map(({ isbn, original_price, price }) => [isbn, original_price + 1, price + 1].join(','));
  await page.goto('/admin/catalogue/prices');
  await page.getByLabel('Rows').fill(['isbn,list_price,member_price', ...rows].join('\n'));
  await page.getByRole('button', { name: 'Show the difference' }).press('Enter');
  await expect(page.getByRole('heading', { name: `${TITLES} formats change` })).toBeVisible();
  await page.getByRole('button', { name: `Change ${TITLES} formats` }).press('Enter');
  await expect(page.getByText(`${TITLES} formats changed.`)).toBeVisible();
}

async function publishHomePage(page: Page): Promise<void> {
  const friday = nextFriday();
  await page.goto('/admin/content');
  await page.getByRole('group', { name: 'Add a section' }).getByRole('button', { name: 'Quote' }).press('Enter');
  const section = page.getByRole('group', { name: 'Quote' }).last();
  await section.getByLabel('A bookseller’s sentence', { exact: true }).fill('Stay in on Friday with this one.');
  await section.getByLabel('ISBN').fill('9786299907244');
  await section.getByLabel('Who recommends it').fill(NAME);
  await section.getByLabel('First day').fill(friday);
  await section.getByLabel('Last day').fill(friday);
  await page.getByRole('button', { name: 'Publish', exact: true }).press('Enter');
  await expect(page.getByText('Published. Readers see it now')).toBeVisible();
}

async function exportMonth(page: Page, { orders }: Day): Promise<void> {
  await page.goto('/admin/money');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export for the accountant' }).press('Enter');
  const rows = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows.at(-1)).toMatch(/^Total,/);
  for (const { number } of orders.slice(0, CERTAIN)) expect(rows.some((row) => row.includes(number))).toBe(true);
}

/** What a person did, by the audit log. */
async function actionsOf(page: Page, who: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const headers = { Authorization: `Bearer ${localStorage.accessToken}` };
    const query = new URLSearchParams({ who: name, limit: '100' });
    const found: string[] = [];
    for (let before: string | null = ''; before !== null;) {
      if (before) query.set('before', before);
      const page = await (await fetch(`/api/admin/audit?${query}`, { headers })).json();
      found.push(...page.rows.map(({ what }: { what: string }) => what));
      before = page.next;
    }
    return found;
  }, who);
}

async function checkAuditLog(page: Page): Promise<void> {
  const actions = await actionsOf(page, NAME);
  const countOf = (action: string) => actions.filter((one) => one === action).length;
  expect(Object.fromEntries([...new Set(actions)].map((action) => [action, countOf(action)]))).toEqual(AUDITED);
  await page.goto('/admin/audit');
  await page.getByLabel('Who').selectOption(NAME);
  await expect(page.getByRole('row').nth(1)).toContainText(NAME);
  expect(await operate('doctor')).not.toContain('FAILED');
}

/** How often each action of the day is in the audit log. */
const AUDITED = {
  'transfer import': 1,
  'transfer book': CERTAIN,
  'order pack': PACKED,
  'order ship': PACKED,
  'refund approve': 1,
  'refund decline': 1,
  'reply save': 1,
  'ticket reply': 3,
  'stock receive': 1,
  'catalogue prices': 1,
  'home publish': 1,
  'ledger export': 1,
};

const STEPS: [string, (page: Page, day: Day) => Promise<void>][] = [
  ['signs in with a passkey', signInByPasskey],
  ['books 31 certain of 40 lines against 50 open orders with one key', bookStatement],
  ['makes a pick list of 30 orders', makePickList],
  ['packs them by scanning; a wrong book is refused', packByScanning],
  ['prints their slips and labels', printSlips],
  ['ships all of them by a list', shipByList],
  ['approves one refund in part and declines another', decideRefunds],
  ['answers three tickets with a saved reply', answerTickets],
  ['receives 25 books by scanner', receiveBooks],
  ['changes the prices of 200 titles by a pasted list, seen before', changePrices],
  ['publishes a new home page for Friday', publishHomePage],
  ['exports the month for the accountant', exportMonth],
  ['finds every step in the audit log under the own name', checkAuditLog],
];

test('a day at the shop, from a passkey in the morning to the accountant’s file', async ({ page, browser }) => {
  test.setTimeout(900_000);
  const day = await test.step('what was there before', () => prepareDay(page, browser, shop.url));
  for (const [what, step] of STEPS) await test.step(what, () => step(page, day));
});
