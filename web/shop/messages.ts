import type { Locale } from '#domain/locale.ts';
import type { Translated } from '#messages/translated.ts';
import de from '#messages/de/shop.ts';
import deCart from '#messages/de/cart.ts';
import deCommon from '#messages/de/common.ts';
import en from '#messages/en/shop.ts';
import enCart from '#messages/en/cart.ts';
import enCommon from '#messages/en/common.ts';
import fa from '#messages/fa/shop.ts';
import faCart from '#messages/fa/cart.ts';
import faCommon from '#messages/fa/common.ts';
import fr from '#messages/fr/shop.ts';
import frCart from '#messages/fr/cart.ts';
import frCommon from '#messages/fr/common.ts';
import pt from '#messages/pt/shop.ts';
import ptCart from '#messages/pt/cart.ts';
import ptCommon from '#messages/pt/common.ts';

const ENGLISH = { shop: en, cart: enCart, common: enCommon };
type ShopMessages = typeof ENGLISH;

/** The words of the server-rendered shop, all languages: it stays on the server. Keys and values are typed by English. */
export const SHOP_MESSAGES = {
  en: ENGLISH,
  fa: { shop: fa, cart: faCart, common: faCommon },
  de: { shop: de, cart: deCart, common: deCommon },
  fr: { shop: fr, cart: frCart, common: frCommon },
  pt: { shop: pt, cart: ptCart, common: ptCommon },
} satisfies Record<Locale, Translated<ShopMessages>> as unknown as Record<Locale, ShopMessages>;
