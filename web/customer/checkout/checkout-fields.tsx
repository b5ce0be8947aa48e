import { addressLines } from '#domain/address.ts';
import { Suspense, useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Address } from '#contract/account.ts';
import { AddressFields } from '../../forms/address-fields.tsx';
import { TextField } from '../../forms/form.tsx';
import { AddressLines } from '../../ui/delivery.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { useShopPath } from '../shell/locale.tsx';
import type { Sen } from '#domain/money.ts';
import { lazyWithPreload, useLoadOrToast } from '../shell/lazy-with-preload.ts';
import { EXTRA_FIELDS, type CheckoutForm } from './checkout-form.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';

/** Where a guest signs in: said before anything is filled in. */
export function SignInOffer() {
  const t = useTranslations('area.checkout');
  return (
    <p className="checkout-sign-in">
      <Link to="/auth/login?to=%2Fcheckout">{t('haveAccount')}</Link>
    </p>
  );
}

/** A guest's email. */
export function ContactDetails() {
  const t = useTranslations('area.checkout');
  return (
    <fieldset className="step">
      <legend>{t('contact')}</legend>
      <TextField name="email" type="email" label={t('email')} hint={t('emailHint')} autoComplete="email" />
    </fieldset>
  );
}

/** Where the checkout goes back to, where it is, and what comes after; with the way to help. */
export function CheckoutSteps() {
  const t = useTranslations('checkout');
  const cart = useTranslations('cart');
  const shop = useShopPath();
  return (
    <div className="checkout-steps">
      <ol aria-label={t('steps.label')}>
        <li>
          <a href={shop('/cart')}>{cart('title')}</a>
        </li>
        <li aria-current="step">{t('steps.details')}</li>
        <li>{t('steps.done')}</li>
      </ol>
      <a href={shop('/contact')}>{t('help')}</a>
    </div>
  );
}

type DeliveryAddressProps = { saved: readonly Address[]; selectedId: string; isMember: boolean };

/** The delivery address: a saved one, which is reviewed until it shall be changed, or a new one. */
export function DeliveryAddress({ saved, selectedId, isMember }: DeliveryAddressProps) {
  const t = useTranslations('area.checkout');
  const change = useTranslations('checkout')('changeAddress');
  const [isChanging, setChanging] = useState(false);
  const { id, ...focusKept } = useFocusedStep();
  const selected = saved.find((one) => one.id === selectedId);
  if (selected && !isChanging)
    return (
      <fieldset className="step" {...focusKept}>
        <legend>{t('address')}</legend>
        <AddressLines address={selected} />
        <ChangeButton label={change} onPress={() => setChanging(true)} />
      </fieldset>
    );
  return (
    <fieldset className="step" id={id} {...focusKept}>
      <legend>{t('address')}</legend>
      {saved.length > 0 && <SavedAddresses saved={saved} />}
      {selectedId === '' && <AddressFields />}
      {selectedId === '' && isMember && <SaveAddressCheckbox />}
    </fieldset>
  );
}

function SavedAddresses({ saved }: { saved: readonly Address[] }) {
  const t = useTranslations('area.checkout');
  const { register } = useFormContext<CheckoutForm>();
  return (
    <div className="choices" role="radiogroup" aria-label={t('savedAddress')}>
      {saved.map((address) => (
        <label key={address.id} className="choice">
          <input type="radio" value={address.id} {...register('savedAddressId')} />
          <span>
            <b>
              <bdi>{address.name}</bdi>
            </b>
            <span>
              <bdi>{addressLines(address).slice(1).join(', ')}</bdi>
            </span>
          </span>
        </label>
      ))}
      <label className="choice">
        <input type="radio" value="" {...register('savedAddressId')} />
        <span>{t('otherAddress')}</span>
      </label>
    </div>
  );
}

function SaveAddressCheckbox() {
  const t = useTranslations('area.checkout');
  const { register } = useFormContext<CheckoutForm>();
  return (
    <label className="check">
      <input type="checkbox" {...register('saveAddress')} />
      {t('saveAddress')}
    </label>
  );
}

/** The focus goes to the choices where the button that opened them was. */
function useFocusedStep() {
  const id = useId();
  return { id, ...useRestoreFocus(id) };
}

function ChangeButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <button type="button" className="button-plain change-button" onClick={onPress}>
      {label}
    </button>
  );
}

type PaymentMethodFieldProps = {
  methods: readonly PaymentMethod[];
  selected: PaymentMethod;
  /** Whether the choice is only reviewed until it shall be changed. */
  isReviewed: boolean;
};

/** The payment method, also where there is only one. */
export function PaymentMethodField({ methods, selected, isReviewed }: PaymentMethodFieldProps) {
  const t = useTranslations('area.checkout');
  const change = useTranslations('checkout')('changePayment');
  const nameOf = useTranslations('common.payment.methods');
  const { setValue } = useFormContext<CheckoutForm>();
  const [isChanging, setChanging] = useState(false);
  const { id, ...focusKept } = useFocusedStep();
  if (isReviewed && !isChanging)
    return (
      <fieldset className="step" {...focusKept}>
        <legend>{t('paymentMethod')}</legend>
        <p>{nameOf(selected)}</p>
        {methods.length > 1 && <ChangeButton label={change} onPress={() => setChanging(true)} />}
      </fieldset>
    );
  return (
    <fieldset className="step" id={id} {...focusKept}>
      <legend>{t('paymentMethod')}</legend>
      <div className="choices">
        {methods.map((method) => (
          <label key={method} className="choice">
            <input
              type="radio"
              name="paymentMethod"
              checked={method === selected}
              onChange={() => setValue('paymentMethod', method)}
            />
            <span>{nameOf(method)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const OrderExtras = lazyWithPreload(async () => (await import('./order-extras.tsx')).OrderExtras);

/** Gift, note and company: a button, until it is pressed or something is filled in. */
export function ExtrasStep({ giftWrapPrice }: { giftWrapPrice: Sen | undefined }) {
  const t = useTranslations('checkout');
  const loadOrToast = useLoadOrToast();
  const isFilled = useWatch<CheckoutForm>({ name: EXTRA_FIELDS }).some(Boolean);
  const [isOpen, setOpen] = useState(false);
  const { id, ...focusKept } = useFocusedStep();
  if (isFilled && !isOpen) setOpen(true);
  return (
    <div className="step" id={id} {...focusKept}>
      {isOpen ? (
        <Suspense>
          <OrderExtras giftWrapPrice={giftWrapPrice} />
        </Suspense>
      ) : (
        <ChangeButton
          label={t('addExtras')}
          onPress={() => void loadOrToast(OrderExtras).then((isLoaded) => isLoaded && setOpen(true))}
        />
      )}
    </div>
  );
}
