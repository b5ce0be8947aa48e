import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { CouponCheck } from '#contract/checkout.ts';
import type { Address } from '#contract/account.ts';
import { ADDRESS_FIELDS } from '#contract/options.ts';
import { type PaymentMethod, canPayBy } from '#domain/orders/payment.ts';
import { sendRequest } from '../../browser/api-client.ts';
import { CHECKOUT_MESSAGES } from '../../cart/checkout-messages.ts';
import { CartLines } from '../../cart/cart-lines.tsx';
import { priceBreakdownOf, quoteOf } from '../../cart/quote.ts';
import { useCart, type Cart } from '../../cart/use-cart.ts';
import { FormError, Form } from '../../forms/form.tsx';
import { Loading } from '../page/page-states.tsx';
import { CART_MESSAGES } from '../../cart/load-messages.ts';
import { detectLocale, LazyMessages, preloadMessages, useShopPath } from '../shell/locale.tsx';
import { CartMessages } from './cart-messages.tsx';
import { useCoupon, CouponField, type CouponState } from '../../cart/coupon.tsx';
import {
  PAYMENT_METHODS_KEY,
  PlaceOrderButton,
  type BlockReason,
  OrderError,
  ADDRESSES_KEY,
  usePlaceOrder,
} from './place-order.tsx';
import { useEffect, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { senFromRinggit, type Sen } from '#domain/money.ts';
import type { OrderAmounts } from '#domain/pricing/quote.ts';
import { storePostalCode, storedPostalCode } from '../../browser/checkout-inputs.ts';
import { CHECKOUT_DRAFT } from './order-attempt.ts';
import { storedProfile } from '../../browser/session.ts';
import { CartTotals } from '../../cart/cart-summary.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { discardDraft, useDraft } from '../../forms/drafts.ts';
import { checkoutSchema, EMPTY_FORM, draftFields, type CheckoutForm } from './checkout-form.ts';
import {
  CheckoutSteps,
  ContactDetails,
  DeliveryAddress,
  ExtrasStep,
  PaymentMethodField,
  SignInOffer,
} from './checkout-fields.tsx';

/** The page never stands without its messages, so that nothing of its first paint goes away again. */
export async function loader(): Promise<null> {
  await preloadMessages(detectLocale(), CART_MESSAGES, CHECKOUT_MESSAGES);
  return null;
}

/** The whole checkout on one page, open to guests. */
export function Component() {
  return (
    <CartMessages>
      <LazyMessages name="checkout" loaders={CHECKOUT_MESSAGES}>
        <Checkout />
      </LazyMessages>
    </CartMessages>
  );
}

function Checkout() {
  const t = useTranslations('area.checkout');
  const cart = useCart();
  const coupon = useCoupon(cart);
  const offer = useCheckoutOffer();
  if (cart.lines.length === 0) return <EmptyCheckout />;
  const priceBreakdown = priceBreakdownOf(cart, quoteOf(cart, { coupon: coupon.check }), { coupon: coupon.check });
  // The lines come together with what is said above them and below: nothing that is read moves.
  const isShown = offer && (cart.products.size > 0 || cart.state !== 'loading');
  return (
    <div className="checkout">
      <title>{t('title')}</title>
      <CheckoutSteps />
      <h1>{t('title')}</h1>
      {!cart.isMember && <SignInOffer />}
      <section className="checkout-items">
        <h2>{t('books')}</h2>
        {isShown && <CartLines cart={cart} priceBreakdown={priceBreakdown} />}
        {cart.state === 'failed' && <CartFailed onRetry={cart.reload} />}
      </section>
      {cart.state === 'loading' || !offer ? <Loading /> : <CheckoutDetails cart={cart} coupon={coupon} {...offer} />}
    </div>
  );
}

type CheckoutOffer = { methods: readonly PaymentMethod[]; giftWrapPrice: Sen | undefined };

const BANK_TRANSFER_ONLY: CheckoutOffer = { methods: ['bank_transfer'], giftWrapPrice: undefined };

/** The payment methods and what gift wrap costs, once they are loaded; when that fails, bank transfer. */
function useCheckoutOffer(): CheckoutOffer | undefined {
  const { data, isError } = useQuery({
    queryKey: PAYMENT_METHODS_KEY,
    queryFn: ({ signal }) => sendRequest('listPaymentMethods', { signal }),
    staleTime: Infinity,
    retry: false,
  });
  if (isError) return BANK_TRANSFER_ONLY;
  if (!data) return undefined;
  const price = data.gift_wrap ?? undefined;
  return { methods: data.methods, giftWrapPrice: price === undefined ? undefined : senFromRinggit(price) };
}

function CartFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations('cart');
  return (
    <FormError>
      {t('failed')}{' '}
      <button type="button" className="button-plain" onClick={onRetry}>
        {t('retry')}
      </button>
    </FormError>
  );
}

