import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { keepDraft, readDraft } from './drafts.ts';

type Draft<T extends FieldValues> = { name: string; fields: readonly FieldPath<T>[] };

/** Keeps what is being typed into these fields as a draft. Never give it a password; call `forgetDraft` once it is sent. */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, { name, fields }: Draft<T>): void {
  useEffect(() => {
    const kept = parse(readDraft(name));
    for (const field of fields)
      if (typeof kept[field] === 'string' && kept[field] !== '')
        form.setValue(field, kept[field] as FieldPathValue<T, FieldPath<T>>, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        keepDraft(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]])))),
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form, its name and its fields never change
  }, []);
}

function parse(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text || '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
