import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pickAddress } from '#contract/options.ts';
import type { Problem } from '#contract/error-codes.ts';
import { ringgitFromSen, senFromRinggit } from '#domain/money.ts';
import { type Quote, changedTotals, type ChangedTotal, type OrderAmounts } from '#domain/pricing/quote.ts';
import { clearCart } from '../../browser/cart.ts';
import { clearCheckoutInput } from '../../browser/checkout-inputs.ts';
import { clearIdempotencyKey, idempotencyKeyFor } from './order-attempt.ts';
import { sendRequest, ApiRequestError } from '../../browser/api-client.ts';
import type { Cart } from '../../cart/use-cart.ts';
import { useErrorMessage } from '../shell/toasts.tsx';
import { EXTRA_FIELDS, type CheckoutForm } from './checkout-form.ts';
import { confirmationPath, toOrderConfirmation, type OrderConfirmation } from './order-confirmation.ts';
import type { CouponState } from '../../cart/coupon.tsx';
import { useTranslations } from 'use-intl';
import type { PaymentMethod } from '#domain/orders/payment.ts';
import { SHIPPING_UNAVAILABLE } from '#domain/shipping.ts';
import { useMoney, ForeignText } from '../../ui/text.tsx';
import { FormError } from '../../forms/form.tsx';

/** The query key of the payment methods. */
export const PAYMENT_METHODS_KEY = ['payment-methods'];
/** The query key of a member's saved addresses. */
export const ADDRESSES_KEY = ['addresses'];

/** Why an order was rejected, and which totals and lines changed. */
export type PlaceOrderError = {
  message: string;
  changedTotals: ChangedTotal[];
  lines: { title: string; language: string; left: number }[];
  couponCode: string;
};

type PlaceOrderState = {
  place: (form: CheckoutForm) => Promise<unknown>;
  error: PlaceOrderError | undefined;
};

type PlaceOrderInput = {
  cart: Cart;
  quote: Quote;
  coupon: CouponState;
  /** The quote without the coupon, for when it is rejected. */
  withoutCoupon: Quote;
  /** Applies the amounts of the server. */
  onServerAmounts: (amounts: OrderAmounts) => void;
};

/**
 * Places the order of this cart. Never optimistic: only the server's response counts, and the page applies its amounts,
 * stock and coupon when they differ. `place` returns the error, for the form to show its field errors.
 */
export function usePlaceOrder(order: PlaceOrderInput): PlaceOrderState {
  const showConfirmation = useShowConfirmation(order.cart);
  const applyServerState = useApplyServerState(order);
  const [error, setError] = useState<PlaceOrderError>();

  const place = async (form: CheckoutForm) => {
    const body = placeOrderRequest(order, form);
    setError(undefined);
    try {
      const placed = await sendRequest('placeOrder', { body, idempotencyKey: idempotencyKeyFor(body) });
      clearIdempotencyKey();
      clearCheckoutInput('coupon');
      await showConfirmation(placed, form);
      return undefined;
    } catch (thrown) {
      setError(applyServerState(thrown));
      return thrown;
    }
  };
  return { place, error };
}

/** After the order is placed: empties the cart, saves the address and shows the confirmation. */
function useShowConfirmation(cart: Cart) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return async (order: OrderConfirmation['order'], form: CheckoutForm) => {
    clearCart();
    if (cart.isMember && !form.savedAddressId && form.saveAddress) await saveNewAddress(form);
    const confirmation = toOrderConfirmation(order, { cart, form, saved: queries.getQueryData(ADDRESSES_KEY) });
    await queries.invalidateQueries();
    await navigate(confirmationPath(order.number), { replace: true, state: { confirmation } });
    if (order.payment.redirect) location.assign(order.payment.redirect);
  };
}

/** Applies what the error of an order tells: amounts, stock, the coupon, addresses and payment methods. */
function useApplyServerState({ cart, quote, coupon, withoutCoupon, onServerAmounts }: PlaceOrderInput) {
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  return (error: unknown): PlaceOrderError => {
    const problem = error instanceof ApiRequestError ? error.problem : undefined;
    const amounts = problem?.cart ? toQuoteTotals(problem.cart) : undefined;
    if (amounts) onServerAmounts(amounts);
    if (problem?.code === 'idempotency_mismatch') clearIdempotencyKey();
    if (problem) coupon.onOrderError(error);
    cart.reload();
    void queries.invalidateQueries({ queryKey: PAYMENT_METHODS_KEY });
    void queries.invalidateQueries({ queryKey: ADDRESSES_KEY });
    const current = amounts ?? (problem?.code.startsWith('coupon_') ? withoutCoupon : quote);
    const couponCode = coupon.check?.coupon.code ?? '';
    return {
      message: errorMessage(error),
      changedTotals: changedTotals(quote, current),
      lines: unavailableLines(problem, cart),
      couponCode,
    };
  };
}

