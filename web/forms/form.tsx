import type { ComponentProps, ReactNode } from 'react';
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form';

type FormProps<T extends FieldValues> = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  form: UseFormReturn<T>;
  submit: ReturnType<UseFormReturn<T>['handleSubmit']>;
};

/** A form whose fields find it by context; it is checked by its own shape, not by the browser. */
export function Form<T extends FieldValues>({ form, submit, className = 'form', ...rest }: FormProps<T>) {
  return (
    <FormProvider {...form}>
      <form {...rest} className={className} onSubmit={(event) => void submit(event)} noValidate />
    </FormProvider>
  );
}

/** Why something was refused, read out as it comes; nothing where nothing was. */
export function Refused({ children }: { children: ReactNode }) {
  if (!children) return null;
  return (
    <p className="notice notice-danger" role="alert">
      {children}
    </p>
  );
}
