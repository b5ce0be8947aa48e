import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAddresses, saveAddress } from '#contract/account.ts';
import { listDeliveryZones, listPaymentMethods } from '#contract/checkout.ts';
import { placeOrder } from '#contract/orders.ts';
import { getCartDetail } from '#contract/products.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { addToCart, cartCount } from '../../browser/cart.ts';
import { saveDraft } from '../../forms/drafts.ts';
import { address, cartProduct, idOf, order, ZONES } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { Component as CheckoutPage } from './checkout-page.tsx';

const PLACED: ResponseOf<typeof placeOrder> = {
  ...order({ status: 'placed', payment: { method: 'bank_transfer', status: 'pending' } }),
  page: '/order/token',
};

/** The checkout of a cart with two copies of a title for RM 40. */
async function showCheckout(server = new FakeServer(), giftWrap: number | null = null) {
  server
    .on(listDeliveryZones, { items: ZONES })
    .on(getCartDetail, { products: [cartProduct(1)], missing: [] })
    .on(listPaymentMethods, { methods: ['bank_transfer', 'card'], gift_wrap: giftWrap });
  addToCart({ id: 1, vid: 10, qty: 2 });
  const routes = [{ path: '/checkout/confirmation/:number', element: <h1>Thank you</h1> }];
  const shown = await renderInArea(<CheckoutPage />, { at: '/checkout', routes });
  await screen.findByRole('button', { name: /Place order/ });
  await waitFor(() => expect(placeButton().getAttribute('aria-disabled')).toBe('false'));
  return { ...shown, server };
}

const placeButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Place order|Placing/ });
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const noteOf = (field: HTMLElement) => textOf(document.getElementById(field.getAttribute('aria-describedby')!));
type User = Awaited<ReturnType<typeof showCheckout>>['user'];

/** As a browser fills in what it knows. */
async function fillIn(user: User) {
  const known = {
    Email: 'reader@example.com',
    'Postal code': '59100',
    'Full name': 'Aminah Yusof',
    Phone: '0123456789',
    'Street address': '7 Jalan Telawi',
    City: 'Kuala Lumpur',
  };
  for (const [name, value] of Object.entries(known)) {
    await user.click(input(name));
    await user.paste(value);
  }
}

test('nothing is ordered while a field is empty: each says so, and the first has the focus', async () => {
  const { user, server } = await showCheckout();
  await user.click(placeButton());
  await waitFor(() => expect(document.activeElement).toBe(input('Email')));
  expect(['Email', 'Full name', 'City', 'State'].map((name) => noteOf(input(name)))).toEqual([
    'Enter an email address such as name@example.com.',
    'This field is required.',
    'This field is required.',
    'This field is required.',
  ]);
  expect(server.requestsOf(placeOrder)).toEqual([]);
});

test('the postal code brings delivery, the total and the state', async () => {
  const { user } = await showCheckout();
  expect(textOf(placeButton())).toBe('Place order');
  expect(screen.getByText('Enter your postal code to see delivery and total.').getAttribute('role')).toBe('status');
  await user.type(input('Postal code'), '59100');
  expect(textOf(placeButton())).toBe('Place order · RM 88.00');
  await waitFor(() => expect(input('State').value).toBe('Kuala Lumpur'));
});

test('a double click places one order, which empties the cart and is confirmed', async () => {
  const server = new FakeServer();
  const answer = server.hold(placeOrder);
  const { user, address: path } = await showCheckout(server);
  await fillIn(user);
  await user.dblClick(placeButton());
  await waitFor(() => expect(placeButton().disabled).toBe(true));
  expect(textOf(placeButton())).toBe('Placing your order …');
  answer(PLACED);
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(path()).toBe('/checkout/confirmation/BK-100013');
  expect(cartCount()).toBe(0);
  expect(server.bodiesOf(placeOrder)).toMatchObject([
    { items: [{ id: 1, vid: 10, qty: 2 }], total: 80, shippingCost: 8, payBy: 'bank_transfer' },
  ]);
});

