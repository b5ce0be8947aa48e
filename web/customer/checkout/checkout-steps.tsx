import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { listAddresses, type Address } from '#contract/addresses.ts';
import { canPayBy, type PaymentMethod } from '#domain/payment.ts';
import { storedProfile } from '../../browser/session.ts';
import { call } from '../../browser/client.ts';
import { CartSums } from '../../cart/cart-sums.tsx';
import { explanationOf, quoteOf } from '../../cart/quote.ts';
import type { Cart } from '../../cart/use-cart.ts';
import { Form, Refused } from '../../forms/form.tsx';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { forgetDraft } from '../../forms/drafts.ts';
import { useDraft } from '../../forms/use-draft.ts';
import { CHECKOUT_DRAFT } from './checkout-draft.ts';
import { checkoutShape, EMPTY_FORM, typedFields, type CheckoutForm } from './checkout-form.ts';
import { CouponField } from './coupon-field.tsx';
import { Contact, DeliverTo } from './delivery-steps.tsx';
import { PayBy } from './pay-by.tsx';
import { PlaceButton } from './place-button.tsx';
import type { CouponState } from './use-coupon.ts';
import { usePlaceOrder } from './use-place-order.ts';

type CheckoutStepsProps = { cart: Cart; coupon: CouponState; methods: readonly PaymentMethod[] };

/** Contact, address, way of paying, coupon and the sum, which is always in view. */
export function CheckoutSteps({ cart, coupon, methods }: CheckoutStepsProps) {
  const t = useTranslations('area.checkout');
  const saved = useSavedAddresses(cart.isMember);
  const start = {
    ...EMPTY_FORM,
    payBy: methods[0]!,
    email: storedProfile()?.email ?? '',
    saved: saved.find((one) => one.is_default)?.id ?? '',
  };
  const form = useContractForm<CheckoutForm>(checkoutShape(cart.isMember), start);
  useDraft(form, { name: CHECKOUT_DRAFT, fields: typedFields(cart.isMember) });
  useDefaultAddress(form, saved);
  const [chosen, typed, wished] = useWatch({ control: form.control, name: ['saved', 'zip', 'payBy'] });
  const postalCode = saved.find((one) => one.id === chosen)?.zip ?? typed;
  const circumstances = { coupon: coupon.answer, postalCode };
  const quote = quoteOf(cart, circumstances);
  const { delivery } = explanationOf(quote, circumstances);
  const ways = methods.filter((method) => canPayBy(method, quote.payable));
  const payBy = ways.includes(wished) ? wished : ways[0]!;
  const couponCode = coupon.answer?.coupon.code;
  const { place, refusal } = usePlaceOrder({ cart, quote, couponCode });
  const submit = form.handleSubmit(async (values) => {
    const failure = await place({ ...values, payBy });
    if (failure) showFieldErrors(form, failure, 'address.');
    else forgetDraft(CHECKOUT_DRAFT);
  });
  return (
    <>
      <Form form={form} submit={submit} id={CHECKOUT_DRAFT} className="checkout-form">
        {!cart.isMember && <Contact />}
        <DeliverTo saved={saved} chosen={chosen} isMember={cart.isMember} />
        {ways.length > 1 && <PayBy ways={ways} chosen={payBy} />}
      </Form>
      <aside className="checkout-sums">
        <h2>{t('summary')}</h2>
        <CouponField coupon={coupon} quote={quote} />
        <CartSums quote={quote} delivery={delivery} couponCode={couponCode} />
        <Refused>{refusal}</Refused>
        <PlaceButton form={CHECKOUT_DRAFT} quote={quote} payBy={payBy} isPlacing={form.formState.isSubmitting} />
      </aside>
    </>
  );
}

const NO_ADDRESSES: Address[] = [];

function useSavedAddresses(isMember: boolean): Address[] {
  const query = useQuery({
    queryKey: ['addresses'],
    queryFn: ({ signal }) => call(listAddresses, { signal }),
    enabled: isMember,
  });
  return query.data ?? NO_ADDRESSES;
}

/** Once the saved addresses are there, the default is chosen, unless an address was begun meanwhile. */
function useDefaultAddress(form: UseFormReturn<CheckoutForm>, saved: readonly Address[]): void {
  useEffect(() => {
    const preset = saved.find((one) => one.is_default)?.id;
    const isBegun = form.formState.isDirty || typedFields(true).some((field) => form.getValues(field) !== '');
    if (preset && !isBegun) form.reset({ ...form.getValues(), saved: preset });
  }, [form, saved]);
}
