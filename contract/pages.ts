import { DEFAULT_LOCALE, isLocale, type Locale } from '#domain/locale.ts';
import type { OnlineMethod } from '#domain/payment.ts';

/** Every address of the public shop, as Fastify writes patterns; each also stands below `/de`, `/fa`, `/fr`, `/pt`. */
export const SHOP_PAGES = {
  home: '/',
  browse: '/browse',
  book: '/book/:id/:slug',
  author: '/author/:slug',
  series: '/series/:slug',
  subject: '/subject/:code',
  cart: '/cart',
  order: '/order/:token',
  delivery: '/delivery',
  returns: '/returns',
  contact: '/contact',
  privacy: '/privacy',
} as const;
export type ShopPage = keyof typeof SHOP_PAGES;

/** Where the customer area begins; its own routes are in `web/customer/routes.tsx`. */
export const CUSTOMER_AREA = '/customer';

/** A shop address in a language: the default language has no prefix. */
export function inLocale(locale: Locale, path: string): string {
  if (locale === DEFAULT_LOCALE) return path;
  return path === '/' ? `/${locale}` : `/${locale}${path}`;
}

/** The language of a shop address, and the address without it. */
export function splitLocale(path: string): { locale: Locale; path: string } {
  const [, first = '', ...rest] = path.split('/');
  if (!isLocale(first) || first === DEFAULT_LOCALE) return { locale: DEFAULT_LOCALE, path };
  return { locale: first, path: `/${rest.join('/')}` };
}

export const bookPath = (book: { id: number; slug: string }) => `/book/${book.id}/${book.slug}`;
export const authorPath = (author: { slug: string }) => `/author/${author.slug}`;
export const seriesPath = (series: { slug: string }) => `/series/${series.slug}`;
export const subjectPath = (code: string) => `/subject/${code}`;
export const guestOrderPath = (token: string) => `/order/${token}`;
/** Leads on to the payment provider's page. */
export const guestPaymentPath = (token: string, method: OnlineMethod) => `/order/${token}/pay/${method}`;
export const browsePath = (query: string) => (query ? `/browse?${query}` : '/browse');
