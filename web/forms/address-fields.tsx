import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import { stateOfPostalCode } from '#domain/postal-states.ts';
import { Field } from './field.tsx';
import { MALAYSIAN_STATES } from './malaysian-states.ts';
import { SelectField } from './select-field.tsx';

const DIGITS = 5;

/** Where a parcel goes: the fields of the contract's address, the postal code first. Inside a `Form`. */
export function AddressFields() {
  const t = useTranslations('area.checkout');
  useCheckPostalCode();
  useSuggestState();
  return (
    <div className="address-fields">
      <Field
        name="zip"
        label={t('zip')}
        hint={t('zipHint')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        dir="ltr"
      />
      <Field name="name" label={t('name')} autoComplete="name" />
      <Field
        name="phone"
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
      />
      <Field name="line1" label={t('line1')} autoComplete="address-line1" />
      <SecondLine />
      <Field name="city" label={t('city')} autoComplete="address-level2" />
      <StateField />
    </div>
  );
}

/** Says at the fifth digit whether we deliver there, and takes the complaint back while it is being mended. */
function useCheckPostalCode(): void {
  const { trigger, clearErrors } = useFormContext();
  const zip = String(useWatch({ name: 'zip' }) ?? '');
  useEffect(() => {
    if (zip.trim().length >= DIGITS) void trigger('zip');
    else clearErrors('zip');
  }, [zip, trigger, clearErrors]);
}

/** Once the postal code says it, the state is chosen, unless the reader chose one. */
function useSuggestState(): void {
  const { getValues, setValue } = useFormContext();
  const suggested = useRef('');
  const state = stateOfPostalCode(String(useWatch({ name: 'zip' }) ?? ''));
  useEffect(() => {
    if (state === undefined || ![suggested.current, ''].includes(String(getValues('state')))) return;
    suggested.current = state;
    setValue('state', state, { shouldDirty: true, shouldValidate: true });
  }, [state, getValues, setValue]);
}

/** Folded away until it is asked for; once something was written there it stays. */
function SecondLine() {
  const t = useTranslations('area.checkout');
  const { setFocus } = useFormContext();
  const isWritten = Boolean(useWatch({ name: 'line2' }));
  const [state, setState] = useState<'folded' | 'asked' | 'written'>('folded');
  if (isWritten && state === 'folded') setState('written');
  useEffect(() => {
    if (state === 'asked') setFocus('line2');
  }, [state, setFocus]);
  if (state !== 'folded') return <Field name="line2" label={t('line2')} autoComplete="address-line2" />;
  return (
    <button type="button" className="button-plain" onClick={() => setState('asked')}>
      {t('addLine2')}
    </button>
  );
}

/** A state that was saved in other words stays selectable. */
function StateField() {
  const t = useTranslations('area.checkout');
  const current = String(useWatch({ name: 'state' }) ?? '');
  const known =
    current === '' || MALAYSIAN_STATES.includes(current) ? MALAYSIAN_STATES : [current, ...MALAYSIAN_STATES];
  const choices = [{ value: '', label: t('chooseState') }, ...known.map((name) => ({ value: name, label: name }))];
  return <SelectField name="state" label={t('state')} choices={choices} autoComplete="address-level1" />;
}
