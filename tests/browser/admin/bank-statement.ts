import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { operate } from '../operate.ts';
import { expect, PASSWORD } from '../shop.ts';

const OPEN_ORDERS = 50;
/** As many of them a statement pays so that nobody has to look. */
export const CERTAIN = 31;

export type UnpaidOrder = { number: string; payable: number; name: string; isbn: string };

type Variant = { id: number; isbn: string; original_price: number };

/** Nobody has more unpaid orders at once. */
const ORDERS_OF_ONE = 5;

/** Unpaid orders by bank transfer of new readers; each is addressed to a name of its own. */
export async function unpaidOrders(request: APIRequestContext): Promise<UnpaidOrder[]> {
  const { rows } = await (await request.get('/api/site/products?in_stock=true&limit=60')).json();
  const titles: { id: number; variant: Variant }[] = [];
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
  variant: Variant;
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
  return { number, payable, name, isbn: variant.isbn };
}

/** 40 lines: 31 that are certain, however their numbers are spoilt, and nine that each say why they are not. */
export function statementFor(orders: UnpaidOrder[]): string {
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
