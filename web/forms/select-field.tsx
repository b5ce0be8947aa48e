import type { SelectHTMLAttributes } from 'react';
import { Labelled } from './labelled.tsx';

export type Choice = { value: string; label: string };
type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  name: string;
  label: string;
  choices: readonly Choice[];
};

/** A choice of few, with its label and error. */
export function SelectField({ name, label, choices, ...select }: SelectFieldProps) {
  return (
    <Labelled name={name} label={label}>
      {(wiring) => (
        <select {...select} {...wiring}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
