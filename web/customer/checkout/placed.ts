import { useLocation } from 'react-router';
import type { Address } from '#contract/addresses.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { placeOrder } from '#contract/orders.ts';
import type { CartProduct } from '#contract/products.ts';
import { storedProfile } from '../../browser/session.ts';
import type { Cart } from '../../cart/use-cart.ts';
import type { CheckoutForm } from './checkout-form.ts';

type PlacedBook = Pick<CartProduct, 'title' | 'language'> & { vid: number; qty: number };

/** An order that was just placed, with what its confirmation tells; `uid` is whose it is, a guest's nobody's. */
export type Placed = {
  order: AnswerOf<typeof placeOrder>;
  email: string;
  books: PlacedBook[];
  address: Pick<Address, 'name' | 'line1' | 'line2' | 'zip' | 'city' | 'state' | 'phone'> | undefined;
  uid: string | undefined;
};

type From = { cart: Cart; form: CheckoutForm; saved: readonly Address[] | undefined };

/** What of the checkout the confirmation tells, once the cart is empty. */
export function placedOf(order: Placed['order'], { cart, form, saved }: From): Placed {
  const books = cart.lines.flatMap(({ vid, qty }) => {
    const product = cart.products.get(vid);
    return product ? [{ vid, qty, title: product.title, language: product.language }] : [];
  });
  const address = form.saved ? saved?.find(({ id }) => id === form.saved) : form;
  return { order, email: form.email, books, address: address && linesOf(address), uid: storedProfile()?.uid };
}

function linesOf({ name, line1, line2, zip, city, state, phone }: Address | CheckoutForm): Placed['address'] {
  return { name, line1, line2: line2 || null, zip, city, state, phone };
}

/** The order that was just placed here, by who is here now: it is kept with the history entry, for a reload. */
export function usePlaced(): Placed | undefined {
  const placed = (useLocation().state as { placed?: Placed } | null)?.placed;
  return placed?.uid === storedProfile()?.uid ? placed : undefined;
}
