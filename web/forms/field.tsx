import { useId, type InputHTMLAttributes } from 'react';
import { useFormContext } from 'react-hook-form';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & { name: string; label: string; hint?: string | undefined };

/** An input with its label, hint and error, wired for assistive technology; inside a `FormProvider`. */
export function Field({ name, label, hint, ...input }: FieldProps) {
  const id = useId();
  const { register, formState } = useFormContext();
  const message = formState.errors[name]?.message;
  const error = typeof message === 'string' ? message : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        {...register(name)}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
      />
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
        {error ?? hint}
      </p>
    </div>
  );
}
