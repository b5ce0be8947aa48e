import type pg from 'pg';
import { RETURN_STATES } from '#domain/orders/return.ts';
import { REFUND_STATES } from '#domain/orders/refund.ts';
import { CLAIM_STATES } from '#domain/orders/claim.ts';
import { ORDER_STATES } from '#domain/orders/order.ts';
import { TRANSFER_LISTS } from '#domain/orders/match-transfers.ts';
import { TITLE_FILTERS } from '#domain/catalogue/staff-work.ts';
import { COUPON_STATES } from '#domain/pricing/coupon.ts';
import { REVIEW_STATES } from '#domain/review.ts';
import { TICKET_STATES } from '#domain/ticket.ts';
import { listOrderSamples, wordOf, type OrderSample } from './samples.ts';

/** Paths below `/api/admin/` that are asked for in turns. */
export type StaffWorkload = { name: string; paths: string[] };

/** Every list, filter and search of the back office, drawn from the orders of the shop. */
export async function drawStaffWorkloads(client: pg.Client, seed: number): Promise<StaffWorkload[]> {
  const samples = await listOrderSamples(client, seed);
  const page = await findPages(client);
  return [
    one('home page', 'work-list'),
    ...orderWorkloads(samples),
    ...fulfilmentWorkloads(samples),
    ...customerWorkloads(samples),
    ...requestWorkloads(page),
    ...moneyWorkloads(samples, page),
    ...stockWorkloads(samples),
    ...couponWorkloads(),
    ...auditWorkloads(samples, page),
  ];
}

const one = (name: string, path: string): StaffWorkload => ({ name, paths: [path] });
const path = (of: string, query: Record<string, string>) => `${of}?${new URLSearchParams(query)}`;
const filters = (name: string, of: string, states: readonly string[], key = 'status') =>
  states.map((state) => one(`${name}, ${state}`, path(of, { [key]: state })));

function searches<Sample>(
  name: string,
  of: string,
  samples: readonly Sample[],
  text: (sample: Sample) => string | null,
) {
  const found = samples.map(text).filter((q) => q !== null);
  return { name, paths: [...new Set(found)].map((q) => path(of, { q })) };
}

function orderWorkloads(samples: readonly OrderSample[]): StaffWorkload[] {
  const search = (what: string, text: (sample: OrderSample) => string | null) =>
    searches(`orders, search: ${what}`, 'orders', samples, text);
  return [
    one('orders', 'orders'),
    { name: 'orders, a later page', paths: samples.map(({ id }) => path('orders', { before: id })) },
    ...filters('orders', 'orders', ORDER_STATES),
    {
      name: 'orders, delivered, a later page',
      paths: samples.map(({ id }) => path('orders', { status: 'delivered', before: id })),
    },
    search('number', ({ number }) => number),
    search('whole name', ({ name }) => name),
    search('first name', ({ name }) => name.split(' ')[0]!),
    search('three letters of a name', ({ name }) => name.slice(0, 3)),
    search('email', ({ email }) => email),
    search('three letters of an email', ({ email }) => `${email.slice(0, 3)}@`),
    search('ISBN', ({ isbn }) => isbn),
    search('title', ({ title }) => title),
    search('word of a title', ({ title }) => wordOf(title)),
    search('tracking code', ({ tracking }) => tracking),
    search('nothing found', ({ number }) => `zq ${number}`),
    {
      name: 'orders, search: first name of paid ones',
      paths: samples.map(({ name }) => path('orders', { q: name.split(' ')[0]!, status: 'paid' })),
    },
    {
      name: 'orders, search: ISBN of paid ones',
      paths: samples.map(({ isbn }) => path('orders', { q: isbn, status: 'paid' })),
    },
    { name: 'an order', paths: samples.map(({ number }) => `orders/${number}`) },
  ];
}

function fulfilmentWorkloads(samples: readonly OrderSample[]): StaffWorkload[] {
  const numbers = samples.slice(0, 20).map(({ number }): [string, string] => ['number', number]);
  return [
    one('to pack', 'fulfilment'),
    one('to pack, waiting for a date or copies', 'fulfilment?held=true'),
    one('pick list of 20', `fulfilment/pick-list?${new URLSearchParams(numbers)}`),
    { name: 'a parcel', paths: samples.map(({ number }) => `fulfilment/parcels/${number}`) },
  ];
}

function customerWorkloads(samples: readonly OrderSample[]): StaffWorkload[] {
  const search = (what: string, text: (sample: OrderSample) => string | null) =>
    searches(`customers, search: ${what}`, 'customers', samples, text);
  const members = samples.flatMap(({ customerId }) => customerId ?? []);
  return [
    one('customers', 'customers'),
    { name: 'customers, a later page', paths: members.map((before) => path('customers', { before })) },
    search('whole name', ({ name }) => name),
    search('first name', ({ name }) => name.split(' ')[0]!),
    search('email', ({ email }) => email),
    search('username', ({ number }) => `reader${number.slice(-4)}`),
    search('telephone', ({ phone }) => phone),
    search('nothing found', ({ number }) => `zq ${number}`),
    { name: 'a customer', paths: members.map((id) => `customers/${id}`) },
    { name: 'history of a customer', paths: samples.map(({ email }) => `customers/history/${email}`) },
  ];
}

