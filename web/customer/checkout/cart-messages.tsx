import type { ReactNode } from 'react';
import { CART_MESSAGES } from '../../cart/load-messages.ts';
import { LazyMessages } from '../shell/locale.tsx';

/** Adds the messages of the cart. */
export function CartMessages({ children }: { children: ReactNode }) {
  return (
    <LazyMessages name="cart" loaders={CART_MESSAGES}>
      {children}
    </LazyMessages>
  );
}
