import type { APIRequestContext } from '@playwright/test';
import { operate } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { openBackOffice } from '../back-office.ts';
import { expect, PASSWORD, test, type Page } from '../shop.ts';
import { violations } from '../violations.ts';
import { testPages } from './walk-pages.ts';

const statusOf = (page: Page, text: string) => expect(page.locator('main .order-state')).toHaveText(text);

/** Requests as somebody sends them. */
async function signedInAs(username: 'reader' | 'staff', request: APIRequestContext) {
  const data = { username, password: PASSWORD };
  const { api_token: token } = await (await request.post('/customer/auth/login', { data })).json();
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: async (path: string) => (await request.get(path, { headers })).json(),
    post: async (path: string, body: object) => {
      const response = await request.post(path, { headers, data: body });
      expect([path, response.ok()]).toEqual([path, true]);
      return response.status() === 204 ? undefined : response.json();
    },
  };
}

/** A sent order of the reader. */
async function sentOrder(request: APIRequestContext, title: string, qty: number) {
  const { number } = await paidOrder(request, { [title]: qty });
  await operate('order', 'pack', number);
  await operate('order', 'ship', number);
  const reader = await signedInAs('reader', request);
  const [order] = await reader.get(`/customer/order?q=${number}`);
  return { number, order, reader };
}

test('of a return of two copies one is received, the other declined with a reason, by keyboard', async ({
  page,
  request,
}) => {
  const { number, order, reader } = await sentOrder(request, 'Emma', 2);
  await reader.post('/customer/order/refund', { id: order.id, reason: 'changed_mind', note: 'Bought twice.' });
  await openBackOffice(page, '/admin/returns?status=requested');
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').press('Enter');
  await expect(page.getByText('Bought twice.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Accept return' }).press('Enter');
  await statusOf(page, 'On its way back');
  await page.getByRole('spinbutton').focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('spinbutton')).toHaveValue('1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('One copy came back.');
  await page.getByRole('button', { name: 'Record the books as received' }).press('Enter');
  await statusOf(page, 'Received');
  await expect(page.getByRole('listitem').filter({ hasText: 'Emma' }).first()).toContainText('1 ×');
  const [seen] = await reader.get(`/customer/order?q=${number}`);
  expect(seen.refunds).toMatchObject([
    { status: 'approved', lines: [{ qty: 1 }] },
    { status: 'declined', lines: [{ qty: 1 }], shop_note: 'One copy came back.' },
  ]);
});

test('of two who decide a return the second one is told', async ({ page, context, request }) => {
  const { number, order, reader } = await sentOrder(request, 'Emma', 1);
  await reader.post('/customer/order/refund', { id: order.id, reason: 'damaged' });
  await openBackOffice(page, '/admin/returns?status=requested');
  await page.getByRole('row').filter({ hasText: number }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible();
  await statusOf(page, 'Waits for a decision');
  const colleague = await context.newPage();
  await colleague.goto(page.url());
  await colleague.getByRole('button', { name: 'Decline' }).click();
  await statusOf(colleague, 'Declined');
  await page.getByRole('button', { name: 'Accept return' }).click();
  await expect(page.getByRole('alert').getByText('Somebody has decided this return already.')).toBeVisible();
  await statusOf(page, 'Declined');
});

test('a review is hidden with a reason, published again and replied to', async ({ page, request }) => {
  const { order, reader } = await sentOrder(request, 'Rainbow Valley', 1);
  const words = 'The best of the later ones.';
  const saved = { product_id: order.lines[0].product_id, rating: 4, text: words, language: 'en', has_spoilers: false };
  await reader.post('/api/reviews/save', saved);
  await openBackOffice(page, '/admin/reviews');
  await page.getByRole('row').filter({ hasText: words }).getByRole('link').press('Enter');
  await page.getByLabel('Reason, which its author reads').fill('It quotes too much.');
  await page.getByRole('button', { name: 'Hide review' }).press('Enter');
  await statusOf(page, 'Hidden');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish again' }).press('Enter');
  await statusOf(page, 'Published');
  await page.getByLabel('Reply of the shop').fill('Thank you!');
  await page.getByRole('button', { name: 'Publish reply' }).press('Enter');
  await expect(page.getByText('The reply is published.')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'It quotes too much.' })).toContainText('Mei Ling');
});

test('reviews are hidden together by keyboard: a lost connection leaves them chosen, one that a colleague hid is named', async ({
  page,
  request,
}) => {
  const titles = ['Treasure Island', 'Madame Bovary', 'The Odyssey'];
  const [reader, colleague] = [await signedInAs('reader', request), await signedInAs('staff', request)];
  const numbers: string[] = [];
  for (const title of titles) numbers.push((await paidOrder(request, { [title]: 1 })).number);
  for (const to of ['packed', 'shipped']) await colleague.post('/api/admin/orders/transition', { numbers, to });
  for (const [index, title] of titles.entries()) {
    const [order] = await reader.get(`/customer/order?q=${numbers[index]}`);
    const about = { product_id: order.lines[0].product_id, rating: 1, language: 'en', has_spoilers: false };
    await reader.post('/api/reviews/save', { ...about, text: `Bought elsewhere: ${title}.` });
  }
  await openBackOffice(page, '/admin/reviews?status=published');
  const rowOf = (title: string) => page.getByRole('row').filter({ hasText: `Bought elsewhere: ${title}.` });
  for (const title of titles) {
    await rowOf(title).getByRole('link').focus();
    await page.keyboard.press('x');
  }
  const chosen = page.getByRole('group', { name: '3 reviews selected' });
  await chosen.getByLabel('Reason, which its author reads').fill('Advertisements.');
  expect(await violations(page)).toEqual([]);
  await page.route('**/api/admin/reviews/decide', (route) => route.abort('internetdisconnected'), { times: 1 });
  const readAgain = page.waitForResponse(/\/api\/admin\/reviews\?/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await readAgain;
  await expect(chosen).toBeVisible();
  const { rows } = await colleague.get('/api/admin/reviews?status=published');
  const taken = rows.find(({ text }: { text: string }) => text === 'Bought elsewhere: Madame Bovary.');
  await colleague.post('/api/admin/reviews/hide', { id: taken.id, reason: 'Advertisement.' });
  await chosen.getByLabel('Reason, which its author reads').press('Enter');
  await expect(page.getByText('2 reviews decided.')).toBeVisible();
  await expect(page.getByText('1 review stays as it is')).toContainText('Madame Bovary');
  for (const title of titles) await expect(rowOf(title)).toHaveCount(0);
  await expect(page.getByRole('group', { name: '0 reviews selected' })).toBeVisible();
});

test('a requested title is answered', async ({ page, request }) => {
  const reader = await signedInAs('reader', request);
  await reader.post('/api/title-requests/add', { words: 'A history of the Kinta valley' });
  await openBackOffice(page, '/admin/title-requests?status=open');
  const item = page.getByRole('listitem').filter({ hasText: 'A history of the Kinta valley' });
  await item.getByText('Answer', { exact: true }).click();
  await item.getByLabel('Answer by email').fill('It is out of print.');
  expect(await violations(page)).toEqual([]);
  await item.getByRole('button', { name: 'Send answer' }).press('Enter');
  await expect(item).toHaveCount(0);
  await page.getByLabel('Status').selectOption('answered');
  await expect(item).toContainText('It is out of print.');
});

testPages('the page of a review is', {
  paths: ['/reviews'],
  prepare: async (page) => {
    await page.locator('tbody a').first().click();
    await expect(page.locator('blockquote')).toBeVisible();
  },
});
