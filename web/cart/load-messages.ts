import type cart from '#messages/en/cart.json';
import type common from '#messages/en/common.json';
import type { Locale } from '#domain/locale.ts';

type CartMessages = { cart: typeof cart; common: typeof common };

type MessageLoaders = Record<Locale, () => Promise<{ default: unknown }>>;

export const CART_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/cart.json'),
  fa: () => import('#messages/fa/cart.json'),
  de: () => import('#messages/de/cart.json'),
  fr: () => import('#messages/fr/cart.json'),
  pt: () => import('#messages/pt/cart.json'),
};

export const COMMON_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/common.json'),
  fa: () => import('#messages/fa/common.json'),
  de: () => import('#messages/de/common.json'),
  fr: () => import('#messages/fr/common.json'),
  pt: () => import('#messages/pt/common.json'),
};

/** The cart's words in a language, fetched when a cart is first shown. */
export async function loadCartMessages(locale: Locale): Promise<CartMessages> {
  const [cart, common] = await Promise.all([CART_MESSAGES[locale](), COMMON_MESSAGES[locale]()]);
  return { cart: cart.default, common: common.default } as CartMessages;
}
