import type cart from '#messages/en/cart.ts';
import type common from '#messages/en/common.ts';
import type customer from '#messages/en/customer.ts';
import { isLocale, preferredLocale, type Locale } from '#domain/locale.ts';
import { loadCartWords } from '../cart/load-words.ts';
import { readStored } from '../browser/storage.ts';
import { storedProfile } from '../browser/session.ts';

export type CustomerWords = { cart: typeof cart; common: typeof common; customer: typeof customer };

const LOADERS: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('#messages/en/customer.ts'),
  fa: () => import('#messages/fa/customer.ts'),
  de: () => import('#messages/de/customer.ts'),
  fr: () => import('#messages/fr/customer.ts'),
  pt: () => import('#messages/pt/customer.ts'),
};

/** The words of the pages behind the sign-in, which come with these. */
export const AREA_WORDS: typeof LOADERS = {
  en: () => import('#messages/en/area.ts'),
  fa: () => import('#messages/fa/area.ts'),
  de: () => import('#messages/de/area.ts'),
  fr: () => import('#messages/fr/area.ts'),
  pt: () => import('#messages/pt/area.ts'),
};

/** The words that every page of the customer area needs, in a language. */
export async function loadWords(locale: Locale): Promise<CustomerWords> {
  const [customer, rest] = await Promise.all([LOADERS[locale](), loadCartWords(locale)]);
  return { customer: customer.default, ...rest } as CustomerWords;
}

/** The language that was chosen here, else the profile's, else the browser's. */
export function startLocale(): Locale {
  const stored = readStored('locale') ?? storedProfile()?.locale ?? '';
  return isLocale(stored) ? stored : preferredLocale(navigator.languages.join());
}
