import {
  type ComponentProps,
  type ReactNode,
  useId,
  type InputHTMLAttributes,
  type TextareaHTMLAttributes,
  type SelectHTMLAttributes,
  useState,
} from 'react';
import { FormProvider, type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslations } from 'use-intl';

type FormProps<T extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  form: UseFormReturn<T>;
  submit: ReturnType<UseFormReturn<T>['handleSubmit']>;
};

/** A form whose fields find it by context; validated by its schema, not by the browser. */
export function Form<T extends FieldValues>({ form, submit, className = 'form', ...rest }: FormProps<T>) {
  return (
    <FormProvider {...form}>
      <form {...rest} className={className} onSubmit={(event) => void submit(event)} noValidate />
    </FormProvider>
  );
}

/** An error message, announced to screen readers; renders nothing when empty. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="alert alert-danger" role="alert">
      {children}
    </p>
  );
}

type ControlProps = ReturnType<ReturnType<typeof useFormContext>['register']> & {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string;
};
type FormControlProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  children: (wiring: ControlProps) => ReactNode;
};

/** A control with its label, hint and error, wired for assistive technology; inside a `Form`. */
export function FormControl({ name, label, hint, children }: FormControlProps) {
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

type TextFieldProps = InputHTMLAttributes<HTMLInputElement> & {
  name: string;
  label: string;
  hint?: string | undefined;
};

/** A single-line input with its label, hint and error; inside a `Form`. */
export function TextField({ name, label, hint, ...input }: TextFieldProps) {
  return (
    <FormControl name={name} label={label} hint={hint}>
      {(wiring) => <input {...input} {...wiring} />}
    </FormControl>
  );
}

type TextAreaFieldProps = TextareaHTMLAttributes<HTMLTextAreaElement> & { name: string; label: string };

/** A multi-line input with its label and error. */
export function TextAreaField({ name, label, ...area }: TextAreaFieldProps) {
  return (
    <FormControl name={name} label={label}>
      {(wiring) => <textarea rows={5} {...area} {...wiring} />}
    </FormControl>
  );
}

export type SelectOption = { value: string; label: string };
type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  name: string;
  label: string;
  options: readonly SelectOption[];
};

/** A select with its label and error. */
export function SelectField({ name, label, options, ...select }: SelectFieldProps) {
  return (
    <FormControl name={name} label={label}>
      {(wiring) => (
        <select {...select} {...wiring}>
          {options.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </FormControl>
  );
}

type PasswordFieldProps = {
  name: string;
  label: string;
  hint?: string;
  /** `current-password` to sign in, `new-password` to set one. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password input with a button that shows it; inside a `Form`. */
export function PasswordField({ name, label, hint, autoComplete }: PasswordFieldProps) {
  const t = useTranslations('customer.password');
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FormControl name={name} label={label} hint={hint}>
      {(wiring) => (
        <span className="password">
          <input
            {...wiring}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button
            type="button"
            className="password-toggle"
            aria-label={t('show')}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden="true" size={20} />
          </button>
        </span>
      )}
    </FormControl>
  );
}

type PhoneFieldProps = { name: string; label: string; hint: string };

/**
 * A phone number, validated by the contract's rule; inside a `Form`. The numbering plans are large and loaded when the
 * field is focused; without them only the server validates the number.
 */
export function PhoneField(field: PhoneFieldProps) {
  const { trigger } = useFormContext();
  const load = () =>
    import('./phone-parser.ts').then(
      // The field was left before they were loaded.
      () => document.activeElement?.getAttribute('name') === field.name || trigger(field.name),
      () => {},
    );
  return <TextField {...field} type="tel" inputMode="tel" autoComplete="tel" dir="ltr" onFocus={() => void load()} />;
}
