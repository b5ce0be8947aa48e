import { useEffect, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  MALAYSIAN_STATES,
  servedStates,
  stateOfPostalCode,
  type Zones,
  findUnservedPostalCode,
} from '#domain/shipping.ts';
import { useDeliveryZones } from '../cart/delivery-zones.ts';
import { UnservedPostalCode } from '../ui/delivery.tsx';
import { TextField, PhoneField, SelectField } from './form.tsx';

const POSTAL_CODE_DIGITS = 5;

/** The fields of a delivery address, the postal code first. Inside a `Form`. */
export function AddressFields() {
  const t = useTranslations('area.checkout');
  const zones = useDeliveryZones();
  useValidateZip(zones);
  useSuggestState(zones);
  return (
    <div className="address-fields">
      <ZipField zones={zones} />
      <TextField name="name" label={t('name')} autoComplete="name" dir="auto" />
      <PhoneField name="phone" label={t('phone')} hint={t('phoneHint')} />
      <TextField name="line1" label={t('line1')} autoComplete="address-line1" dir="auto" />
      <SecondAddressLine />
      <TextField name="city" label={t('city')} autoComplete="address-level2" dir="auto" />
      <StateField zones={zones} />
    </div>
  );
}

function ZipField({ zones }: { zones: Zones | undefined }) {
  const t = useTranslations('area.checkout');
  const postalCode = String(useWatch({ name: 'zip' }) ?? '');
  return (
    <div>
      <TextField
        name="zip"
        label={t('zip')}
        hint={t('zipHint')}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        dir="ltr"
      />
      <UnservedPostalCode zones={zones} postalCode={postalCode} />
    </div>
  );
}

/** Validates the postal code at its fifth digit, and clears the error while it is being corrected. */
function useValidateZip(zones: Zones | undefined): void {
  const { trigger, clearErrors } = useFormContext();
  const zip = String(useWatch({ name: 'zip' }) ?? '');
  useEffect(() => {
    if (zip.trim().length >= POSTAL_CODE_DIGITS) void trigger('zip');
    else clearErrors('zip');
  }, [zip, zones, trigger, clearErrors]);
}

/** Selects the state of the postal code, unless the customer selected one; clears it where we do not deliver. */
function useSuggestState(zones: Zones | undefined): void {
  const { getValues, setValue } = useFormContext();
  const suggested = useRef('');
  const zip = String(useWatch({ name: 'zip' }) ?? '');
  const isUnserved = zones !== undefined && findUnservedPostalCode(zones, zip) !== undefined;
  const state = isUnserved ? '' : zones && stateOfPostalCode(zones, zip);
  useEffect(() => {
    if (state === undefined || ![suggested.current, ''].includes(String(getValues('state')))) return;
    suggested.current = state;
    setValue('state', state, { shouldDirty: true, shouldValidate: state !== '' });
  }, [state, getValues, setValue]);
}

/** Hidden until it is requested or has a value; then it stays. */
function SecondAddressLine() {
  const t = useTranslations('area.checkout');
  const { setFocus } = useFormContext();
  const hasValue = Boolean(useWatch({ name: 'line2' }));
  const [state, setState] = useState<'hidden' | 'requested' | 'filled'>('hidden');
  if (hasValue && state === 'hidden') setState('filled');
  useEffect(() => {
    if (state === 'requested') setFocus('line2');
  }, [state, setFocus]);
  if (state !== 'hidden') return <TextField name="line2" label={t('line2')} autoComplete="address-line2" dir="auto" />;
  return (
    <button type="button" className="button-plain" onClick={() => setState('requested')}>
      {t('addLine2')}
    </button>
  );
}

/** The states that we deliver to; a saved state that is not among them stays selectable. */
function StateField({ zones }: { zones: Zones | undefined }) {
  const t = useTranslations('area.checkout');
  const current = String(useWatch({ name: 'state' }) ?? '');
  const served = zones ? servedStates(zones) : MALAYSIAN_STATES;
  const known = current === '' || served.includes(current) ? served : [current, ...served];
  const options = [{ value: '', label: t('chooseState') }, ...known.map((name) => ({ value: name, label: name }))];
  return <SelectField name="state" label={t('state')} options={options} autoComplete="address-level1" />;
}