/** What the checkout of an empty cart says. */
export function EmptyCheckout() {
  const t = useTranslations('area.checkout');
  const shop = useShopPath();
  return (
    <div className="empty">
      <title>{t('title')}</title>
      <h1>{t('empty')}</h1>
      <p>{t('emptyText')}</p>
      <a className="button" href={shop('/browse')}>
        {t('toShop')}
      </a>
    </div>
  );
}

type CheckoutDetailsProps = CheckoutOffer & { cart: Cart; coupon: CouponState };

/** Contact, address, payment method, coupon and the total, which is always in view. */
export function CheckoutDetails({ cart, coupon, methods, giftWrapPrice }: CheckoutDetailsProps) {
  const t = useTranslations('checkout');
  const saved = useSavedAddresses(cart.isMember);
  const form = useCheckoutForm(cart, { saved, methods });
  const [savedAddressId, zip, preferredMethod, isWrapped] = useWatch({
    control: form.control,
    name: ['savedAddressId', 'zip', 'paymentMethod', 'giftWrap'],
  });
  const postalCode = saved.list.find(({ id }) => id === savedAddressId)?.zip ?? zip;
  useEffect(() => storePostalCode(postalCode), [postalCode]);
  const { quote, delivery, withoutCoupon, onServerAmounts } = useCheckoutQuote(cart, {
    coupon: coupon.check,
    postalCode,
    giftWrap: isWrapped ? giftWrapPrice : undefined,
  });
  const available = methods.filter((method) => canPayBy(method, quote.total));
  const paymentMethod = available.includes(preferredMethod) ? preferredMethod : available[0]!;
  const { place, error } = usePlaceOrder({ cart, quote, coupon, withoutCoupon, onServerAmounts });
  const blockReason = blockReasonOf(cart, coupon);
  const submit = form.handleSubmit(async (values) => {
    if (blockReason) return;
    const thrown = await place({ ...values, paymentMethod });
    if (thrown) showFieldErrors(form, thrown, 'address.');
    else discardDraft(CHECKOUT_DRAFT);
  });
  return (
    <>
      <Form form={form} submit={submit} id={CHECKOUT_DRAFT} className="checkout-form">
        {!cart.isMember && <ContactDetails />}
        <DeliveryAddress saved={saved.list} selectedId={savedAddressId} isMember={cart.isMember} />
        <PaymentMethodField
          methods={available}
          selected={paymentMethod}
          isReviewed={saved.list.some(({ id }) => id === savedAddressId)}
        />
        <ExtrasStep giftWrapPrice={giftWrapPrice} />
      </Form>
      <aside className="checkout-summary">
        <h2>{t('summary')}</h2>
        <CouponField coupon={coupon} quote={quote} />
        <CartTotals
          cart={cart}
          postalCode={postalCode}
          quote={quote}
          delivery={delivery}
          couponCode={coupon.check?.coupon.code}
          isPaidLater={paymentMethod === 'bank_transfer'}
        />
        <OrderError error={error} />
        <PlaceOrderButton
          form={CHECKOUT_DRAFT}
          quote={quote}
          paymentMethod={paymentMethod}
          isPlacing={form.formState.isSubmitting}
          blockReason={blockReason}
        />
      </aside>
    </>
  );
}

