import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getDashboard, type Dashboard, type OrderSummary } from '#contract/dashboard.ts';
import { FakeServer, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { idOf } from '../../testing/samples.ts';
import { DashboardPage } from './dashboard-page.tsx';

const order = (id: number, changes: Partial<OrderSummary>): OrderSummary => ({
  id: idOf(id),
  number: `BK-10000${id}`,
  status: 'paid',
  placed_at: '2026-11-20T02:00:00.000Z',
  payable: 57.4,
  books: 1,
  titles: 1,
  covers: ['/covers/1.svg'],
  due_at: null,
  expected: null,
  moved: null,
  ...changes,
});

const EMPTY: Dashboard = {
  at: '2026-11-23T02:00:00.000Z',
  counts: { orders: 4, open_orders: 0, books: 6, wishes: 0, price_drops: 0, open_tickets: 0, unread_tickets: 0 },
  saved: 12,
  open_orders: [],
  refunds: [],
  shelf: [],
  series: [],
  spending: [{ month: '2026-11', starts: '2026-11-01', amount: 0 }],
  price_drops: [],
  tickets: [],
  picks: [],
  free_delivery: null,
};

async function show(changes: Partial<Dashboard>) {
  signIn();
  new FakeServer().on(getDashboard, { ...EMPTY, ...changes });
  await renderInArea(<DashboardPage />);
  return screen.findByRole('region', { name: 'For you now' });
}

const headings = (region: HTMLElement) => within(region).getAllByRole('heading', { level: 3 }).map(textOf);

test('what needs the customer comes first, each with the one thing to do', async () => {
  const ticket = { number: 'T-1', status: 'answered', updated_at: EMPTY.at } as const;
  const now = await show({
    open_orders: [
      order(1, { status: 'placed', due_at: '2026-11-25T04:00:00.000Z' }),
      order(2, { status: 'shipped', expected: { from: '2026-11-24', to: '2026-11-25' } }),
      order(3, { moved: { title: 'Kim', language: 'en', on_sale_from: '2027-03' } }),
      order(4, { status: 'packed' }),
    ],
    tickets: [
      { ...ticket, id: idOf(5), subject: 'Where is it?', unread: true },
      { ...ticket, id: idOf(6), number: 'T-2', subject: 'Another', status: 'open', unread: false },
    ],
    refunds: [{ id: idOf(7), order: 'BK-100009', status: 'approved', amount: 20, at: EMPTY.at }],
  });
  expect(headings(now)).toEqual([
    'Order BK-100001 is waiting for your payment',
    'We’ve replied: “Where is it?”',
    '“Kim” has a new on-sale date: March 2027',
    'Refund of RM 20.00: Approved',
    'Order BK-100002 is on its way',
  ]);
  expect(textOf(now)).toContain('RM 57.40, by 25 November 2026');
  expect(textOf(now)).toContain('Expected delivery: ');
  const action = (name: string) => within(now).getByRole('link', { name }).getAttribute('href');
  expect([action('Pay now'), action('Read reply'), action('Track parcel')]).toEqual([
    '/my-orders?order=BK-100001',
    `/tickets/show/${idOf(5)}`,
    '/my-orders?order=BK-100002',
  ]);
  expect(headings(screen.getByRole('region', { name: 'Open orders' }))).toEqual(['Packed']);
  expect(textOf(screen.getByRole('region', { name: 'Your tickets' }))).not.toContain('Where is it?');
});

test('where nothing needs the customer, it says so, and empty parts are left out', async () => {
  const now = await show({});
  expect(textOf(now)).toContain('Nothing needs you now.');
  for (const name of ['Open orders', 'Your shelf', 'Your tickets'])
    expect(screen.queryByRole('region', { name })).toBeNull();
});
