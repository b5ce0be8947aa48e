import { useId, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldError } from '#contract/error-codes.ts';
import { COUPON_SCOPES, type CouponDraft, type DraftField } from './coupon-draft.ts';

type CouponFormProps = {
  draft: CouponDraft;
  onChange: (draft: CouponDraft) => void;
  onSubmit: () => void;
  /** Orders have used it: its discount, what it covers, its minimum and its start stay. */
  isUsed: boolean;
  isNew: boolean;
  faults: readonly FieldError[];
  children: ReactNode;
};

/** The terms of a coupon. */
export function CouponForm({ draft, onChange, onSubmit, isUsed, isNew, faults, children }: CouponFormProps) {
  const t = useTranslations('adminCoupons');
  const set = (field: DraftField) => (value: string) => onChange({ ...draft, [field]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const text = (field: DraftField, attributes: Omit<TextProps, 'label' | 'value' | 'onChange'> = {}) => (
    <Text label={t(`fields.${field}`)} value={draft[field]} onChange={set(field)} {...attributes} />
  );
  return (
    <form className="form coupon-form" onSubmit={submit}>
      {isNew &&
        text('code', { isRequired: true, maxLength: 64, pattern: '[\\p{L}\\p{N}._\\-]{3,64}', hint: t('codeHint') })}
      <fieldset className="coupon-terms" disabled={isUsed}>
        <div className="pair">
          <Choice
            label={t('fields.kind')}
            value={draft.kind}
            options={[
              ['percent', t('kinds.percent')],
              ['per_unit', t('kinds.per_unit')],
            ]}
            onChange={set('kind')}
          />
          {text('value', {
            isRequired: true,
            number: { min: 0.01, max: draft.kind === 'percent' ? 100 : 100_000, step: 0.01 },
          })}
        </div>
        <div className="pair">
          <Choice
            label={t('fields.scope')}
            value={draft.scope}
            options={COUPON_SCOPES.map((scope) => [scope, t(`scopes.${scope}`)] as const)}
            onChange={set('scope')}
          />
          {draft.scope !== 'all' &&
            text('covers', { isRequired: true, maxLength: 200, hint: t(`hints.${draft.scope}`) })}
        </div>
        <div className="pair">
          {text('minimum', { number: { min: 0, max: 1_000_000, step: 0.01 } })}
          {text('startsAt', { isTime: true, hint: t('startsHint') })}
        </div>
      </fieldset>
      {isUsed && <p className="field-hint">{t('isUsed')}</p>}
      <div className="pair">
        {text('maxUses', { number: { min: 1, max: 1_000_000_000, step: 1 } })}
        {text('perCustomer', { number: { min: 1, max: 1_000_000_000, step: 1 } })}
        {text('endsAt', { isTime: true })}
      </div>
      {faults.length > 0 && (
        <p className="field-error" role="alert">
          {faults.map(({ message }) => message).join(' ')}
        </p>
      )}
      {children}
    </form>
  );
}

type TextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isRequired?: boolean;
  isTime?: boolean;
  maxLength?: number;
  pattern?: string;
  number?: { min: number; max: number; step: number };
  hint?: string;
};

function Text({ label, value, onChange, isRequired, isTime, number, hint, ...limits }: TextProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={isTime ? 'datetime-local' : number ? 'number' : 'text'}
        value={value}
        required={isRequired}
        autoComplete="off"
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
        {...number}
        {...limits}
      />
      {hint && (
        <small id={`${id}-hint`} className="field-hint">
          {hint}
        </small>
      )}
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
};

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
