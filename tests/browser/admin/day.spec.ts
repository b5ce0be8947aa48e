import { globSync, readFileSync } from 'node:fs';
import { openBackOffice } from '../back-office.ts';
import { openAnsweredTicket, signInAsNew } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, signIn, test, type Page } from '../shop.ts';
import { testPages } from './walk-pages.ts';

const statusOf = (page: Page, text: string) => expect(page.locator('main .order-state')).toHaveText(text);

test('an order is found by its number, packed, shipped with its parcel and noted, by keyboard', async ({
  page,
  request,
}) => {
  const { number } = await paidOrder(request, { Emma: 1 }, 'staff');
  await openBackOffice(page, '/admin/orders');
  await page.getByRole('searchbox').focus();
  await page.keyboard.type(number);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Select ${number}` }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Mark as packed' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 order updated.')).toBeVisible();
  await page.getByRole('link', { name: number }).press('Enter');
  await statusOf(page, 'Packed');
  await page.getByLabel('Carrier').fill('Pos Laju');
  await page.getByLabel('Tracking number').fill('EP123456789MY');
  await page.keyboard.press('Enter');
  await statusOf(page, 'On its way');
  await expect(page.getByText('EP123456789MY')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Packed/ })).toContainText('Mei Ling (Halaman)');
  await page.getByLabel('New note').fill('Left with the porter.');
  await page.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(page.getByRole('listitem').filter({ hasText: 'Left with the porter.' })).toContainText('Mei Ling');
});

test('whoever was slower is told what happened', async ({ page, context, request }) => {
  const { number } = await paidOrder(request, { Emma: 1 }, 'staff');
  // What colleagues do reaches this page too late.
  await page.route('**/api/admin/live', () => {});
  await openBackOffice(page, `/admin/orders/${number}`);
  const colleague = await context.newPage();
  await colleague.goto(`/admin/orders/${number}`);
  await colleague.getByRole('button', { name: 'Mark as packed' }).click();
  await statusOf(colleague, 'Packed');
  await page.getByRole('button', { name: 'Mark as packed' }).click();
  await expect(
    page.getByRole('alert').getByText(`${number}: it is already further, or not that far yet`),
  ).toBeVisible();
  await statusOf(page, 'Packed');
});

test('a ticket of the list is answered and closed', async ({ page, browser, baseURL }) => {
  const readers = await browser.newContext({ baseURL: baseURL! });
  const reader = await readers.newPage();
  await signInAsNew(reader);
  const number = await openAnsweredTicket(reader, 'Paper or cloth?', 'Which title?');
  await readers.close();
  await openBackOffice(page, '/admin/tickets');
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByLabel('Answer').fill('Cloth, if you keep it.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByRole('article').nth(2)).toContainText('Mei Ling (Halaman)');
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await statusOf(page, 'Closed');
});

test('for a customer there is no back office', async ({ page }) => {
  await signIn(page, 'newcomer', '/customer/auth/login?back=%2Fadmin%2Forders');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('nothing of the back office is in the scripts of the shop and of the customer area', () => {
  const scriptsOf = (area: string) => globSync(`dist/${area}/assets/*.js`).map((file) => readFileSync(file, 'utf8'));
  const isOfStaff = (script: string) => /\/api\/admin|Mark as packed/.test(script);
  expect(scriptsOf('admin').some(isOfStaff)).toBe(true);
  expect([...scriptsOf('shop'), ...scriptsOf('customer')].filter(isOfStaff)).toEqual([]);
});

test('who is signed out signs in and comes back', async ({ page }) => {
  await page.goto('/admin/orders?status=paid');
  await expect(page).toHaveURL(/\/auth\/login\?back=%2Fadmin%2Forders%3Fstatus%3Dpaid$/);
});

const PAGES = [
  '',
  '/orders',
  '/orders/BK-100004',
  '/refunds',
  '/customers',
  '/returns',
  '/claims',
  '/reviews',
  '/title-requests',
  '/tickets',
  '/fulfilment',
  '/fulfilment/ship',
  '/inventory',
  '/inventory/receive',
  '/coupons',
  '/saved-replies',
  '/staff',
  '/settings',
  '/content',
  '/audit',
  '/nowhere',
];

testPages('every page is', { paths: PAGES });
