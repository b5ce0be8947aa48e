import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cancelOrder, type Order } from '#contract/orders.ts';
import { getCartDetail } from '#contract/products.ts';
import { getReceipt } from '#contract/transactions.ts';
import { addToCart, cartLines } from '../../browser/cart.ts';
import { cartProduct, order, orderLine } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { BuyAgain, CancelOrder, DownloadReceipt } from './order-actions.tsx';
import { OrderStatusHeader } from './order-status.tsx';

async function showActions(of: Order, server = new FakeServer()) {
  signIn();
  const shown = await renderInArea(
    <>
      <h1 id={`${of.id}-number`}>Order {of.number}</h1>
      <OrderStatusHeader order={of} />
      <BuyAgain order={of} />
      <CancelOrder order={of} />
      <DownloadReceipt order={of} />
    </>,
  );
  return { ...shown, server };
}

const PLACED = order({ status: 'placed', coupon: 'READ10' });

test('an order is cancelled only after a question, which names it and what becomes of its coupon', async () => {
  const server = new FakeServer();
  const answer = server.hold(cancelOrder);
  const { user } = await showActions(PLACED, server);
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  const question = await screen.findByRole('alertdialog');
  expect(textOf(question)).toContain('BK-100013');
  expect(textOf(question)).toContain('READ10');
  expect(server.requestsOf(cancelOrder)).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Cancel order' }));
  await waitFor(() => expect(server.bodiesOf(cancelOrder)).toEqual([{ id: PLACED.id }]));
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  answer({ id: PLACED.id, status: 'cancelled' });
  expect((await screen.findByText('has been cancelled', { exact: false })).closest('[role=status]')).not.toBeNull();
});

test('an order that could not be cancelled says why and offers it again', async () => {
  const { user } = await showActions(
    PLACED,
    new FakeServer().on(cancelOrder, new Refusal('too_late', 'It is packed already.')),
  );
  await user.click(screen.getByRole('button', { name: 'Cancel order' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }));
  expect((await screen.findByText('It is packed already.')).closest('[role=alert]')).not.toBeNull();
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeDefined();
});

test('buying again puts in the cart what there is, and reports on each title', async () => {
  const again = order({ lines: [orderLine(1, { qty: 3 }), orderLine(2), orderLine(3)] });
  const products = [cartProduct(1, { stock: 2, price: 42, original_price: 45 }), cartProduct(2)];
  const server = new FakeServer().on(getCartDetail, { products, missing: [{ pid: 3, vid: 30 }] });
  const { user } = await showActions(again, server);
  await user.click(screen.getByRole('button', { name: 'Buy again' }));
  const report = await screen.findByRole('dialog');
  expect(cartLines()).toEqual([
    { id: 1, vid: 10, qty: 2 },
    { id: 2, vid: 20, qty: 1 },
  ]);
  expect(textOf(within(report).getByRole('status'))).toMatch(/^3 books/);
  const rows = within(report).getAllByRole('listitem');
  expect(rows).toHaveLength(3);
  expect(textOf(rows[0]!)).toContain('RM 42.00');
  expect(within(report).getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/checkout');
});

test('a cart that is full already gets no more of a title than there is', async () => {
  addToCart({ id: 1, vid: 10, qty: 2 });
  const server = new FakeServer().on(getCartDetail, { products: [cartProduct(1, { stock: 2 })], missing: [] });
  const { user } = await showActions(order({ lines: [orderLine(1)] }), server);
  await user.click(screen.getByRole('button', { name: 'Buy again' }));
  await screen.findByRole('dialog');
  expect(cartLines()).toEqual([{ id: 1, vid: 10, qty: 2 }]);
});

test('a failed attempt to buy again changes nothing in the cart', async () => {
  const { user } = await showActions(order(), new FakeServer().on(getCartDetail, 'offline'));
  await user.click(screen.getByRole('button', { name: 'Buy again' }));
  expect((await screen.findByText(/We can’t reach the shop/)).closest('[role=alert]')).not.toBeNull();
  expect(cartLines()).toEqual([]);
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Buy again' }).disabled).toBe(false),
  );
});

test('a receipt that may not be fetched yet says so below its button, which waits', async () => {
  const refusal = new Refusal('too_many_requests', 'Too many requests.', { headers: { 'Retry-After': '30' } });
  const { user } = await showActions(order(), new FakeServer().on(getReceipt, refusal));
  const receipt = screen.getByRole<HTMLButtonElement>('button', { name: 'Download receipt' });
  await user.click(receipt);
  expect((await screen.findByText(/Too many attempts/)).role).toBe('alert');
  expect(receipt.disabled).toBe(true);
});

test('a refunded order says so beside its state', async () => {
  const refund = {
    id: PLACED.id,
    status: 'paid_out' as const,
    amount: 88,
    shipping: 8,
    gift_wrap: 0,
    reason: 'damaged' as const,
    lines: [],
    withdrawn: [],
    requested_at: '2026-11-05T04:00:00.000Z',
    moved_at: '2026-11-06T04:00:00.000Z',
    shop_note: null,
  };
  await showActions(order({ refunds: [refund] }));
  const status = await screen.findByRole('heading', { name: /^Delivered/ });
  expect(textOf(status)).toBe('Delivered · Refunded');
  expect(textOf(status.nextElementSibling)).toContain('RM 88.00');
});