test('after a lost answer the same order goes out under the same key', async () => {
  const server = new FakeServer().on(placeOrder, 'offline');
  const { user } = await showCheckout(server);
  await fillIn(user);
  await user.click(placeButton());
  expect((await screen.findByText(/We can’t reach the shop/)).closest('[role=alert]')).not.toBeNull();
  server.on(placeOrder, PLACED);
  await waitFor(() => expect(placeButton().getAttribute('aria-disabled')).toBe('false'));
  await user.click(placeButton());
  await screen.findByRole('heading', { name: 'Thank you' });
  const keys = server.requestsOf(placeOrder).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a mistake that only the server finds stands at its field, and nothing typed is lost', async () => {
  const message = 'We don’t deliver there.';
  const errors = [{ path: 'address.zip', message }];
  const { user } = await showCheckout(
    new FakeServer().on(placeOrder, new Refusal('invalid', 'Please check your details.', { errors })),
  );
  await fillIn(user);
  await user.click(placeButton());
  await waitFor(() => expect(noteOf(input('Postal code'))).toBe(message));
  expect(document.activeElement).toBe(input('Postal code'));
  expect([input('Full name').value, input('City').value]).toEqual(['Aminah Yusof', 'Kuala Lumpur']);
  expect(cartCount()).toBe(2);
});

test('where prices changed, the page says what and asks for the server’s amount', async () => {
  const cart = { total: 90, discount: 0, proDis: 0, shippingCost: 8, payable: 98 };
  const { user } = await showCheckout(
    new FakeServer().on(placeOrder, new Refusal('price_changed', 'Prices have changed.', { cart })),
  );
  await fillIn(user);
  await user.click(placeButton());
  const alert = (await screen.findByText('Prices have changed.')).closest<HTMLElement>('[role=alert]')!;
  expect(within(alert).getAllByRole('listitem').map(textOf)).toContain('Total: RM 98.00 instead of RM 88.00');
  expect(textOf(placeButton())).toBe('Place order · RM 98.00');
});

test('where copies are missing, the page says how many are left', async () => {
  const lines = [{ id: 1, vid: 10, available: 1 }];
  const { user } = await showCheckout(
    new FakeServer().on(placeOrder, new Refusal('out_of_stock', 'Some books are gone.', { lines })),
  );
  await fillIn(user);
  await user.click(placeButton());
  expect(textOf((await screen.findByText(/1 left/)).closest('li'))).toBe('Title 1: 1 left');
});

test('a guest fills in seven fields', async () => {
  await showCheckout();
  const fields = document.querySelectorAll('#checkout-form :is(input:not([type=radio]), select, textarea)');
  expect([...fields].map((field) => field.getAttribute('name'))).toEqual([
    'email',
    'zip',
    'name',
    'phone',
    'line1',
    'city',
    'state',
  ]);
});

test('a member reviews the default address and presses one button', async () => {
  signIn();
  const saved = [address(1), address(2, { is_default: true, zip: '40000' })];
  const { user, server } = await showCheckout(new FakeServer().on(listAddresses, saved).on(placeOrder, PLACED));
  expect(textOf((await screen.findByRole('button', { name: 'Change delivery address' })).parentElement!)).toContain(
    '2 Jalan',
  );
  expect(document.querySelectorAll('#checkout-form :is(input, select)')).toHaveLength(0);
  await user.click(placeButton());
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(server.bodiesOf(placeOrder)).toMatchObject([{ address: { id: idOf(202) } }]);
  expect(server.requestsOf(saveAddress)).toEqual([]);
});

