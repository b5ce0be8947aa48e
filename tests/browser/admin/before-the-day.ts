import type { APIRequestContext, Browser } from '@playwright/test';
import { addAuthenticator } from '../authenticator.ts';
import { newCustomer, profileSection } from '../new-customer.ts';
import { openTickets, operate } from '../operate.ts';
import { paidOrder } from '../paid-order.ts';
import { expect, PASSWORD, type Page } from '../shop.ts';
import { unpaidOrders, type UnpaidOrder } from './bank-statement.ts';

/** So many orders leave, and the prices of so many titles change. */
export const PACKED = 30;
export const TITLES = 200;

/** What was there before the day. */
export type Day = {
  orders: UnpaidOrder[];
  /** Those of them that leave today. */
  toPack: UnpaidOrder[];
  refunds: string[];
  tickets: string[];
  formats: Awaited<ReturnType<typeof findFormats>>;
};

export async function prepareDay(page: Page, browser: Browser, url: string): Promise<Day> {
  const readers = await browser.newContext({ baseURL: url });
  const orders = await unpaidOrders(readers.request);
  const refunds = [await requestRefund(readers.request, 'Emma'), await requestRefund(readers.request, 'Dracula')];
  const formats = await findFormats(readers.request, TITLES);
  const tickets = await openTickets(await readers.newPage(), 3);
  await readers.close();
  await becomeOwner(page, url);
  return { orders, toPack: orders.slice(0, PACKED), refunds, tickets, formats };
}

/** A new owner of the shop with a passkey, signed out. */
async function becomeOwner(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await addAuthenticator(page.context(), page);
  const email = await newCustomer(page, url);
  const section = await profileSection(page, 'passkeys');
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(section.getByRole('listitem')).toBeVisible();
  await operate('user', 'make-staff', email, '--role', 'owner');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
}

/** Asks for the money of a paid order of two copies, as its customer. */
async function requestRefund(request: APIRequestContext, title: string): Promise<string> {
  const { number } = await paidOrder(request, { [title]: 2 });
  const data = { username: 'reader', password: PASSWORD };
  const { api_token: token } = await (await request.post('/customer/auth/login', { data })).json();
  const headers = { authorization: `Bearer ${token}` };
  const [order] = await (await request.get(`/customer/order?q=${number}`, { headers })).json();
  const wish = { id: order.id, reason: 'changed_mind', note: 'Bought twice.' };
  const response = await request.post('/customer/order/refund', { headers, data: wish });
  expect([response.ok(), await response.text()]).toEqual([true, expect.any(String)]);
  return number;
}

/** A printed format of each of many titles. */
async function findFormats(request: APIRequestContext, count: number) {
  const formats: { isbn: string; original_price: number; price: number }[] = [];
  for (let page = 1; formats.length < count; page += 1) {
    const { rows } = await (await request.get(`/api/site/products?limit=60&page=${page}`)).json();
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) {
      const { variants } = await (await request.get(`/api/site/products/${id}`)).json();
      const printed = variants.find(({ format }: { format: string }) => !/^(ebook|audiobook)$/.test(format));
      if (printed) formats.push(printed);
    }
  }
  return formats.slice(0, count);
}
