import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

type Wiring = { id: string; 'aria-invalid': boolean; 'aria-describedby': string };
type LabelledProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
};

/** A control with its label, hint and error. */
export function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-note` })}
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> &
  Omit<LabelledProps, 'children'> & { onValue: (value: string) => void };

export function Input({ label, hint, error, onValue, ...input }: InputProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(wiring) => (
        <input type="text" autoComplete="off" {...input} {...wiring} onChange={({ target }) => onValue(target.value)} />
      )}
    </Labelled>
  );
}

type RowsProps = {
  legend: string;
  add: string;
  onAdd: () => void;
  onRemove: (place: number) => void;
  rows: readonly { name: string; fields: ReactNode }[];
};

/** Rows of fields that come and go. */
export function Rows({ legend, add, onAdd, onRemove, rows }: RowsProps) {
  const t = useTranslations('adminCatalogue.title');
  return (
    <fieldset className="title-rows">
      <legend>{legend}</legend>
      {rows.map(({ name, fields }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place
        <div key={place} className="title-row">
          {fields}
          <button type="button" className="button-plain" onClick={() => onRemove(place)}>
            {t('remove', { name: name || legend })}
          </button>
        </div>
      ))}
      <button type="button" className="button button-quiet" onClick={onAdd}>
        {add}
      </button>
    </fieldset>
  );
}
