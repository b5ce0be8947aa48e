import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import { faultsOf, type FieldFault } from '#contract/field-errors.ts';

/** The sentence for a mistake, in the reader's language. */
export type SayFault = (fault: FieldFault) => string;

/** Checks a form with the very shape that the server checks its call with. */
export function contractResolver<T extends FieldValues>(shape: z.core.$ZodType, say: SayFault): Resolver<T> {
  return (values) => {
    const result = (shape as z.ZodMiniType).safeParse(values);
    if (result.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const fault of faultsOf(result.error.issues)) errors[fault.path] ??= { type: 'contract', message: say(fault) };
    return { values: {}, errors: errors as FieldErrors<T> };
  };
}
