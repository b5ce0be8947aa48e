import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { saveAddress } from '#contract/addresses.ts';
import { placeOrder } from '#contract/orders.ts';
import { formatSen, ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import type { Quote } from '#domain/price.ts';
import { emptyCart } from '../../browser/cart.ts';
import { call, CallFailed } from '../../browser/client.ts';
import type { Cart } from '../../cart/use-cart.ts';
import { useRefusal } from '../use-refusal.ts';
import { addressOf, type CheckoutForm } from './checkout-form.ts';
import { forgetAttempt, keyFor } from './order-attempt.ts';
import { placedOf } from './placed.ts';

/** The ways to pay, as the shop has them now. */
export const METHODS = ['payment-methods'];

export type Placing = { place: (form: CheckoutForm) => Promise<unknown>; refusal: string | undefined };

/**
 * Places the order of this cart. Never optimistic: only the server's answer counts. `place` answers the failure, for
 * the form to show what belongs to its fields.
 */
export function usePlaceOrder({
  cart,
  quote,
  couponCode,
}: {
  cart: Cart;
  quote: Quote;
  couponCode: string | undefined;
}): Placing {
  const t = useTranslations('area.checkout');
  const sentence = useRefusal();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [refusal, setRefusal] = useState<string>();

  const place = async (form: CheckoutForm) => {
    const body = payloadOf({ cart, quote, couponCode, form });
    setRefusal(undefined);
    try {
      const order = await call(placeOrder, { body, idempotencyKey: keyFor(body) });
      forgetAttempt();
      emptyCart();
      if (cart.isMember && !form.saved && form.keep) await keep(form);
      const placed = placedOf(order, { cart, form, saved: queries.getQueryData(['addresses']) });
      await queries.invalidateQueries();
      await navigate('/checkout', { replace: true, state: { placed } });
      if (order.payment.redirect) location.assign(order.payment.redirect);
      return undefined;
    } catch (error) {
      const change = changedTotal(error, quote);
      setRefusal(change ? t('changed', change) : isOutOfStock(error) ? t('stock') : sentence(error));
      cart.reload();
      void queries.invalidateQueries({ queryKey: METHODS });
      return error;
    }
  };
  return { place, refusal };
}

type ToPlace = { cart: Cart; quote: Quote; couponCode: string | undefined; form: CheckoutForm };

function payloadOf({ cart, quote, couponCode, form }: ToPlace) {
  return {
    items: cart.lines.map(({ id, vid, qty }) => ({ id, vid, qty })),
    proDis: ringgitFromSen(quote.proDiscount),
    disCode: couponCode ?? null,
    address: addressOf(form, cart.isMember),
    total: ringgitFromSen(quote.total),
    shippingCost: ringgitFromSen(quote.shipping),
    payBy: form.payBy,
  };
}

/** The order stands whether or not its address could be kept. */
async function keep(form: CheckoutForm): Promise<void> {
  const { email: _email, saved: _saved, keep: _keep, payBy: _payBy, ...fields } = form;
  await call(saveAddress, { body: fields }).catch(() => undefined);
}

function changedTotal(error: unknown, quote: Quote): { now: string; before: string } | undefined {
  const cart = error instanceof CallFailed ? error.problem?.cart : undefined;
  return cart && { now: formatSen(senFromRinggit(cart.payable)), before: formatSen(quote.payable) };
}

function isOutOfStock(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.code === 'out_of_stock';
}