function unavailableLines(problem: Problem | undefined, cart: Cart): PlaceOrderError['lines'] {
  return (problem?.lines ?? []).map(({ vid, available }) => {
    const { title = '', language = '' } = cart.products.get(vid) ?? {};
    return { title, language, left: available };
  });
}

function toQuoteTotals(cart: NonNullable<Problem['cart']>): OrderAmounts {
  return {
    subtotal: senFromRinggit(cart.total),
    memberDiscount: senFromRinggit(cart.discount),
    couponDiscount: senFromRinggit(cart.proDis),
    shipping: senFromRinggit(cart.shippingCost),
    giftWrap: senFromRinggit(cart.gift_wrap ?? 0),
    total: senFromRinggit(cart.payable),
  };
}

function placeOrderRequest({ cart, quote, coupon }: PlaceOrderInput, form: CheckoutForm) {
  return {
    items: cart.lines.map(({ id, vid, qty }) => ({ id, vid, qty })),
    proDis: ringgitFromSen(quote.couponDiscount),
    disCode: coupon.check?.coupon.code ?? null,
    address: orderAddress(form, cart.isMember),
    total: ringgitFromSen(quote.subtotal),
    shippingCost: ringgitFromSen(quote.shipping),
    ...(quote.giftWrap > 0 && { gift_wrap: ringgitFromSen(quote.giftWrap) }),
    ...extrasOf(form),
    payBy: form.paymentMethod,
  };
}

/** What was filled in beside the address. */
function extrasOf(form: CheckoutForm) {
  return Object.fromEntries(EXTRA_FIELDS.filter((name) => form[name] !== '').map((name) => [name, form[name]]));
}

/** The address of the order request. */
function orderAddress(form: CheckoutForm, isMember: boolean) {
  if (form.savedAddressId) return { id: form.savedAddressId };
  const address = { ...pickAddress(form), line2: form.line2 || null };
  return isMember ? address : { ...address, email: form.email };
}

/** The order is placed whether or not its address could be saved. */
async function saveNewAddress(form: CheckoutForm): Promise<void> {
  await sendRequest('saveAddress', { body: pickAddress(form) }).catch(() => undefined);
}

type PlaceOrderButtonProps = {
  form: string;
  quote: Quote;
  paymentMethod: PaymentMethod;
  isPlacing: boolean;
  blockReason: BlockReason | undefined;
};

/** Why the order cannot be placed; keys of the cart's messages. */
export type BlockReason = 'loading' | 'failed' | 'checkoutBlocked';

/**
 * The button with the total, once delivery is known; above it what is missing or what happens next. On a phone, button
 * and total stay in view.
 */
export function PlaceOrderButton({ form, quote, paymentMethod, isPlacing, blockReason }: PlaceOrderButtonProps) {
  const t = useTranslations('area.checkout');
  const cart = useTranslations('cart');
  const totals = useTranslations('common.totals');
  const hasDelivery = quote.shipping !== SHIPPING_UNAVAILABLE;
  const amount = useMoney()(quote.total);
  const next = paymentMethod === 'bank_transfer' ? 'pay' : 'payOnline';
  return (
    <>
      <p className="field-hint" id="place-hint" role="status">
        {blockReason ? cart(blockReason) : t(hasDelivery ? next : 'needAddress')}
      </p>
      <div className="place-order">
        <p className="place-order-total">
          {totals(hasDelivery ? 'payable' : 'subtotal')} <b>{amount}</b>
        </p>
        <button
          form={form}
          className="button button-buy"
          disabled={isPlacing}
          aria-disabled={blockReason !== undefined}
          aria-describedby="place-hint"
        >
          {isPlacing ? t('placingOrder') : hasDelivery ? t('placeOrderFor', { amount }) : t('placeOrder')}
        </button>
      </div>
    </>
  );
}

/** Why the order was rejected, and what changed; it can be placed with the changes. */
export function OrderError({ error }: { error: PlaceOrderError | undefined }) {
  const t = useTranslations('area.checkout');
  const names = useTranslations('common.totals');
  const money = useMoney();
  if (!error) return <FormError>{undefined}</FormError>;
  const { message, changedTotals, lines, couponCode } = error;
  return (
    <div className="alert alert-danger order-error" role="alert">
      <p>{message}</p>
      {changedTotals.length + lines.length > 0 && (
        <ul>
          {lines.map(({ title, language, left }) => (
            <li key={title}>
              <ForeignText text={title} language={language} />: {t('left', { left })}
            </li>
          ))}
          {changedTotals.map(({ label, before, now }) => (
            <li key={label}>
              {t('changedAmount', {
                name: names(label, { code: couponCode }),
                before: money(before),
                now: money(now),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
