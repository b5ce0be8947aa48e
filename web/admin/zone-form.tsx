import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { DeliverySettings } from '#contract/admin-settings.ts';
import type { FieldError } from '#contract/error-codes.ts';
import { MALAYSIAN_STATES, parsePostalRanges } from '#domain/shipping.ts';
import { DeliveryPreview } from './delivery-preview.tsx';
import { calendarOf, dispatchDraftOf } from './dispatch-draft.ts';
import { Input } from './labelled-input.tsx';
import { transitOf, ZONE_FIELDS, type ZoneDraft, type ZoneField } from './zone-draft.ts';

type ZoneFormProps = {
  draft: ZoneDraft;
  dispatch: DeliverySettings['dispatch'];
  /** A zone is known by its name, which stays. */
  isNew: boolean;
  onChange: (draft: ZoneDraft) => void;
  onSubmit: () => void;
  faults: readonly FieldError[];
  children: ReactNode;
};

/** A delivery zone, with what its customers are promised before it is saved. */
export function ZoneForm({ draft, dispatch, isNew, onChange, onSubmit, faults, children }: ZoneFormProps) {
  const t = useTranslations('adminDelivery');
  const [hasTried, setTried] = useState(false);
  const areCodesWrong = hasTried && parsePostalRanges(draft.codes) === undefined;
  const isBackwards = Number(draft.from) > Number(draft.to);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (parsePostalRanges(draft.codes) !== undefined && !isBackwards) onSubmit();
  };
  const wiring = (field: Exclude<ZoneField, 'states'>) => ({
    label: t(`fields.${field}`),
    value: draft[field],
    onValue: (value: string) => onChange({ ...draft, [field]: value }),
    required: true,
  });
  const number = { type: 'number', dir: 'ltr', min: 0 } as const;
  return (
    <form className="form delivery-zone" onSubmit={submit}>
      {isNew && <Input {...wiring('name')} hint={t('nameHint')} maxLength={60} />}
      <Input
        {...wiring('codes')}
        dir="ltr"
        maxLength={1200}
        hint={t('codesHint')}
        error={areCodesWrong ? t('codesWrong') : undefined}
      />
      <div className="pair">
        <Input {...wiring('cost')} {...number} max={100_000} step={0.01} />
        <Input {...wiring('freeFrom')} {...number} max={1_000_000} step={0.01} hint={t('freeFromHint')} />
      </div>
      <div className="pair">
        <Input {...wiring('from')} {...number} max={60} />
        <Input {...wiring('to')} {...number} max={60} error={isBackwards ? t('daysWrong') : undefined} />
      </div>
      <States states={draft.states} onChange={(states) => onChange({ ...draft, states })} />
      <DeliveryPreview
        calendar={calendarOf(dispatchDraftOf(dispatch))}
        zones={
          isBackwards ? [] : [{ name: draft.name || t('newZone'), states: draft.states, transit: transitOf(draft) }]
        }
      />
      {faults.length > 0 && (
        <p className="field-error" role="alert">
          {faults.map(({ message }) => message).join(' ')}
        </p>
      )}
      {children}
    </form>
  );
}

type StatesProps = { states: readonly string[]; onChange: (states: string[]) => void };

function States({ states, onChange }: StatesProps) {
  const t = useTranslations('adminDelivery');
  const toggle = (state: string) =>
    onChange(MALAYSIAN_STATES.filter((one) => states.includes(one) !== (one === state)));
  return (
    <fieldset className="delivery-group delivery-checks">
      <legend>{t('fields.states')}</legend>
      {MALAYSIAN_STATES.map((state) => (
        <label key={state} className="check">
          <input type="checkbox" checked={states.includes(state)} onChange={() => toggle(state)} />
          <bdi lang="ms">{state}</bdi>
        </label>
      ))}
    </fieldset>
  );
}

/** A zone under the names of its fields. */
export function useZoneTexts(): (draft: ZoneDraft) => Record<string, string> {
  const t = useTranslations('adminDelivery.fields');
  return (draft) =>
    Object.fromEntries(
      ZONE_FIELDS.map((field) => [t(field), field === 'states' ? draft.states.join(', ') : draft[field]] as const),
    );
}
