import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import type * as zod from 'zod/mini';
import { showFieldErrors, useContractForm } from '../../forms/use-contract-form.ts';
import { useFormError } from './use-form-error.ts';

type ApiFormOptions<Values extends FieldValues> = {
  /** A schema of the contract, with which the server checks the request too. */
  schema: zod.core.$ZodType;
  defaultValues: DefaultValues<Values>;
  /** Sends the request; what it throws is shown beside the fields, or as the error of the form. */
  send: (values: Values, form: UseFormReturn<Values>) => Promise<unknown>;
  /** Further handling of an error. */
  onError?: (error: unknown) => void;
  /** After the request, whether or not it failed. */
  onSettled?: () => Promise<unknown>;
  /** Replaces the message of an error that is not the API's. */
  fallbackMessage?: string;
};

/** A form that sends one request: validation, submission and errors. */
export function useApiForm<Values extends FieldValues>(options: ApiFormOptions<Values>) {
  const { schema, defaultValues, send, onError, onSettled, fallbackMessage } = options;
  const { error, message, isWaiting, setError, clear } = useFormError();
  const form = useContractForm<Values>(schema, defaultValues);
  const submit = form.handleSubmit(async (values) => {
    clear();
    try {
      await send(values, form);
    } catch (thrown) {
      if (!showFieldErrors(form, thrown)) setError(thrown, fallbackMessage);
      onError?.(thrown);
    }
    await onSettled?.();
  });
  return {
    form,
    submit,
    /** What the last request threw, unless every field error found its field. */
    error,
    errorMessage: message,
    /** Whether the rate limit does not allow another request yet. */
    isWaiting,
    /** Whether the form cannot be submitted: a request is pending, or the rate limit does not allow one. */
    isBusy: form.formState.isSubmitting || isWaiting,
  };
}