function requestWorkloads({ ticket, review }: Pages): StaffWorkload[] {
  return [
    one('tickets', 'tickets'),
    one('tickets, a later page', path('tickets', { before: ticket })),
    ...filters('tickets', 'tickets', TICKET_STATES),
    ...filters('tickets of', 'tickets', ['me', 'nobody'], 'assignee'),
    one('tickets of nobody, open', path('tickets', { assignee: 'nobody', status: 'open' })),
    one('tickets, open for 30 days', path('tickets', { days: '30', status: 'open' })),
    one('tickets, unchanged for 30 days', path('tickets', { days: '30' })),
    one('refunds', 'refunds'),
    ...filters('refunds', 'refunds', REFUND_STATES),
    one('returns', 'returns'),
    ...filters('returns', 'returns', RETURN_STATES),
    one('claims', 'claims'),
    ...filters('claims', 'claims', CLAIM_STATES),
    one('reviews', 'reviews'),
    one('reviews, a later page', path('reviews', { before: review })),
    ...filters('reviews', 'reviews', [...REVIEW_STATES, 'reported']),
    one('title requests', 'title-requests'),
    ...filters('title requests', 'title-requests', ['open', 'answered', 'fulfilled']),
  ];
}

function moneyWorkloads(samples: readonly OrderSample[], { month }: Pages): StaffWorkload[] {
  return [
    one('money, this month', 'money'),
    one('money, an earlier month', path('money', { month })),
    one('receivables', 'money/receivables'),
    { name: 'statement of an order', paths: samples.map(({ number }) => `money/orders/${number}`) },
    ...filters('transfers', 'transfers', TRANSFER_LISTS),
    one('payments without an order', 'payments/unmatched'),
  ];
}

function stockWorkloads(samples: readonly OrderSample[]): StaffWorkload[] {
  return [
    one('titles', 'catalogue'),
    ...filters('titles', 'catalogue', TITLE_FILTERS),
    searches('titles, search: title', 'catalogue', samples, ({ title }) => title),
    searches('titles, search: word', 'catalogue', samples, ({ title }) => wordOf(title)),
    searches('titles, search: ISBN', 'catalogue', samples, ({ isbn }) => isbn),
    searches('stock, search: title', 'stock', samples, ({ title }) => title),
    searches('stock, search: ISBN', 'stock', samples, ({ isbn }) => isbn),
    { name: 'stock movements of a format', paths: samples.map(({ variantId }) => `stock/${variantId}`) },
  ];
}

function couponWorkloads(): StaffWorkload[] {
  return [
    one('coupons', 'coupons'),
    ...filters('coupons', 'coupons', COUPON_STATES, 'state'),
    one('coupons, search', path('coupons', { q: 'made1' })),
    { name: 'a coupon', paths: Array.from({ length: 40 }, (_, index) => `coupons/MADE${index + 1}`) },
  ];
}

function auditWorkloads(samples: readonly OrderSample[], { entry, day }: Pages): StaffWorkload[] {
  return [
    one('audit log', 'audit'),
    one('audit log, a later page', path('audit', { before: entry })),
    one('audit log, by person', path('audit', { who: 'Farah (Halaman)' })),
    one('audit log, by action', path('audit', { what: 'order ship' })),
    one('audit log, by person and action', path('audit', { who: 'Kumar (Halaman)', what: 'order ship' })),
    { name: 'audit log, about an order', paths: samples.map(({ number: about }) => path('audit', { about })) },
    one('audit log, of a day', path('audit', { from: day, to: day })),
    one('audit log, by person of a day', path('audit', { who: 'Kumar (Halaman)', from: day, to: day })),
  ];
}

type Pages = { ticket: string; review: string; entry: string; month: string; day: string };

/** Places in the middle of long lists. */
async function findPages(client: pg.Client): Promise<Pages> {
  const { rows } = await client.query<Pages>(`SELECT
    (SELECT (extract(epoch FROM updated_at) * 1000000)::bigint || '_' || id FROM ticket WHERE updated_at < now() - interval '1 year'
      ORDER BY updated_at DESC LIMIT 1) AS ticket,
    (SELECT id FROM review WHERE created_at < now() - interval '1 year' ORDER BY created_at DESC LIMIT 1) AS review,
    (SELECT chain || '.' || position FROM audit_entry WHERE event IN ('staff', 'operator') AND at < now() - interval '1 year'
      ORDER BY at DESC LIMIT 1) AS entry,
    to_char(now() - interval '1 year', 'YYYY-MM') AS month, to_char(now() - interval '1 year', 'YYYY-MM-DD') AS day`);
  return rows[0]!;
}
