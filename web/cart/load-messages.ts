import type cart from '#messages/en/cart.json';
import type common from '#messages/en/common.json';
import type { Locale } from '#domain/locale.ts';

type CartMessages = { cart: typeof cart; common: typeof common };
type MessageModule = { default: unknown };

const LOADERS: Record<Locale, () => Promise<MessageModule[]>> = {
  en: () => Promise.all([import('#messages/en/cart.json'), import('#messages/en/common.json')]),
  fa: () => Promise.all([import('#messages/fa/cart.json'), import('#messages/fa/common.json')]),
  de: () => Promise.all([import('#messages/de/cart.json'), import('#messages/de/common.json')]),
  fr: () => Promise.all([import('#messages/fr/cart.json'), import('#messages/fr/common.json')]),
  pt: () => Promise.all([import('#messages/pt/cart.json'), import('#messages/pt/common.json')]),
};

/** The cart's words in a language, fetched when a cart is first shown. */
export async function loadCartMessages(locale: Locale): Promise<CartMessages> {
  const [cart, common] = await LOADERS[locale]();
  return { cart: cart!.default, common: common!.default } as CartMessages;
}
