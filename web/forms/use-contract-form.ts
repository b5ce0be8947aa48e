import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
  type FieldErrors,
  type Resolver,
} from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type * as z from 'zod/mini';
import { type FieldIssue, fieldIssues } from '#contract/error-codes.ts';
import { ApiRequestError } from '../browser/api-client.ts';

/** A form validated by a schema of the contract: on leaving a field by default, then on every change. */
export function useContractForm<T extends FieldValues>(
  shape: z.core.$ZodType,
  defaultValues: DefaultValues<T>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) {
  const say = useFieldErrorMessage();
  return useForm<T>({ resolver: contractResolver<T>(shape, say), defaultValues, mode });
}

/**
 * Shows the field errors of a response beside their fields, the first with the focus. Returns whether every one of them
 * found its field.
 */
export function showFieldErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown, prefix = ''): boolean {
  const errors = error instanceof ApiRequestError ? (error.problem?.errors ?? []) : [];
  const fields = form.getValues();
  const known = errors.filter(({ path }) => path.startsWith(prefix) && nameIn(path, prefix) in fields);
  // Only the first takes the focus: a field that loses it is validated again, which would remove the server's error.
  for (const [index, { path, message }] of known.entries())
    form.setError(path.slice(prefix.length) as FieldPath<T>, { type: 'server', message }, { shouldFocus: index === 0 });
  return errors.length > 0 && known.length === errors.length;
}

/** The field that a path such as `address.zip` or `items.0.qty` leads to. */
function nameIn(path: string, prefix: string): string {
  return path.slice(prefix.length).split('.')[0]!;
}

function useFieldErrorMessage(): (fault: FieldIssue) => string {
  const t = useTranslations('customer.fields');
  return ({ key, values }) => t(key, { limit: String(values?.limit ?? '') });
}

/** The message of a field error in the current locale. */
export type FormatFieldError = (fault: FieldIssue) => string;

/** Validates a form by the schema of its request. */
export function contractResolver<T extends FieldValues>(shape: z.core.$ZodType, say: FormatFieldError): Resolver<T> {
  return (values) => {
    const result = (shape as z.ZodMiniType).safeParse(values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const fault of fieldIssues(result.error.issues))
      errors[fault.path] ??= { type: 'contract', message: say(fault) };
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}
