import { addressLines } from '#domain/address.ts';
import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Address } from '#contract/account.ts';
import { AddressFields } from '../../forms/address-fields.tsx';
import { TextField } from '../../forms/form.tsx';
import type { CheckoutForm } from './checkout-form.ts';
import type { PaymentMethod } from '#domain/orders/payment.ts';

/** A guest's email, and the link to sign in. */
export function ContactDetails() {
  const t = useTranslations('area.checkout');
  return (
    <fieldset className="step">
      <legend>{t('contact')}</legend>
      <TextField name="email" type="email" label={t('email')} hint={t('emailHint')} autoComplete="email" />
      <p>
        <Link to="/auth/login?to=%2Fcheckout">{t('haveAccount')}</Link>
      </p>
    </fieldset>
  );
}

type DeliveryAddressProps = { saved: readonly Address[]; selectedId: string; isMember: boolean };

/** The delivery address: a saved one, or a new one. */
export function DeliveryAddress({ saved, selectedId, isMember }: DeliveryAddressProps) {
  const t = useTranslations('area.checkout');
  return (
    <fieldset className="step">
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

type PaymentMethodFieldProps = { methods: readonly PaymentMethod[]; selected: PaymentMethod };

/** The payment method, also where there is only one. */
export function PaymentMethodField({ methods, selected }: PaymentMethodFieldProps) {
  const t = useTranslations('area.checkout');
  const nameOf = useTranslations('common.payment.methods');
  const { setValue } = useFormContext<CheckoutForm>();
  return (
    <fieldset className="step">
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
