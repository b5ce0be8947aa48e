import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { changeSavedLines, listNextInSeries, listSavedLines, type NextVolume } from '#contract/carts.ts';
import { checkCoupon, listDeliveryZones } from '#contract/checkout.ts';
import { getCartDetail, type CartProduct } from '#contract/products.ts';
import { addToCart, cartLines } from '../../browser/cart.ts';
import { storePostalCode } from '../../browser/checkout-inputs.ts';
import { getStored, setStored } from '../../browser/storage.ts';
import { cartProduct, ZONES } from '../../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, signIn, textOf } from '../../testing/render.tsx';
import { CartPage } from './cart-page.tsx';

beforeEach(() => storePostalCode('50480'));

const volume = (id: number, number: string): NextVolume => ({
  id,
  objectID: String(id),
  slug: `title-${id}`,
  title: `Title ${id}`,
  subtitle: '',
  language: 'en',
  authors: [],
  series: null,
  cover: `/covers/${id}.svg`,
  formats: ['paperback'],
  price: 36,
  original_price: 40,
  available: true,
  availability: { state: 'in_stock', from: null },
  vid: id * 10,
  variants: 1,
  rating: null,
  next_in: { name: 'Tides', slug: 'tides', number },
});

type Shown = { server?: FakeServer; products?: CartProduct[]; next?: NextVolume[] };

/** The cart's page with two copies of the first title. */
async function showPage({ server = new FakeServer(), products = [cartProduct(1)], next = [] }: Shown = {}) {
  server.on(listDeliveryZones, { items: ZONES }).on(listNextInSeries, { items: next });
  server.on(getCartDetail, { products, missing: [] });
  addToCart({ id: 1, vid: 10, qty: 2 });
  const shown = await renderInArea(<CartPage />);
  await screen.findByRole('complementary', { name: 'Order summary' });
  return { ...shown, server };
}

const summary = () => textOf(screen.getByRole('complementary', { name: 'Order summary' }));
const kept = () => cartLines().map(({ id, qty }) => [id, qty]);
const saved = () => screen.queryByRole('heading', { name: 'Saved for later' })?.closest('section') ?? undefined;

test('the summary has the coupon, delivery, its date and the total', async () => {
  const { user, server } = await showPage();
  expect(summary()).toContain('TotalRM 88.00');
  expect(screen.getByText(/^Arrives/)).toBeDefined();
  server.on(checkCoupon, { prc: '*', coupon: { code: 'READ10', price_rule: { value: 10, value_type: 1 } } });
  await user.click(screen.getByText('Have a coupon?'));
  await user.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'read10{Enter}');
  await waitFor(() => expect(summary()).toContain('TotalRM 80.00'));
});

test('a guest saves a title for later in this browser, says so, and moves it back with its copies', async () => {
  const { user } = await showPage();
  await user.click(screen.getByRole('button', { name: /Save for later: .*Title 1/ }));
  expect(kept()).toEqual([]);
  expect(JSON.parse(getStored('savedLines')!)).toEqual([{ id: 1, vid: 10, qty: 2 }]);
  expect(screen.getByText(/was saved for later/).closest('[role=status]')).not.toBeNull();
  expect(textOf(saved()!)).toContain('Saved in this browser.');
  await user.click(screen.getByRole('button', { name: 'Move to cart' }));
  expect(kept()).toEqual([[1, 2]]);
  expect(saved()).toBeUndefined();
  expect(getStored('savedLines')).toBe('[]');
});

test('a member’s lines are sent to the shop', async () => {
  signIn();
  const server = new FakeServer().on(listSavedLines, { products: [] }).on(changeSavedLines, { products: [] });
  const { user } = await showPage({ server });
  await user.click(screen.getByRole('button', { name: /Save for later: .*Title 1/ }));
  await user.click(screen.getByRole('button', { name: /Remove .?Title 1.? from your saved titles/ }));
  expect(server.bodiesOf(changeSavedLines)).toEqual([
    { add: [{ id: 1, vid: 10, qty: 2 }], remove: [] },
    { add: [], remove: [10] },
  ]);
  expect([saved(), getStored('savedLines')]).toEqual([undefined, null]);
});

test('what was saved as a guest joins the member’s own, once', async () => {
  signIn();
  setStored('savedLines', JSON.stringify([{ id: 2, vid: 20, qty: 1 }]));
  const server = new FakeServer().on(changeSavedLines, { products: [cartProduct(2), cartProduct(3)] });
  await showPage({ server });
  await waitFor(() => expect(saved()?.querySelectorAll('li')).toHaveLength(2));
  expect(server.bodiesOf(changeSavedLines)).toEqual([{ add: [{ id: 2, vid: 20, qty: 1 }] }]);
  expect(getStored('savedLines')).toBeNull();
});

test('a line that the shop cannot save goes back to where it was in the cart', async () => {
  signIn();
  const server = new FakeServer().on(listSavedLines, { products: [] });
  server.on(changeSavedLines, new Refusal('too_many', 'Too many.'));
  addToCart({ id: 2, vid: 20, qty: 1 });
  const { user } = await showPage({ server, products: [cartProduct(2), cartProduct(1)] });
  await user.click(screen.getByRole('button', { name: /Save for later: .*Title 2/ }));
  await screen.findByText(/couldn’t be saved/);
  expect(kept()).toEqual([
    [2, 1],
    [1, 2],
  ]);
  expect(saved()).toBeUndefined();
});

test('a saved title that is sold out cannot be moved to the cart', async () => {
  signIn();
  const server = new FakeServer().on(listSavedLines, { products: [cartProduct(2, { stock: 0 })] });
  await showPage({ server });
  await waitFor(() => expect(textOf(saved()!)).toContain('Out of stock'));
  expect(screen.queryByRole('button', { name: 'Move to cart' })).toBeNull();
});

test('the next volume of a series is added with one press, and then it is offered no more', async () => {
  const { user, server } = await showPage({ next: [volume(2, '2')], products: [cartProduct(1), cartProduct(2)] });
  await screen.findByRole('heading', { name: 'Next in the series' });
  expect(textOf(screen.getByRole('link', { name: 'Title 2' }).closest('li')!)).toContain('Tides, book 2');
  expect(server.requestsOf(listNextInSeries)[0]!.query.toString()).toBe('id=1');
  server.on(listNextInSeries, { items: [] });
  await user.click(screen.getByRole('button', { name: /Add to cart: .*Title 2/ }));
  expect(kept()).toEqual([
    [1, 2],
    [2, 1],
  ]);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Next in the series' })).toBeNull());
});

test('what is saved for later stays in sight of an empty cart', async () => {
  setStored('savedLines', JSON.stringify([{ id: 1, vid: 10, qty: 1 }]));
  new FakeServer().on(getCartDetail, { products: [cartProduct(1)], missing: [] });
  await renderInArea(<CartPage />);
  expect(await screen.findByRole('heading', { name: 'Saved for later' })).toBeDefined();
  expect(screen.getByText('Your cart is empty.')).toBeDefined();
});
