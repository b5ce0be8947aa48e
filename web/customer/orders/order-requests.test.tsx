import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getOrder, listOrders, type OrderWithTimeline } from '#contract/orders.ts';
import { address, order } from '../../testing/samples.ts';
import { FakeServer, renderInArea, signIn } from '../../testing/render.tsx';
import { OrderView } from './order-view.tsx';

const EXTRAS = { gift_message: null, note: null, company: null, tax_number: null };

/** The names of the buttons that ask for something on the page of an order. */
async function buttonsOf(changes: Pick<OrderWithTimeline, 'status' | 'requests'> & Partial<OrderWithTimeline>) {
  signIn();
  const of: OrderWithTimeline = {
    ...order(),
    ...EXTRAS,
    address: address(1),
    email: 'aminah@example.com',
    timeline: [],
    claims: [],
    ...changes,
  };
  new FakeServer().on(getOrder, of).on(listOrders, [of]);
  await renderInArea(<OrderView number={of.number} />);
  await screen.findByRole('heading', { name: 'Items' });
  const others = /receipt|print|buy again/i;
  return screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent!)
    .filter((name) => !others.test(name));
}

test('before packing an order is cancelled, and a refund can be requested below its items', async () => {
  const requests = ['address', 'cancel-items', 'withdraw'] as const;
  expect(await buttonsOf({ status: 'paid', requests: [...requests], refundable_until: null })).toEqual([
    'Change delivery address',
    'Cancel items',
    'Cancel order',
    'Request a refund',
  ]);
  expect(screen.getByText(/“Cancel items” refunds you at once/)).toBeDefined();
});

test('once it is sent, items are returned, withdrawn from or missing, each by one button', async () => {
  const requests = ['return', 'withdraw', 'not-arrived'] as const;
  expect(await buttonsOf({ status: 'delivered', requests: [...requests] })).toEqual([
    'Withdraw from the contract',
    'It has not arrived',
    'Return items',
  ]);
});
