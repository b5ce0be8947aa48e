import { openAnsweredTicket, operate, signInAsNew } from '../operate.ts';
import { expect, openListening, PASSWORD, signIn, test, type Page } from '../shop.ts';

/** Orders one book for who is signed in on the page; answers the order's number. */
async function order(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const post = async (path: string, body: unknown) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const items = [{ id: 1, vid: 1, qty: 1 }];
    const address = {
      name: 'Nurul Huda',
      phone: '012-3456789',
      line1: '1, Jalan Buku',
      city: 'Kuala Lumpur',
      state: 'Kuala Lumpur',
      zip: '50480',
    };
    const draft = { items, address, proDis: 0, disCode: null, total: 0, shippingCost: 0 };
    const { cart } = await post('/customer/order/set', draft);
    const { number } = await post('/customer/order/set', { ...draft, ...cart });
    return number as string;
  });
}

test('updates an open orders page when an order is paid', async ({ page }) => {
  await signInAsNew(page);
  const number = await order(page);
  await openListening(page, '/customer/my-orders');
  const card = page.getByRole('article', { name: new RegExp(`${number}$`) });
  await expect(card.getByText('Placed', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

  await operate('order', 'mark-paid', number);
  await expect(card.getByText('Paid', { exact: true })).toBeVisible();
  await expect(page.getByText(`Your order ${number} has been paid.`).first()).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('shows a toast and a menu badge for a new ticket reply on any page', async ({ page }) => {
  await signInAsNew(page);
  await openListening(page, '/customer/my-address');
  const number = await openAnsweredTicket(page, 'Dune', 'Tomorrow.');
  await expect(page.getByText(`There’s a new reply to your ticket ${number}.`).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Tickets.*1 new reply/ })).toBeVisible();
});

test('shares one event stream between two tabs', async ({ page, context }) => {
  await signInAsNew(page);
  const number = await order(page);
  await openListening(page, '/customer/my-orders');
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/live')) streams.push(request.url());
  });
  const other = await context.newPage();
  await other.goto('/customer/dashboard');
  await expect(other.getByText(number)).toBeVisible();
  await operate('order', 'mark-paid', number);
  const card = page.getByRole('article', { name: new RegExp(`${number}$`) });
  await expect(card.getByText('Paid', { exact: true })).toBeVisible();
  await expect(other.getByRole('link', { name: new RegExp(`Paid.*${number}`) })).toBeVisible();
  expect(streams).toEqual([]);
});

test('signs out every open page when the session ends on another device', async ({ page, browser }) => {
  const username = await signInAsNew(page);
  const elsewhere = await browser.newPage({ baseURL: process.env.SHOP_URL! });
  await signIn(elsewhere, username);
  await openListening(elsewhere, '/customer/profile');
  await elsewhere.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.accessToken}` };
    await fetch('/api/auth/logout', { method: 'POST', headers });
  });
  await expect(elsewhere).toHaveURL(/\/auth\/login\?to=%2Fprofile$/);
  await expect(elsewhere.getByText('Please sign in again.')).toBeVisible();
  await elsewhere.close();
});

test('follows the session of another tab', async ({ page, context }) => {
  await signIn(page);
  const beside = await context.newPage();
  await beside.goto('/customer/my-orders');
  await expect(beside.getByRole('article').first()).toBeVisible();
  await beside.evaluate(() => Object.assign(window, { isSameDocument: true }));

  await page.evaluate(async (password) => {
    const body = JSON.stringify({ username: 'newcomer', password });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch('/customer/auth/login', { method: 'POST', headers, body });
    const { api_token, ...profile } = await response.json();
    localStorage.accessToken = api_token;
    localStorage.userInfo = JSON.stringify(profile);
  }, PASSWORD);
  await expect.poll(() => beside.evaluate(() => 'isSameDocument' in window).catch(() => true)).toBe(false);

  const third = await context.newPage();
  await third.goto('/customer/my-orders');
  // Before the script has come the press would be kept for it, and the test would press again.
  await third.waitForFunction(() => 'ready' in document.documentElement.dataset);
  await third.getByRole('button', { name: 'Sign out' }).click();
  await expect(beside).toHaveURL(/\/auth\/login\?to=%2Fmy-orders$/);
});
