import type { Identifier, OnixRecord } from '#domain/catalogue/onix-record.ts';
import { isLanguageTag } from '#domain/locale.ts';
import { childrenOf, textOf, type OnixElement } from './element.ts';

/** What a header says of the records that do not say it themselves. */
export type MessageDefaults = { language: string | null; priceType: string | null; currency: string | null };

/** Notes for the operator about a record that is taken; unknown codes such as `ProductForm ZZ`. */
export type RecordNotes = { notes: string[]; unknownCodes: string[] };

export type MappedRecord = RecordNotes & { record: OnixRecord };

/** A record that is well-formed but cannot be taken, with a sentence for its sender. */
export class InvalidRecordError extends Error {}

/** The product identifiers of an element. */
export function mapIdentifiers(element: OnixElement): Identifier[] {
  return childrenOf(element, 'ProductIdentifier').map((one) => mapIdentifier(one, textOf(one, 'ProductIDType')));
}

export function mapIdentifier(element: OnixElement, type: string): Identifier {
  return { type, value: textOf(element, 'IDValue').slice(0, 500), name: textOf(element, 'IDTypeName').slice(0, 200) };
}

/** Notes the codes of an element that the shop does not know. */
export function noteUnknown(
  { unknownCodes }: RecordNotes,
  element: string,
  { codes, isKnown }: { codes: readonly string[]; isKnown: (code: string) => boolean },
): void {
  unknownCodes.push(...codes.filter((code) => code !== '' && !isKnown(code)).map((code) => `${element} ${code}`));
}

/** ISO 639-2/B (`fre`, `ger`, `per`), ISO 15924 and ISO 3166-1 as BCP 47; null for what is none. */
export function bcp47(language: string, script = '', country = ''): string | null {
  const tag = [language, script, country].filter(Boolean).join('-');
  const known = canonicalTags.get(tag);
  if (known !== undefined) return known;
  if (!isLanguageTag(tag)) return language === tag ? null : bcp47(language);
  const canonical = Intl.getCanonicalLocales(tag)[0] ?? null;
  if (canonicalTags.size < MAX_KNOWN_TAGS) canonicalTags.set(tag, canonical);
  return canonical;
}

/** Every record asks, and there are few. */
const canonicalTags = new Map<string, string | null>();
const MAX_KNOWN_TAGS = 1000;

/** An amount in hundredths, rounded half up; null for what is none. */
export function hundredths(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits[2]! >= '5' ? 1 : 0);
}

/** A whole number of at most nine digits; null for any other text. */
export function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}
