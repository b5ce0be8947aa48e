import { useEffect } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { storedProfile } from '../browser/session.ts';
import { removeAllTabStored, removeTabStored, setTabStored, getTabStored } from '../browser/storage.ts';

type DraftFields<T extends FieldValues> = { name: string; fields: readonly FieldPath<T>[] };

/** Stores the values of these fields as a draft. Never include a password; call `discardDraft` once it is sent. */
export function useDraft<T extends FieldValues>(form: UseFormReturn<T>, { name, fields }: DraftFields<T>): void {
  useEffect(() => {
    const save = (values: T) =>
      saveDraft(name, JSON.stringify(Object.fromEntries(fields.map((field) => [field, values[field]]))));
    const kept = parseDraft(readDraft(name));
    for (const field of fields)
      if (typeof kept[field] === 'string' && kept[field] !== '' && !isTyped(form, field))
        form.setValue(field, kept[field] as FieldPathValue<T, FieldPath<T>>, { shouldDirty: true });
    if (fields.some((field) => isTyped(form, field))) save(form.getValues());
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => save(values) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a form, its name and its fields never change
  }, []);
}

/** Whether a field was filled in before the page's script had come. */
function isTyped<T extends FieldValues>(form: UseFormReturn<T>, field: FieldPath<T>): boolean {
  return form.formState.defaultValues?.[field] === undefined && Boolean(form.getValues(field));
}

function parseDraft(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text || '{}') ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const DRAFT_PREFIX = 'draft:';

const GUEST = 'guest';

/** Drafts belong to a customer: the next one at this browser does not see them. */
const keyOf = (name: string, owner = storedProfile()?.uid ?? GUEST) => `${DRAFT_PREFIX}${owner}:${name}`;

/** The draft of this name in this tab. */
export function readDraft(name: string): string {
  return getTabStored(keyOf(name)) ?? '';
}

/** Stores a draft, which survives a reload and an expired session. */
export function saveDraft(name: string, text: string): void {
  if (text === '') discardDraft(name);
  else setTabStored(keyOf(name), text);
}

/** Makes a guest's draft the draft of the customer who just signed in. */
export function adoptGuestDraft(name: string): void {
  const key = keyOf(name, GUEST);
  saveDraft(name, getTabStored(key) ?? readDraft(name));
  removeTabStored(key);
}

/** Call once a draft is sent or cancelled. */
export function discardDraft(name: string): void {
  removeTabStored(keyOf(name));
}

/** Call on signing out. */
export function discardAllDrafts(): void {
  removeAllTabStored(DRAFT_PREFIX);
}
