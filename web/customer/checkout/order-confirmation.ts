import { useLocation } from 'react-router';
import { pickAddress } from '#contract/options.ts';
import type { Address } from '#contract/account.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { placeOrder } from '#contract/orders.ts';
import type { CartProduct } from '#contract/products.ts';
import { storedProfile } from '../../browser/session.ts';
import type { Cart } from '../../cart/use-cart.ts';
import type { CheckoutForm } from './checkout-form.ts';

type ConfirmedItem = Pick<CartProduct, 'title' | 'language'> & { vid: number; qty: number };

/** What the confirmation of a new order shows; `uid` is the customer's, undefined for a guest. */
export type OrderConfirmation = {
  order: ResponseOf<typeof placeOrder>;
  email: string;
  items: ConfirmedItem[];
  address: Pick<Address, 'name' | 'line1' | 'line2' | 'zip' | 'city' | 'state' | 'phone'> | undefined;
  uid: string | undefined;
};

type CheckoutState = { cart: Cart; form: CheckoutForm; saved: readonly Address[] | undefined };

/** What the confirmation shows, taken from the checkout before the cart is emptied. */
export function toOrderConfirmation(
  order: OrderConfirmation['order'],
  { cart, form, saved }: CheckoutState,
): OrderConfirmation {
  const items = cart.lines.flatMap(({ vid, qty }) => {
    const product = cart.products.get(vid);
    return product ? [{ vid, qty, title: product.title, language: product.language }] : [];
  });
  const address = form.savedAddressId ? saved?.find(({ id }) => id === form.savedAddressId) : form;
  return {
    order,
    email: form.email,
    items,
    address: address && { ...pickAddress(address), line2: address.line2 || null },
    uid: storedProfile()?.uid,
  };
}

/** The path of the confirmation of an order, below `/customer`. */
export function confirmationPath(number: string): string {
  return `/checkout/confirmation/${encodeURIComponent(number)}`;
}

/** The confirmation of an order that this customer placed in this tab; stored in the history entry, so that it survives a reload. */
export function useOrderConfirmation(number: string): OrderConfirmation | undefined {
  const state = useLocation().state as { confirmation?: OrderConfirmation } | null;
  const confirmation = state?.confirmation;
  const isOwn = confirmation?.order.number === number && confirmation.uid === storedProfile()?.uid;
  return isOwn ? confirmation : undefined;
}
