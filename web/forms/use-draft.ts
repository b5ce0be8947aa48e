import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { storedProfile } from '../browser/session.ts';
import { forgetAllInTab, forgetInTab, keepInTab, readInTab } from '../browser/tab-storage.ts';

const PREFIX = 'draft:';

/** Drafts belong to who wrote them: the next customer at this browser finds none. */
const keyOf = (name: string) => `${PREFIX}${storedProfile()?.uid ?? 'guest'}:${name}`;

type Draft<T extends FieldValues> = { name: string; fields: readonly FieldPath<T>[] };

/**
 * Keeps what is being typed into these fields in this tab, so that it survives a reload, a lost session and a page
 * that had to be fetched anew. Never give it a password. Call {@link forgetDraft} once the form was sent.
 */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, { name, fields }: Draft<T>): void {
  useEffect(() => {
    const key = keyOf(name);
    const kept = parse(readInTab(key));
    for (const field of fields)
      if (typeof kept[field] === 'string' && kept[field] !== '')
        form.setValue(field, kept[field] as FieldPathValue<T, FieldPath<T>>, { shouldDirty: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        void keepInTab(key, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]])))),
    });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form, its name and its fields never change
  }, []);
}

/** What was typed has been sent, or is not wanted any more. */
export function forgetDraft(name: string): void {
  forgetInTab(keyOf(name));
}

/** Whoever signs out leaves nothing half-written behind. */
export function forgetAllDrafts(): void {
  forgetAllInTab(PREFIX);
}

function parse(text: string | null): Record<string, unknown> {
  try {
    return (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}
