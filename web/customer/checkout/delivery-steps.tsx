import { useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import type { Address } from '#contract/addresses.ts';
import { AddressFields } from '../../forms/address-fields.tsx';
import { Field } from '../../forms/field.tsx';
import type { CheckoutForm } from './checkout-form.ts';

/** A guest's e-mail, and the way to sign in. */
export function Contact() {
  const t = useTranslations('area.checkout');
  return (
    <fieldset className="step">
      <legend>{t('contact')}</legend>
      <Field name="email" type="email" label={t('email')} hint={t('emailHint')} autoComplete="email" />
      <p>
        <Link to="/auth/login?to=%2Fcheckout">{t('haveAccount')}</Link>
      </p>
    </fieldset>
  );
}

type DeliverToProps = { saved: readonly Address[]; chosen: string; isMember: boolean };

/** Where the parcel goes: a saved address, or another one written down. */
export function DeliverTo({ saved, chosen, isMember }: DeliverToProps) {
  const t = useTranslations('area.checkout');
  return (
    <fieldset className="step">
      <legend>{t('address')}</legend>
      {saved.length > 0 && <SavedAddresses saved={saved} />}
      {chosen === '' && <AddressFields />}
      {chosen === '' && isMember && <KeepAddress />}
    </fieldset>
  );
}

function SavedAddresses({ saved }: { saved: readonly Address[] }) {
  const t = useTranslations('area.checkout');
  const { register } = useFormContext<CheckoutForm>();
  return (
    <div className="choices" role="radiogroup" aria-label={t('saved')}>
      {saved.map((address) => (
        <label key={address.id} className="choice">
          <input type="radio" value={address.id} {...register('saved')} />
          <span>
            <b>
              <bdi>{address.name}</bdi>
            </b>
            <span>
              <bdi>
                {[address.line1, address.line2, `${address.zip} ${address.city}`, address.state]
                  .filter(Boolean)
                  .join(', ')}
              </bdi>
            </span>
          </span>
        </label>
      ))}
      <label className="choice">
        <input type="radio" value="" {...register('saved')} />
        <span>{t('other')}</span>
      </label>
    </div>
  );
}

function KeepAddress() {
  const t = useTranslations('area.checkout');
  const { register } = useFormContext<CheckoutForm>();
  return (
    <label className="check">
      <input type="checkbox" {...register('keep')} />
      {t('keep')}
    </label>
  );
}
