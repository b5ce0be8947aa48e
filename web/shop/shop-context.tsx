import { createContext, use } from 'react';
import { useTranslations } from 'use-intl';
import { type PageRequest, type ShopView, localizedPath, signInPath } from '#contract/pages.ts';
import type { Locale } from '#domain/locale.ts';
import { subjectName } from '#messages/subject-names.ts';
import type { Translated } from '#messages/translated.ts';
import de from '#messages/de/shop.json';
import deAlerts from '#messages/de/alerts.json';
import deCart from '#messages/de/cart.json';
import deCartPage from '#messages/de/cart-page.json';
import deCheckout from '#messages/de/checkout.json';
import deCommon from '#messages/de/common.json';
import deOrders from '#messages/de/orders.json';
import en from '#messages/en/shop.json';
import enAlerts from '#messages/en/alerts.json';
import enCart from '#messages/en/cart.json';
import enCartPage from '#messages/en/cart-page.json';
import enCheckout from '#messages/en/checkout.json';
import enCommon from '#messages/en/common.json';
import enOrders from '#messages/en/orders.json';
import fa from '#messages/fa/shop.json';
import faAlerts from '#messages/fa/alerts.json';
import faCart from '#messages/fa/cart.json';
import faCartPage from '#messages/fa/cart-page.json';
import faCheckout from '#messages/fa/checkout.json';
import faCommon from '#messages/fa/common.json';
import faOrders from '#messages/fa/orders.json';
import fr from '#messages/fr/shop.json';
import frAlerts from '#messages/fr/alerts.json';
import frCart from '#messages/fr/cart.json';
import frCartPage from '#messages/fr/cart-page.json';
import frCheckout from '#messages/fr/checkout.json';
import frCommon from '#messages/fr/common.json';
import frOrders from '#messages/fr/orders.json';
import pt from '#messages/pt/shop.json';
import ptAlerts from '#messages/pt/alerts.json';
import ptCart from '#messages/pt/cart.json';
import ptCartPage from '#messages/pt/cart-page.json';
import ptCheckout from '#messages/pt/checkout.json';
import ptCommon from '#messages/pt/common.json';
import ptOrders from '#messages/pt/orders.json';

const PageRequestContext = createContext<PageRequest | undefined>(undefined);
export const PageRequestProvider = PageRequestContext.Provider;

/** The request that is being rendered. */
export function usePageRequest(): PageRequest {
  const request = use(PageRequestContext);
  if (!request) throw new Error('Shop components render inside RequestProvider.');
  return request;
}

/** A shop address in the language of the page. */
export function useLocalePath(): (path: string) => string {
  const { locale } = usePageRequest();
  return (path) => localizedPath(locale, path);
}

/** Pages that sign-in does not lead back to: errors, and an order's, whose address is its key. */
const PAGES_WITHOUT_RETURN: readonly ShopView['page'][] = [
  'not_found',
  'failed',
  'order',
  'orderRequest',
  'orderReturn',
  'orderClaim',
];

/** The sign-in page, which leads back to this one. */
export function useSignInPath(): string {
  const { view, path } = usePageRequest();
  const link = useLocalePath();
  return signInPath(leadsBack(view) ? link(path) : undefined);
}

/** Whether sign-in leads back to a page. */
export function leadsBack(view: ShopView): boolean {
  return !PAGES_WITHOUT_RETURN.includes(view.page);
}

export function useShopTranslations() {
  return useTranslations('shop');
}

export function useCommonTranslations() {
  return useTranslations('common');
}

/** The name of a subject in the language of the page. */
export function useSubjectName(): (code: string) => string {
  const { locale } = usePageRequest();
  return (code) => subjectName(code, locale);
}

const ENGLISH_MESSAGES = {
  shop: en,
  alerts: enAlerts,
  cart: enCart,
  cartPage: enCartPage,
  checkout: enCheckout,
  common: enCommon,
  orders: enOrders,
};
type ShopMessages = typeof ENGLISH_MESSAGES;

/** The words of the server-rendered shop, all languages: it stays on the server. Keys and values are typed by English. */
export const SHOP_MESSAGES = {
  en: ENGLISH_MESSAGES,
  fa: {
    shop: fa,
    alerts: faAlerts,
    cart: faCart,
    cartPage: faCartPage,
    checkout: faCheckout,
    common: faCommon,
    orders: faOrders,
  },
  de: {
    shop: de,
    alerts: deAlerts,
    cart: deCart,
    cartPage: deCartPage,
    checkout: deCheckout,
    common: deCommon,
    orders: deOrders,
  },
  fr: {
    shop: fr,
    alerts: frAlerts,
    cart: frCart,
    cartPage: frCartPage,
    checkout: frCheckout,
    common: frCommon,
    orders: frOrders,
  },
  pt: {
    shop: pt,
    alerts: ptAlerts,
    cart: ptCart,
    cartPage: ptCartPage,
    checkout: ptCheckout,
    common: ptCommon,
    orders: ptOrders,
  },
} satisfies Record<Locale, Translated<ShopMessages>> as unknown as Record<Locale, ShopMessages>;
