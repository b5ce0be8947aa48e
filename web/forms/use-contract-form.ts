import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type * as z from 'zod/mini';
import type { FieldFault } from '#contract/field-errors.ts';
import { CallFailed } from '../browser/client.ts';
import { contractResolver } from './contract-resolver.ts';

/** A form over a shape of the contract: checked on leaving a field unless told otherwise, mended while typing. */
export function useContractForm<T extends FieldValues>(
  shape: z.core.$ZodType,
  defaultValues: DefaultValues<T>,
  mode: 'onTouched' | 'onSubmit' = 'onTouched',
) {
  const say = useFaultSentence();
  return useForm<T>({ resolver: contractResolver<T>(shape, say), defaultValues, mode });
}

/** Puts a refusal's field errors beside their fields. Answers whether every one of them found its field. */
export function showFieldErrors<T extends FieldValues>(form: UseFormReturn<T>, error: unknown, prefix = ''): boolean {
  const errors = error instanceof CallFailed ? (error.problem?.errors ?? []) : [];
  const known = errors.filter(({ path }) => path.startsWith(prefix));
  for (const { path, message } of known)
    form.setError(path.slice(prefix.length) as FieldPath<T>, { type: 'server', message }, { shouldFocus: true });
  return errors.length > 0 && known.length === errors.length;
}

function useFaultSentence(): (fault: FieldFault) => string {
  const t = useTranslations('common');
  return ({ key, values }) => t(`fields.${key}`, { limit: String(values?.limit ?? '') });
}
