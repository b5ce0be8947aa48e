import type { FieldMessageKey } from '#contract/field-errors.ts';
import type { Locale } from '#domain/locale.ts';
import { refuse } from './refuse.ts';
import { faultSentence } from './words.ts';

/** Ends a command because of one field of what was sent, in the caller's language. */
export function refuseField(locale: Locale, path: string, key: FieldMessageKey): never {
  return refuse('invalid', { errors: [{ path, message: faultSentence(locale, { path, key }) }] });
}
