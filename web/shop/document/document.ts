import { openGraphImageOf } from '#contract/covers.ts';
import { createTranslator } from 'use-intl/core';
import {
  bookPath,
  localizedPath,
  OPDS_PATH,
  OPEN_SEARCH_PATH,
  SHOP_OPEN_GRAPH_IMAGE,
  type PageRequest,
  type Paging,
  type ShopView,
} from '#contract/pages.ts';
import { directionOf, LOCALES } from '#domain/locale.ts';
import { headingText } from '../browse/heading-text.ts';
import { lastPageOf, pagingOf, pathOfPage } from '../browse/pagination.tsx';
import { jsonLdOf } from './json-ld.ts';
import { SHOP_MESSAGES } from '../shop-context.tsx';

/** The document around a rendered page: title, canonical address, alternates, what machines read, scripts, styles. */
export function renderDocument(request: PageRequest, body: string): string {
  const { locale, assets, shopName } = request;
  const title = titleOf(request);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(title === shopName ? title : `${title} · ${shopName}`)}</title>`,
    `<meta name="description" content="${escapeHtml(descriptionOf(request))}">`,
    '<meta name="theme-color" content="#735394">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...catalogueTags(request),
    `<script src="${assets.boot}"></script>`,
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${assets.css}">`,
    // What is painted first has the whole header, whose buttons would move. Chromium waits for the beginning of what is expected.
    '<link rel="expect" href="#content" blocking="render">',
    `<script type="module" src="${assets.main}"></script>`,
    ...canonicalTags(request),
    ...socialTags(request),
    ...jsonLdOf(request).map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`),
  ];
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head>${head.join('')}</head><body>${body}</body></html>`;
}

/** How to search the shop from a browser, and its catalogue for reading apps. */
function catalogueTags({ locale, shopName }: PageRequest): string[] {
  const link = (rel: string, type: string, path: string) =>
    `<link rel="${rel}" type="${type}" href="${localizedPath(locale, path)}" title="${escapeHtml(shopName)}">`;
  return [
    link('search', 'application/opensearchdescription+xml', OPEN_SEARCH_PATH),
    link('alternate', 'application/opds+json', OPDS_PATH),
  ];
}

/** Pages that are somebody's own, or about a failure: not for search engines. */
const PERSONAL_PAGES: readonly ShopView['page'][] = [
  'order',
  'orderRequest',
  'orderReturn',
  'orderClaim',
  'ticket',
  'notify',
  'notifySent',
  'requestTitleSent',
  'alerts',
  'unsubscribe',
  'cart',
  'wishList',
  'not_found',
  'failed',
];

function isPersonal({ view }: PageRequest): boolean {
  if (view.page === 'list') return !view.isPublic;
  return PERSONAL_PAGES.includes(view.page) || (view.page === 'contact' && view.isSent === true);
}

/** The address without what does not make another page; sample pages are a part of their title's. */
function canonicalPath({ view, path }: PageRequest): string {
  return view.page === 'book' || view.page === 'lookInside' ? bookPath(view.product) : path;
}

function canonicalUrl(request: PageRequest): string {
  return request.publicUrl + localizedPath(request.locale, canonicalPath(request));
}

function canonicalTags(request: PageRequest): string[] {
  if (isPersonal(request)) return ['<meta name="robots" content="noindex">'];
  const { view, path, publicUrl } = request;
  const canonical = canonicalPath(request);
  const isFiltered =
    view.page === 'browse' && /[?&](q|sort|min_price|max_price|in_stock|format|language|author)=/.test(path);
  return [
    `<link rel="canonical" href="${escapeHtml(canonicalUrl(request))}">`,
    ...LOCALES.map(
      (one) =>
        `<link rel="alternate" hreflang="${one}" href="${escapeHtml(publicUrl + localizedPath(one, canonical))}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escapeHtml(publicUrl + canonical)}">`,
    ...pageTags(request),
    ...(isFiltered || isDeep(request) ? ['<meta name="robots" content="noindex,follow">'] : []),
  ];
}

/** Pages of a list up to here are for search engines; what is further back they find in the sitemap. */
const INDEXED_PAGES = 10;

function isDeep({ view }: PageRequest): boolean {
  const paging = pagingOfView(view);
  return paging !== undefined && paging.page > INDEXED_PAGES;
}

function pagingOfView(view: ShopView): Paging | undefined {
  if (view.page === 'titles') return view.paging;
  return view.page === 'browse' ? pagingOf(view) : undefined;
}

/** The page before and the page after, of a list. */
function pageTags(request: PageRequest): string[] {
  const { view, locale, publicUrl } = request;
  const paging = pagingOfView(view);
  if (!paging) return [];
  const tag = (rel: string, page: number) =>
    `<link rel="${rel}" href="${escapeHtml(publicUrl + localizedPath(locale, pathOfPage(request, page)))}">`;
  return [
    ...(paging.page > 1 ? [tag('prev', paging.page - 1)] : []),
    ...(paging.page < lastPageOf(paging) ? [tag('next', paging.page + 1)] : []),
  ];
}

const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 };

