import { operate, signInAsNew } from './operate.ts';
import { expect, PASSWORD, signIn, test, type Page } from './shop.ts';

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

/** Opens a page anew and waits until it hears of changes: from then on nothing can be missed. */
async function openListening(page: Page, path: string): Promise<void> {
  await page.goto('/robots.txt');
  const listening = page.waitForResponse((response) => response.url().endsWith('/api/live') && response.ok());
  await page.goto(path);
  await listening;
}

test('an open page of orders shows that one was paid, without a reload, and says so', async ({ page }) => {
  await signInAsNew(page);
  const number = await order(page);
  await openListening(page, '/customer/my-orders');
  const card = page.getByRole('article', { name: new RegExp(`${number}$`) });
  await expect(card.getByRole('heading', { name: 'Placed' })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));

  await operate('order', 'mark-paid', number);
  await expect(card.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(page.getByText(`Your order ${number} is now paid.`).first()).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

test('an answer to a ticket is heard of on whatever page is open, and counted in the menu', async ({ page }) => {
  await signInAsNew(page);
  await openListening(page, '/customer/my-address');
  const number = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${localStorage.accessToken}` };
    const post = async (path: string, body: object) =>
      (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const { id } = await post('/customer/ticket/add', { subject: 'Dune', message: 'When does it come?' });
    return (await post('/customer/ticket/get', { id })).number as string;
  });
  await operate('ticket', 'reply', number, 'Tomorrow.');
  await expect(page.getByText(`Your ticket ${number} was answered.`).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /Tickets.*1 new answer/ })).toBeVisible();
});

test('two pages of one browser share a stream, and both follow', async ({ page, context }) => {
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
  await expect(card.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await expect(other.getByRole('link', { name: new RegExp(`Paid.*${number}`) })).toBeVisible();
  expect(streams).toEqual([]);
});

test('a session that is ended elsewhere is over on every open page of it', async ({ page, browser }) => {
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

test('a page follows the session of the tab beside it: another customer, then nobody', async ({ page, context }) => {
  await signIn(page);
  const beside = await context.newPage();
  await beside.goto('/customer/my-orders');
  await expect(beside.getByRole('article').first()).toBeVisible();
  await beside.evaluate(() => Object.assign(window, { isSameDocument: true }));

  await page.evaluate(async (password) => {
    const body = JSON.stringify({ username: 'newcomer', password });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/customer/auth/login', { method: 'POST', headers, body });
    const { api_token, ...profile } = await answer.json();
    localStorage.accessToken = api_token;
    localStorage.userInfo = JSON.stringify(profile);
  }, PASSWORD);
  await expect.poll(() => beside.evaluate(() => 'isSameDocument' in window).catch(() => true)).toBe(false);

  const third = await context.newPage();
  await third.goto('/customer/my-orders');
  await third.getByRole('button', { name: 'Sign out' }).click();
  await expect(beside).toHaveURL(/\/auth\/login\?to=%2Fmy-orders$/);
});
