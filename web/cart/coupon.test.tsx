import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkCoupon, listDeliveryZones, type CouponCheck } from '#contract/checkout.ts';
import { getCartDetail } from '#contract/products.ts';
import { addToCart, setQty } from '../browser/cart.ts';
import { storeCouponCode, storedCouponCode } from '../browser/checkout-inputs.ts';
import { quoteOf } from './quote.ts';
import { useCart } from './use-cart.ts';
import { cartProduct, ZONES } from '../testing/samples.ts';
import { FakeServer, Refusal, renderInArea, textOf } from '../testing/render.tsx';
import { CouponField, useCoupon } from './coupon.tsx';

function Coupon() {
  const cart = useCart();
  const coupon = useCoupon(cart);
  return (
    <>
      <h1>Checkout</h1>
      <CouponField coupon={coupon} quote={quoteOf(cart, { coupon: coupon.check })} />
      <output data-testid="state">{cart.state}</output>
    </>
  );
}

const TEN_PERCENT: CouponCheck = { prc: '*', coupon: { code: 'READ10', price_rule: { value: 10, value_type: 1 } } };

/** A cart with two copies of a title for RM 40. */
async function showCoupon(server = new FakeServer()) {
  server.on(listDeliveryZones, { items: ZONES });
  server.on(getCartDetail, { products: [cartProduct(1), cartProduct(2)], missing: [] });
  addToCart({ id: 1, vid: 10, qty: 2 });
  const shown = await renderInArea(<Coupon />);
  await waitFor(() => expect(screen.getByTestId('state').textContent).toBe('ready'));
  return { ...shown, server };
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Coupon code' });
const apply = () => screen.getByRole('button', { name: 'Apply' });

test('a coupon is applied as typed but for its spaces, and what it saves is announced', async () => {
  const { user, server } = await showCoupon(new FakeServer().on(checkCoupon, TEN_PERCENT));
  await user.click(screen.getByText('Have a coupon?'));
  await user.type(field(), '  read10 {Enter}');
  const told = await screen.findByText(/Coupon READ10 applied/);
  expect(textOf(told)).toBe('Coupon READ10 applied: you save RM 8.00. Remove coupon READ10');
  expect(told.closest('[role=status]')).not.toBeNull();
  expect(server.bodiesOf(checkCoupon)).toEqual([{ code: 'read10', pid: [{ id: 1, vid: 10, qty: 2 }] }]);
  expect(storedCouponCode()).toBe('READ10');
});

test('an empty field asks nobody', async () => {
  const { user, server } = await showCoupon();
  await user.click(screen.getByText('Have a coupon?'));
  await user.type(field(), '   ');
  await user.click(apply());
  expect(server.requestsOf(checkCoupon)).toEqual([]);
});

test('an unknown code says so at the field, keeps what was typed, and the next one clears it', async () => {
  const { user, server } = await showCoupon();
  server.on(checkCoupon, new Refusal('coupon_unknown', 'We don’t know this coupon.'));
  await user.click(screen.getByText('Have a coupon?'));
  await user.type(field(), 'REED10');
  await user.click(apply());
  const error = await screen.findByText('We don’t know this coupon.');
  expect(field().getAttribute('aria-describedby')).toBe(error.id);
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['REED10', 'true']);
  server.on(checkCoupon, TEN_PERCENT);
  await user.clear(field());
  await user.type(field(), 'READ10{Enter}');
  await screen.findByText(/Coupon READ10 applied/);
  expect(screen.queryByText('We don’t know this coupon.')).toBeNull();
});

test('removing the coupon moves the focus to the way to enter another', async () => {
  const { user } = await showCoupon(new FakeServer().on(checkCoupon, TEN_PERCENT));
  await user.click(screen.getByText('Have a coupon?'));
  await user.type(field(), 'READ10{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove coupon READ10' }));
  expect(screen.queryByText(/applied/)).toBeNull();
  expect(document.activeElement).toBe(screen.getByText('Have a coupon?'));
  expect(storedCouponCode()).toBeUndefined();
});

test('a coupon with a minimum waits with its reason until the cart reaches it, without another request', async () => {
  const check = { ...TEN_PERCENT, coupon: { ...TEN_PERCENT.coupon, minimum: 100 } };
  storeCouponCode('READ10');
  const { server } = await showCoupon(new FakeServer().on(checkCoupon, check));
  expect(textOf(await screen.findByText(/can’t be applied/))).toBe(
    'Coupon READ10 can’t be applied: Add RM 20.00 more to use it. Remove coupon READ10',
  );
  setQty(10, 3);
  expect(textOf(await screen.findByText(/applied: you save/))).toContain('RM 12.00');
  expect(server.requestsOf(checkCoupon)).toHaveLength(1);
});

test('a coupon of some titles says that it leaves others out', async () => {
  addToCart({ id: 2, vid: 20, qty: 1 });
  storeCouponCode('READ10');
  await showCoupon(new FakeServer().on(checkCoupon, { ...TEN_PERCENT, prc: [1] }));
  expect(textOf(await screen.findByText(/applied: you save/))).toContain(
    'RM 8.00. It doesn’t apply to every book in your cart.',
  );
});

test('a coupon from before that has expired leaves the cart with a word', async () => {
  storeCouponCode('SPRING');
  await showCoupon(new FakeServer().on(checkCoupon, new Refusal('coupon_expired', 'It has expired.')));
  expect(textOf(await screen.findByText(/was removed/))).toBe('Coupon SPRING was removed: It has expired.');
  expect(storedCouponCode()).toBeUndefined();
  expect(screen.getByText('Have a coupon?')).toBeDefined();
});

test('a coupon that could not be checked stays with the cart', async () => {
  storeCouponCode('READ10');
  await showCoupon(new FakeServer().on(checkCoupon, 'offline'));
  expect((await screen.findByText(/can’t be applied/)).textContent).toContain('We can’t reach the shop.');
  expect(storedCouponCode()).toBe('READ10');
});
