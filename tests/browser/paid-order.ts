import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { operate } from './operate.ts';
import { expect, PASSWORD } from './shop.ts';

const ZIP = '50480';
const ADDRESS = { name: 'Aisyah Rahman', phone: '012-345 6789', line1: '12, Jalan Telawi 3', zip: ZIP };

/** An order with ten percent off by a coupon, paid; with how its customer cancels it elsewhere. */
export async function paidOrder(
  request: APIRequestContext,
  wanted: Record<string, number>,
  username = 'reader',
  name = ADDRESS.name,
) {
  const { api_token } = await ask(request, '/customer/auth/login', { username, password: PASSWORD });
  const headers = { authorization: `Bearer ${api_token}`, 'idempotency-key': randomUUID() };
  const lines = await Promise.all(Object.entries(wanted).map(([title, qty]) => findLine(request, title, qty)));
  const sumOf = (amount: (line: (typeof lines)[0]) => number) => lines.reduce((sum, line) => sum + amount(line), 0);
  const total = sumOf((line) => line.list);
  const proDis = sumOf((line) => Math.round(line.list / 10));
  const amount = sumOf((line) => line.own) - proDis;
  const payload = {
    items: lines.map(({ item }) => item),
    total: total / 100,
    proDis: proDis / 100,
    disCode: 'WELCOME10',
    shippingCost: amount < 13_100 ? 8 : 0,
    address: { ...ADDRESS, name, city: 'Kuala Lumpur', state: 'Kuala Lumpur' },
  };
  const { id, number } = await ask(request, '/customer/order/set', payload, headers);
  await operate('order', 'mark-paid', number);
  return { number: number as string, cancel: () => ask(request, '/api/orders/cancel', { id }, headers) };
}

/** An edition of the title with what it costs a member, in sen. */
async function findLine(request: APIRequestContext, title: string, qty: number) {
  const { rows } = await (await request.get(`/api/site/products?q=${encodeURIComponent(title)}`)).json();
  const { variants } = await (await request.get(`/api/site/products/${rows[0].id}`)).json();
  const variant = variants.find((one: { stock: number }) => one.stock >= qty);
  const item = { id: rows[0].id, vid: variant.id, qty };
  return { item, list: Math.round(variant.original_price * 100) * qty, own: Math.round(variant.price * 100) * qty };
}

async function ask(request: APIRequestContext, path: string, data: unknown, headers: Record<string, string> = {}) {
  const response = await request.post(path, { data, headers });
  expect([path, response.ok(), await response.text()]).toEqual([path, true, expect.any(String)]);
  return response.json();
}