/** Why the order cannot be placed: products are not loaded, or one is out of stock. */
function blockReasonOf(
  { state, isOrderable, products, lines }: Cart,
  { isChecking }: CouponState,
): BlockReason | undefined {
  const isKnown = lines.every(({ vid }) => products.has(vid)) && !isChecking;
  if (!isKnown) return state === 'failed' ? 'failed' : 'loading';
  return isOrderable ? undefined : 'checkoutBlocked';
}

type QuoteInput = { coupon: CouponCheck | undefined; postalCode: string; giftWrap: Sen | undefined };

/**
 * The quote of the cart for this coupon, postal code and gift wrap. When the server rejected an order with its own amounts, these
 * apply until the cart changes, so that they can always be accepted.
 */
function useCheckoutQuote(cart: Cart, options: QuoteInput) {
  const { coupon, postalCode, giftWrap } = options;
  const ownQuote = quoteOf(cart, options);
  const key = JSON.stringify([cart.lines, cart.isMember, coupon?.coupon.code, postalCode, giftWrap]);
  const [server, setServer] = useState<{ key: string; amounts: OrderAmounts }>();
  const quote = server?.key === key ? { ...ownQuote, ...server.amounts } : ownQuote;
  return {
    quote,
    delivery: priceBreakdownOf(cart, quote, options).delivery,
    withoutCoupon: quoteOf(cart, { postalCode, giftWrap }),
    onServerAmounts: (amounts: OrderAmounts) => setServer({ key, amounts }),
  };
}

type CheckoutFormDefaults = { saved: SavedAddresses; methods: readonly PaymentMethod[] };

/** The form, prefilled with the profile's email, the default address or the remembered postal code. */
function useCheckoutForm(cart: Cart, { saved, methods }: CheckoutFormDefaults): UseFormReturn<CheckoutForm> {
  const form = useContractForm<CheckoutForm>(checkoutSchema(cart), {
    ...EMPTY_FORM,
    paymentMethod: methods[0]!,
    email: storedProfile()?.email ?? '',
    savedAddressId: saved.list.find((one) => one.is_default)?.id ?? '',
  });
  useDraft(form, { name: CHECKOUT_DRAFT, fields: draftFields(cart.isMember) });
  usePrefilledAddress(form, saved);
  return form;
}

type SavedAddresses = { list: readonly Address[]; isLoaded: boolean };

const NO_ADDRESSES: SavedAddresses = { list: [], isLoaded: true };

function useSavedAddresses(isMember: boolean): SavedAddresses {
  const query = useQuery({
    queryKey: ADDRESSES_KEY,
    queryFn: ({ signal }) => sendRequest('listAddresses', { signal }),
    enabled: isMember,
  });
  return isMember ? { list: query.data ?? NO_ADDRESSES.list, isLoaded: !query.isPending } : NO_ADDRESSES;
}

/**
 * Once the saved addresses are loaded, the default is selected, unless a new address was started; an address that was
 * removed, or is another customer's, is deselected. Without one the remembered postal code is filled in.
 */
function usePrefilledAddress(form: UseFormReturn<CheckoutForm>, { list, isLoaded }: SavedAddresses): void {
  const isChosen = form.formState.dirtyFields.savedAddressId ?? false;
  useEffect(() => {
    if (!isLoaded) return;
    const defaultId = list.find((one) => one.is_default)?.id ?? '';
    const { savedAddressId, ...values } = form.getValues();
    const isRemoved = savedAddressId !== '' && !list.some(({ id }) => id === savedAddressId);
    const isStarted = isChosen || ADDRESS_FIELDS.some((field) => values[field] !== '');
    if (isRemoved) form.setValue('savedAddressId', defaultId);
    else if (defaultId && !isStarted) form.reset({ ...values, savedAddressId: defaultId });
    if (form.getValues('savedAddressId') === '' && values.zip === '') form.setValue('zip', storedPostalCode());
  }, [form, list, isLoaded, isChosen]);
}
