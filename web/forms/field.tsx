import type { InputHTMLAttributes } from 'react';
import { Labelled } from './labelled.tsx';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string | undefined };

/** An input of one line with its label, hint and error; inside a `Form`. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  return (
    <Labelled name={name} label={label} hint={hint}>
      {(wiring) => <input {...input} {...wiring} />}
    </Labelled>
  );
}