/** What messengers and social networks show of a link (Open Graph, Twitter); nothing of somebody's own pages. */
function socialTags(request: PageRequest): string[] {
  const { view, locale, publicUrl, shopName } = request;
  if (isPersonal(request)) return [];
  const book = view.page === 'book' ? view.product : undefined;
  const edition = book?.variants.find((variant) => variant.is_sold);
  const tags: [string, string | undefined][] = [
    ['og:type', book ? 'book' : 'website'],
    ['og:site_name', shopName],
    ['og:title', titleOf(request)],
    ['og:description', descriptionOf(request)],
    ['og:url', canonicalUrl(request)],
    ['og:locale', locale],
    ...LOCALES.filter((one) => one !== locale).map((one): [string, string] => ['og:locale:alternate', one]),
    ['og:image', publicUrl + (book ? openGraphImageOf(book.cover) : SHOP_OPEN_GRAPH_IMAGE)],
    ['og:image:type', 'image/png'],
    ['og:image:width', String(SOCIAL_IMAGE_SIZE.width)],
    ['og:image:height', String(SOCIAL_IMAGE_SIZE.height)],
    ['og:image:alt', titleOf(request)],
    ['book:isbn', edition?.isbn ?? undefined],
  ];
  return [
    '<meta name="twitter:card" content="summary_large_image">',
    ...tags.flatMap(([name, value]) => (value ? `<meta property="${name}" content="${escapeHtml(value)}">` : [])),
  ];
}

function titleOf({ view, locale, shopName }: PageRequest): string {
  const t = createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'shop' });
  switch (view.page) {
    case 'home':
      return `${shopName} – ${t('site.tagline')}`;
    case 'book':
      return [view.product.title, view.product.authors[0]?.name].filter(Boolean).join(' – ');
    case 'lookInside':
      return t('lookInside.title', { title: view.product.title });
    case 'browse':
    case 'titles':
      return headingText(view.heading, t, locale);
    case 'subjects':
    case 'languages':
      return t(`lists.${view.page}`);
    case 'cart':
      return t('site.cart');
    case 'wishList':
      return t('site.wishList');
    case 'list':
      return view.name;
    case 'orderReturn':
      return createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'orders' })('return', {
        number: view.returned.return!.number,
      });
    case 'orderClaim':
      return createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'orders' })('claim', {
        number: view.claim.number,
      });
    case 'orderRequest':
      return createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'orders.requests' })(view.request);
    case 'order':
      return t('order.title', { number: view.order.number });
    case 'ticket':
      return t('ticket.title', { number: view.ticket.number });
    case 'notify':
      return t('notify.title');
    case 'notifySent':
      return t('notify.sentTitle');
    case 'requestTitle':
      return t('requestTitle.title');
    case 'requestTitleSent':
      return t('requestTitle.sentTitle');
    case 'alerts':
      return t('alerts.title');
    case 'unsubscribe':
      return t('unsubscribe.title');
    case 'not_found':
      return t('notFound.title');
    case 'failed':
      return t('unexpectedError.title');
    case 'text':
      return view.text.title;
    case 'contact':
      return view.isSent ? t('contactForm.sentTitle') : view.text.title;
    default:
      return view satisfies never;
  }
}

function descriptionOf({ view, locale }: PageRequest): string {
  if (view.page === 'book' && view.product.description) return view.product.description.slice(0, 300);
  const t = createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'shop' });
  if (view.page !== 'browse' && view.page !== 'titles') return t('site.description');
  if (view.heading.kind === 'author' && view.heading.biography) return view.heading.biography.slice(0, 300);
  return `${headingText(view.heading, t, locale)}. ${t('site.description')}`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON inside a script element: nothing in it can end the element or a line. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
