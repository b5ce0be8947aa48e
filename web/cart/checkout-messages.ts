import type { Locale } from '#domain/locale.ts';

type MessageLoaders = Record<Locale, () => Promise<{ default: unknown }>>;

/** The words of the cart's page and the checkout, beside those of every cart. */
export const CHECKOUT_MESSAGES: MessageLoaders = {
  en: () => import('#messages/en/checkout.json'),
  fa: () => import('#messages/fa/checkout.json'),
  de: () => import('#messages/de/checkout.json'),
  fr: () => import('#messages/fr/checkout.json'),
  pt: () => import('#messages/pt/checkout.json'),
};
