import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, expect, test } from 'vitest';
import { listDeliveryZones } from '#contract/checkout.ts';
import { getCartDetail } from '#contract/products.ts';
import { addToCart, cartLines, clearCart } from '../../browser/cart.ts';
import { storePostalCode } from '../../browser/checkout-inputs.ts';
import { cartProduct, ZONES } from '../../testing/samples.ts';
import { FakeServer, textOf } from '../../testing/render.tsx';
import { openCartDrawer } from './cart.tsx';

/* The drawer is made once for a page, and every test here opens the same one. */

afterEach(() => {
  act(() => clearCart());
  drawer().close();
});

afterAll(() => drawer().remove());

const drawer = () => document.querySelector('dialog')!;
const inDrawer = () => within(drawer());

async function openDrawer(server = new FakeServer(), qty = 2) {
  server.on(listDeliveryZones, { items: ZONES }).on(getCartDetail, { products: [cartProduct(1)], missing: [] });
  if (qty > 0) act(() => addToCart({ id: 1, vid: 10, qty }));
  await act(() => openCartDrawer());
  return { server, user: userEvent.setup({ delay: null }) };
}

const subtotal = () => textOf(inDrawer().getByText('Subtotal').closest('div'));

test('an empty cart says so and closes onto the books', async () => {
  const { user } = await openDrawer(new FakeServer(), 0);
  expect(drawer().open).toBe(true);
  expect(inDrawer().getByText('Your cart is empty.')).toBeDefined();
  expect(inDrawer().queryByRole('link', { name: 'Checkout' })).toBeNull();
  await user.click(inDrawer().getByRole('button', { name: 'Browse books' }));
  expect(drawer().open).toBe(false);
});

test('the subtotal follows the copies, and the checkout is one press away', async () => {
  const { user } = await openDrawer();
  await waitFor(() => expect(subtotal()).toBe('SubtotalRM 80.00'));
  await user.click(inDrawer().getByRole('button', { name: 'Increase quantity of Title 1' }));
  expect(subtotal()).toBe('SubtotalRM 120.00');
  expect(cartLines()).toEqual([{ id: 1, vid: 10, qty: 3 }]);
  expect(inDrawer().getByRole('link', { name: 'Checkout' }).getAttribute('href')).toBe('/customer/checkout');
});

test('with a postal code the drawer says what delivery costs, and when it is free', async () => {
  storePostalCode('59100');
  const { user } = await openDrawer();
  await waitFor(() => expect(subtotal()).toBe('SubtotalRM 80.00'));
  const delivery = () => textOf(inDrawer().getByText(/Delivery to 59100/));
  expect(delivery()).toBe('Delivery to 59100: RM 8.00. Add RM 70.00 more for free delivery.');
  for (let copies = 2; copies < 4; copies++)
    await user.click(inDrawer().getByRole('button', { name: 'Increase quantity of Title 1' }));
  expect(delivery()).toBe('Delivery to 59100 is free.');
});

test('prices that cannot be read leave the cart as it is, and can be asked for again', async () => {
  const server = new FakeServer().on(listDeliveryZones, { items: ZONES });
  const { user } = await openDrawer(server, 0);
  server.on(getCartDetail, 'offline');
  act(() => addToCart({ id: 9, vid: 90, qty: 2 }));
  const alert = await waitFor(() => inDrawer().getByText(/We couldn’t load the prices/));
  expect(textOf(alert)).toContain('Your cart is safe.');
  expect(cartLines()).toEqual([{ id: 9, vid: 90, qty: 2 }]);
  server.on(getCartDetail, { products: [cartProduct(9)], missing: [] });
  await user.click(inDrawer().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(subtotal()).toBe('SubtotalRM 80.00'));
  expect(screen.queryByText(/We couldn’t load/)).toBeNull();
});
