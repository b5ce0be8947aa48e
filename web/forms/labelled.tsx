import { useId, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';

type Wiring = ReturnType<ReturnType<typeof useFormContext>['register']> & {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
};
type LabelledProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
};

/** A control with its label, hint and error, wired for assistive technology; inside a `Form`. */
export function Labelled({ name, label, hint, children }: LabelledProps) {
  const id = useId();
  const { register, formState } = useFormContext();
  const message = formState.errors[name]?.message;
  const error = typeof message === 'string' ? message : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...register(name), 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-note` })}
      <p id={`${id}-note`} className={error ? 'field-error' : 'field-hint'} role={error ? 'alert' : undefined}>
        <bdi>{error ?? hint}</bdi>
      </p>
    </div>
  );
}
