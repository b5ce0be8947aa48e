import { createTranslator } from 'use-intl/core';
import { bookPath, inLocale } from '#contract/pages.ts';
import type { PageRequest } from '#contract/views.ts';
import { directionOf, LOCALES } from '#domain/locale.ts';
import { isSubject } from '#domain/subjects.ts';
import { jsonLdOf } from './json-ld.ts';
import { SHOP_MESSAGES } from './messages.ts';

/** The document around a rendered page: title, canonical address, alternates, what machines read, scripts, styles. */
export function documentOf(request: PageRequest, body: string): string {
  const { locale, assets, shopName } = request;
  const title = titleOf(request);
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escape(title === shopName ? title : `${title} · ${shopName}`)}</title>`,
    `<meta name="description" content="${escape(descriptionOf(request))}">`,
    '<meta name="theme-color" content="#735394">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<script src="${assets.boot}"></script>`,
    ...assets.fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`),
    `<link rel="stylesheet" href="${assets.css}">`,
    `<script type="module" src="${assets.main}"></script>`,
    ...addressesOf(request),
    ...jsonLdOf(request).map((data) => `<script type="application/ld+json">${escapeJson(data)}</script>`),
  ];
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head>${head.join('')}</head><body>${body}</body></html>`;
}

/** The address without what does not make another page. */
function addressesOf({ view, path, publicUrl, locale }: PageRequest): string[] {
  if (view.page === 'order' || view.page === 'cart' || view.page === 'not_found' || view.page === 'failed')
    return ['<meta name="robots" content="noindex">'];
  const canonical = view.page === 'book' ? bookPath(view.product) : path;
  const isFiltered =
    view.page === 'browse' && /[?&](q|sort|min_price|max_price|in_stock|format|language|author)=/.test(path);
  return [
    `<link rel="canonical" href="${escape(publicUrl + inLocale(locale, canonical))}">`,
    ...LOCALES.map(
      (one) => `<link rel="alternate" hreflang="${one}" href="${escape(publicUrl + inLocale(one, canonical))}">`,
    ),
    `<link rel="alternate" hreflang="x-default" href="${escape(publicUrl + canonical)}">`,
    ...(isFiltered ? ['<meta name="robots" content="noindex,follow">'] : []),
  ];
}

function titleOf({ view, locale, shopName }: PageRequest): string {
  const t = createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'shop' });
  const common = createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'common' });
  switch (view.page) {
    case 'home':
      return `${shopName} – ${t('site.tagline')}`;
    case 'book':
      return [view.product.title, view.product.authors[0]?.name].filter(Boolean).join(' – ');
    case 'browse': {
      const { heading } = view;
      if (heading.kind === 'query') return t('browse.query', { text: heading.text });
      if (heading.kind === 'subject')
        return isSubject(heading.code) ? common(`subjects.${heading.code}`) : heading.code;
      if (heading.kind === 'all') return t('browse.all');
      return t(`browse.${heading.kind}`, { name: heading.name });
    }
    case 'cart':
      return t('site.cart');
    case 'order':
      return t('order.title', { number: view.order.number });
    case 'not_found':
      return t('notFound.title');
    case 'failed':
      return t('failed.title');
    default:
      return t(`info.${view.page}.title`);
  }
}

function descriptionOf({ view, locale }: PageRequest): string {
  if (view.page === 'book' && view.product.description) return view.product.description.slice(0, 300);
  return createTranslator({ locale, messages: SHOP_MESSAGES[locale], namespace: 'shop' })('site.description');
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** JSON inside a script element: nothing in it can end the element or a line. */
function escapeJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
