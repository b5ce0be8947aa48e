import type { Locale } from '#domain/locale.ts';
import { CHECKOUT_MESSAGES } from './checkout-messages.ts';

const CART_PAGE_MESSAGES: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import('#messages/en/cart-page.json'),
  fa: () => import('#messages/fa/cart-page.json'),
  de: () => import('#messages/de/cart-page.json'),
  fr: () => import('#messages/fr/cart-page.json'),
  pt: () => import('#messages/pt/cart-page.json'),
};

/** The words of the cart's page in a language, beside those of every cart. */
export async function loadCartPageMessages(locale: Locale): Promise<object> {
  const [cartPage, checkout] = await Promise.all([CART_PAGE_MESSAGES[locale](), CHECKOUT_MESSAGES[locale]()]);
  return { cartPage: cartPage.default, checkout: checkout.default };
}
