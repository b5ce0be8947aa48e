import type cart from '#messages/en/cart.ts';
import type common from '#messages/en/common.ts';
import type { Locale } from '#domain/locale.ts';

type CartWords = { cart: typeof cart; common: typeof common };
type Module = { default: unknown };

const LOADERS: Record<Locale, () => Promise<Module[]>> = {
  en: () => Promise.all([import('#messages/en/cart.ts'), import('#messages/en/common.ts')]),
  fa: () => Promise.all([import('#messages/fa/cart.ts'), import('#messages/fa/common.ts')]),
  de: () => Promise.all([import('#messages/de/cart.ts'), import('#messages/de/common.ts')]),
  fr: () => Promise.all([import('#messages/fr/cart.ts'), import('#messages/fr/common.ts')]),
  pt: () => Promise.all([import('#messages/pt/cart.ts'), import('#messages/pt/common.ts')]),
};

/** The cart's words in a language, fetched when a cart is first shown. */
export async function loadCartWords(locale: Locale): Promise<CartWords> {
  const [cart, common] = await LOADERS[locale]();
  return { cart: cart!.default, common: common!.default } as CartWords;
}
