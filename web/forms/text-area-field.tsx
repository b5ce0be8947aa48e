import type { TextareaHTMLAttributes } from 'react';
import { Labelled } from './labelled.tsx';

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; label: string };

/** Room for some sentences, with its label and error. */
export function TextAreaField({ name, label, ...area }: TextAreaFieldProps) {
  return (
    <Labelled name={name} label={label}>
      {(wiring) => <textarea rows={5} {...area} {...wiring} />}
    </Labelled>
  );
}