test('gift wrap changes the total, and what is written goes with the order', async () => {
  const { user, server } = await showCheckout(new FakeServer().on(placeOrder, PLACED), 5);
  await fillIn(user);
  expect(textOf(placeButton())).toBe('Place order · RM 88.00');
  await user.click(screen.getByRole('button', { name: 'Add gift wrap, a note or a company' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Gift wrap for the whole order (RM 5.00)' }));
  expect(textOf(placeButton())).toBe('Place order · RM 93.00');
  await user.type(screen.getByRole('textbox', { name: 'Gift message (optional)' }), 'For you');
  await user.type(screen.getByRole('textbox', { name: 'Company (optional)' }), 'Buku Sdn Bhd');
  await user.click(placeButton());
  await screen.findByRole('heading', { name: 'Thank you' });
  const [sent] = server.bodiesOf(placeOrder);
  expect(sent).toMatchObject({ gift_wrap: 5, gift_message: 'For you', company: 'Buku Sdn Bhd' });
  expect(sent).not.toHaveProperty('note');
});

test('where the price of gift wrap changed, the page asks for the new one', async () => {
  const cart = { total: 80, discount: 0, proDis: 0, shippingCost: 8, gift_wrap: 6, payable: 94 };
  const refusal = new Refusal('price_changed', 'Prices have changed.', { cart });
  const { user } = await showCheckout(new FakeServer().on(placeOrder, refusal), 5);
  await fillIn(user);
  await user.click(screen.getByRole('button', { name: 'Add gift wrap, a note or a company' }));
  await user.click(await screen.findByRole('checkbox', { name: /Gift wrap/ }));
  await user.click(placeButton());
  const alert = (await screen.findByText('Prices have changed.')).closest<HTMLElement>('[role=alert]')!;
  expect(within(alert).getAllByRole('listitem').map(textOf)).toContain('Gift wrap: RM 6.00 instead of RM 5.00');
  expect(textOf(placeButton())).toBe('Place order · RM 94.00');
});

test('what was written before a reload stays, and the default address is still the one', async () => {
  signIn();
  saveDraft('checkout-form', JSON.stringify({ gift_message: 'For you' }));
  const server = new FakeServer().on(listAddresses, [address(2, { is_default: true })]);
  await showCheckout(server);
  expect(await screen.findByRole('button', { name: 'Change delivery address' })).toBeDefined();
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /Gift message/ })).value).toBe('For you');
});

test('a shop that does not wrap offers the words alone', async () => {
  const { user } = await showCheckout();
  await user.click(screen.getByRole('button', { name: 'Add gift wrap, a note or a company' }));
  await screen.findByRole('textbox', { name: 'Note for the shop (optional)' });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a member changes the address and the way to pay', async () => {
  signIn();
  const saved = [address(1), address(2, { is_default: true })];
  const { user, server } = await showCheckout(new FakeServer().on(listAddresses, saved).on(placeOrder, PLACED));
  await user.click(await screen.findByRole('button', { name: 'Change delivery address' }));
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Delivery address' }));
  await user.click(screen.getByRole('radio', { name: /1 Jalan/ }));
  await user.click(screen.getByRole('button', { name: 'Change payment method' }));
  await user.click(screen.getByRole('radio', { name: 'Card' }));
  await user.click(placeButton());
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(server.bodiesOf(placeOrder)).toMatchObject([{ address: { id: idOf(201) }, payBy: 'card' }]);
});

test('where the ways to pay cannot be read, a bank transfer is still one', async () => {
  const server = new FakeServer();
  server
    .on(listDeliveryZones, { items: ZONES })
    .on(getCartDetail, { products: [cartProduct(1)], missing: [] })
    .on(listPaymentMethods, new Refusal('internal', 'It did not work.'));
  addToCart({ id: 1, vid: 10, qty: 1 });
  await renderInArea(<CheckoutPage />, { at: '/checkout' });
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Bank transfer' })).checked).toBe(true);
  expect(screen.queryByRole('radio', { name: 'Card' })).toBeNull();
});

test('an empty cart leads back to the books', async () => {
  await renderInArea(<CheckoutPage />, { locale: 'fa' });
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/fa/browse');
  expect(screen.queryByRole('button')).toBeNull();
});
