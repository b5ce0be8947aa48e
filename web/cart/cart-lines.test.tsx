import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listDeliveryZones } from '#contract/checkout.ts';
import { getCartDetail, type CartProduct } from '#contract/products.ts';
import type { Locale } from '#domain/locale.ts';
import type { CartLine } from '#domain/pricing/cart.ts';
import { addToCart, cartLines } from '../browser/cart.ts';
import { cartProduct, ZONES } from '../testing/samples.ts';
import { FakeServer, renderInArea, signIn, textOf } from '../testing/render.tsx';
import { CartLines } from './cart-lines.tsx';
import { CheckoutLink } from './cart-summary.tsx';
import { priceBreakdownOf, quoteOf } from './quote.ts';
import { useCart } from './use-cart.ts';

function CartPage() {
  const cart = useCart();
  return (
    <>
      <h1>Cart</h1>
      <CartLines cart={cart} priceBreakdown={priceBreakdownOf(cart, quoteOf(cart))} />
      <CheckoutLink cart={cart} />
      <output data-testid="state">{cart.state}</output>
    </>
  );
}

/** A cart that holds so many copies of each title. */
async function showCart(titles: [CartProduct, number][], { locale = 'en' }: { locale?: Locale } = {}) {
  const server = new FakeServer()
    .on(listDeliveryZones, { items: ZONES })
    .on(getCartDetail, { products: titles.map(([product, qty]) => ({ ...product, qty })), missing: [] });
  for (const [{ id, vid }, qty] of titles) addToCart({ id, vid, qty });
  const shown = await renderInArea(<CartPage />, { locale });
  await waitFor(() => expect(screen.getByTestId('state').textContent).toBe('ready'));
  return { ...shown, server };
}

const kept = () => cartLines().map(({ id, qty }: CartLine) => [id, qty]);
const lines = () => screen.getAllByRole('listitem').map(textOf);

test('a title taken out can be put back in its place', async () => {
  const { user } = await showCart([
    [cartProduct(1), 1],
    [cartProduct(2), 3],
    [cartProduct(3), 1],
  ]);
  await user.click(screen.getByRole('button', { name: /Remove .?Title 2/ }));
  expect(kept()).toEqual([
    [1, 1],
    [3, 1],
  ]);
  expect(textOf(screen.getByText(/was removed/))).toBe('“Title 2” was removed from your cart. Undo');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(kept()).toEqual([
    [1, 1],
    [2, 3],
    [3, 1],
  ]);
  expect(screen.queryByText(/was removed/)).toBeNull();
});

test('the focus goes to the list where the line that had it is gone, and to it again after the undo', async () => {
  const { user, page } = await showCart([
    [cartProduct(1), 1],
    [cartProduct(2), 1],
  ]);
  await user.click(screen.getByRole('button', { name: /Remove .?Title 1/ }));
  expect(document.activeElement).toBe(page.getByRole('list', { name: 'Your cart' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(document.activeElement).toBe(page.getByRole('list', { name: 'Your cart' }));
});

test('the price follows the number of copies, which ends at the last one in stock', async () => {
  const { user } = await showCart([[cartProduct(1, { stock: 3 }), 2]]);
  expect(lines()[0]).toContain('RM 80.00');
  await user.click(screen.getByRole('button', { name: 'Increase quantity of Title 1' }));
  expect(lines()[0]).toContain('RM 120.00');
  expect(lines()[0]).toContain('Only 3 left.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Increase quantity of Title 1' }).disabled).toBe(true);
});

test('a guest is told what members save, a member what they save', async () => {
  await showCart([[cartProduct(1), 2]]);
  const hint = screen.getByText(/Members save/);
  expect(textOf(hint)).toBe('Members save RM 8.00 on this cart. Sign in');
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toMatch(/^\/customer\/auth\/login\?back=/);
});

test('a member pays the member price, which is explained', async () => {
  signIn();
  await showCart([[cartProduct(1), 2]]);
  expect(screen.getByText(/You save/).textContent).toContain('8.00');
  expect(lines()[0]).toContain('RM 72.00');
  expect(lines()).toContain('Member price: RM 4.00 less per copy × 2−RM 8.00');
});

test('what is wanted beyond the stock is lowered, said so, and dismissed', async () => {
  const { user } = await showCart([[cartProduct(1, { stock: 2 }), 5]]);
  expect(kept()).toEqual([[1, 2]]);
  const told = await screen.findByText(/only 2 left/);
  expect(textOf(told)).toBe('“Title 1”: only 2 left, so the quantity in your cart is now 2 instead of 5.');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/only 2 left/)).toBeNull();
  expect(kept()).toEqual([[1, 2]]);
});

test('a title that is sold out holds the checkout until it is removed', async () => {
  const { user } = await showCart([
    [cartProduct(1, { stock: 0 }), 1],
    [cartProduct(2), 1],
  ]);
  const checkout = () => screen.getByRole('link', { name: 'Checkout' });
  expect(checkout().getAttribute('href')).toBeNull();
  expect(checkout().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/Some items are out of stock/).id).toBe(checkout().getAttribute('aria-describedby'));
  expect(screen.queryByRole('button', { name: 'Increase quantity of Title 1' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Remove out-of-stock items' }));
  expect(kept()).toEqual([[2, 1]]);
  expect(checkout().getAttribute('href')).toBe('/customer/checkout');
});

test('a title that left the shop leaves the cart with a word', async () => {
  const server = new FakeServer().on(listDeliveryZones, { items: ZONES });
  server.on(getCartDetail, { products: [cartProduct(2)], missing: [{ pid: 1, vid: 10 }] });
  addToCart({ id: 1, vid: 10, qty: 2 });
  addToCart({ id: 2, vid: 20, qty: 1 });
  await renderInArea(<CartPage />);
  expect(textOf(await screen.findByText(/no longer available/))).toBe(
    'One book is no longer available and was removed from your cart.',
  );
  expect(kept()).toEqual([[2, 1]]);
});

test('in Persian the amounts have Persian digits and a title in English keeps its direction', async () => {
  await showCart([[cartProduct(1), 2]], { locale: 'fa' });
  expect(screen.getByText('Title 1', { selector: 'bdi' }).lang).toBe('en');
  expect(lines()[0]).toContain('RM ۸۰٫۰۰');
});
