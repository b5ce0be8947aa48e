import { useTranslations } from 'use-intl';
import type { DeliveryAdjustment } from '#domain/pricing/price-breakdown.ts';
import { type Quote, orderTotals } from '#domain/pricing/quote.ts';
import { Totals } from '../ui/totals.tsx';
import { useMoney } from '../ui/text.tsx';
import { useState, useSyncExternalStore } from 'react';
import { isPostalCodeValid, parsePostalCode, type Zones } from '#domain/shipping.ts';
import {
  clearCheckoutInput,
  storePostalCode,
  onCheckoutInputChange,
  storedPostalCode,
} from '../browser/checkout-inputs.ts';
import { Arrival, dispatchFrom } from '../ui/arrival.tsx';
import { UnservedPostalCode } from '../ui/delivery.tsx';
import type { Cart } from './use-cart.ts';

type CartTotalsProps = {
  cart: Cart;
  postalCode: string;
  quote: Quote;
  delivery: DeliveryAdjustment;
  couponCode?: string | undefined;
  isPaidLater?: boolean;
};

/** A cart's figures, how much is missing for free delivery, and when it arrives. */
export function CartTotals({ cart, postalCode, quote, delivery, couponCode, isPaidLater = false }: CartTotalsProps) {
  const t = useTranslations('cart');
  const money = useMoney();
  return (
    <>
      <Totals totals={orderTotals(quote, couponCode)} delivery={delivery} />
      {delivery.code === 'delivery_cost' && (
        <p className="field-hint">{t('untilFreeDelivery', { amount: money(delivery.missing) })}</p>
      )}
      <Arrival zones={cart.zones} postalCode={postalCode} dates={dispatchDatesOf(cart)} isPaidLater={isPaidLater} />
    </>
  );
}

/** From when the lines of a cart can be dispatched. */
export function dispatchDatesOf({ lines, products }: Cart): (string | undefined)[] {
  return lines.map(({ vid, qty }) => {
    const variant = products.get(vid)?.variants.find(({ id }) => id === vid);
    return variant && dispatchFrom(variant, qty);
  });
}

/** The postal code that was typed here or is remembered; empty while there is none. */
export function usePostalCode(): string {
  return useSyncExternalStore(onCheckoutInputChange, storedPostalCode, () => '');
}

/** Where the parcel would go: remembered for the drawer, the cart and the checkout once it is whole. */
export function PostalCodeField({ id, zones }: { id: string; zones: Zones | undefined }) {
  const t = useTranslations('cart');
  const [typed, setTyped] = useState(storedPostalCode);
  const isWrong = zones !== undefined && typed.length >= 5 && !isPostalCodeValid(zones, typed);
  const change = (text: string) => {
    setTyped(text);
    if (parsePostalCode(text)) storePostalCode(text);
    else clearCheckoutInput('postalCode');
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('postalCode')}</label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={5}
        dir="ltr"
        value={typed}
        onChange={(event) => change(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={`${id}-hint`}
      />
      <p id={`${id}-hint`} className={isWrong ? 'field-error' : 'field-hint'} role="status">
        {isWrong ? t('postalCodeInvalid') : t('postalCodeHint')}
      </p>
      <UnservedPostalCode zones={zones} postalCode={typed} />
    </div>
  );
}

/** The way to the checkout; it waits while a title in the cart is sold out. */
export function CheckoutLink({ cart }: { cart: Cart }) {
  const t = useTranslations('cart');
  const isHeld = cart.state === 'ready' && !cart.isOrderable;
  return (
    <>
      <a
        className="button button-buy"
        {...(isHeld
          ? { role: 'link', 'aria-disabled': true, 'aria-describedby': 'held' }
          : { href: '/customer/checkout' })}
      >
        {t('checkout')}
      </a>
      {isHeld && (
        <p className="field-error" id="held">
          {t('checkoutBlocked')}
        </p>
      )}
    </>
  );
}
