import { openGraphImageOf } from '#contract/covers.ts';
import {
  bookPath,
  localizedPath,
  subjectPath,
  type BookView,
  type ListedTitle,
  type PageRequest,
  type SubjectHeading,
} from '#contract/pages.ts';
import type { Product, Variant } from '#contract/products.ts';
import type { ReviewPage } from '#contract/reviews.ts';
import { accessibilityMetadata } from '#domain/catalogue/accessibility-metadata.ts';
import { AUTHOR_ROLES } from '#domain/catalogue/contributor.ts';
import { offerOf } from '#domain/catalogue/offer.ts';
import { logoPath } from '#domain/logo.ts';
import { dayInMalaysia } from '#domain/dates.ts';
import { type BookFormat, isLowStock } from '#domain/catalogue/product.ts';
import { formatPostalCode, type Zones } from '#domain/shipping.ts';
import { authorNode, personNode } from './json-ld-people.ts';

/** What a page says to machines, in schema.org's words; only what the page shows too. */
export function jsonLdOf(request: PageRequest): object[] {
  if (request.view.page === 'book') return [bookNode(request, request.view)];
  if (request.view.page === 'home') return [websiteNode(request), storeNode(request)];
  if (request.view.page === 'contact') return [storeNode(request)];
  if (request.view.page === 'browse' && request.view.heading.kind === 'subject')
    return [breadcrumbNode(request, request.view.heading)];
  if (request.view.page === 'titles' && request.view.heading.kind === 'series')
    return [seriesNode(request, request.view.heading.name, request.view.titles)];
  const { view } = request;
  if ((view.page === 'browse' || view.page === 'titles') && view.heading.kind === 'author')
    return [authorNode(request, view.heading)];
  return [];
}

function breadcrumbNode({ publicUrl, locale }: PageRequest, { code, name, ancestors }: SubjectHeading) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [...ancestors, { code, name }].map((one, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: one.name,
      item: publicUrl + localizedPath(locale, subjectPath(one.code)),
    })),
  };
}

function seriesNode({ publicUrl, locale, path }: PageRequest, name: string, titles: readonly ListedTitle[]) {
  return {
    '@context': 'https://schema.org',
    '@type': 'BookSeries',
    name,
    url: publicUrl + localizedPath(locale, path),
    hasPart: titles.map(({ row, number }) => ({
      '@type': 'Book',
      name: row.title,
      ...(number && { position: number }),
      url: publicUrl + localizedPath(locale, bookPath(row)),
    })),
  };
}

function websiteNode({ publicUrl, shopName, locale }: PageRequest) {
  const target = `${publicUrl}${localizedPath(locale, '/browse')}?q={search_term_string}`;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: shopName,
    url: publicUrl + localizedPath(locale, '/'),
    potentialAction: { '@type': 'SearchAction', target, 'query-input': 'required name=search_term_string' },
  };
}

function storeNode({ publicUrl, shopName, logo, locale, contact }: PageRequest) {
  const { email, phone, address, hours } = contact;
  return {
    '@context': 'https://schema.org',
    '@type': 'BookStore',
    name: shopName,
    url: publicUrl + localizedPath(locale, '/'),
    email,
    ...(logo && { logo: publicUrl + logoPath(logo, 'png') }),
    ...(phone && { telephone: phone }),
    ...(address && { address }),
    ...(hours && { openingHours: hours }),
  };
}

const BOOK_FORMATS: Partial<Record<BookFormat, string>> = {
  paperback: 'Paperback',
  large_print: 'Paperback',
  hardback: 'Hardcover',
  board_book: 'Hardcover',
  ebook: 'EBook',
  audio_cd: 'AudiobookFormat',
  audiobook: 'AudiobookFormat',
};

/** The title with an offer for each format that can be ordered; a title that none of is sold is a book only. */
function bookNode(request: PageRequest, { product, reviews }: BookView) {
  const url = request.publicUrl + localizedPath(request.locale, bookPath(product));
  const editions = product.variants.filter((variant) => variant.is_sold);
  const series = [...(product.series ? [product.series] : []), ...product.more_series];
  return {
    '@context': 'https://schema.org',
    '@type': editions.length > 0 ? ['Book', 'Product'] : 'Book',
    '@id': url,
    url,
    ...workProperties(request, product),
    ...(product.description && { description: product.description }),
    ...(series.length > 0 && {
      isPartOf: series.map(({ name }) => ({ '@type': 'BookSeries', name })),
      ...(product.series?.number && { position: product.series.number }),
    }),
    ...typicalAgeRange(product),
    ...ratingProperties(reviews),
    ...(editions.length > 0 && { offers: editions.map((variant) => offerNode(variant, url, request.zones)) }),
    workExample: product.variants.map((variant) => variantNode(request, product, { variant, url })),
  };
}

/** The average of all reviews, and those that the page shows. */
function ratingProperties({ rating, rows }: ReviewPage) {
  if (!rating) return {};
  const scale = { bestRating: 5, worstRating: 1 };
  return {
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: rating.average,
      reviewCount: rating.count,
      ...scale,
    },
    review: rows.map((one) => ({
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: one.rating, ...scale },
      author: { '@type': 'Person', name: one.author },
      datePublished: dayInMalaysia(one.created_at),
      inLanguage: one.language,
      reviewBody: one.text,
    })),
  };
}

/** `9-12`, `9-` or `-12`. */
function typicalAgeRange({ audience }: Product) {
  const { age_from: from = null, age_to: to = null } = audience ?? {};
  return from !== null || to !== null ? { typicalAgeRange: `${from ?? ''}-${to ?? ''}` } : {};
}

const ROLES: Record<string, readonly string[]> = {
  author: AUTHOR_ROLES,
  translator: ['translator'],
  illustrator: ['illustrator'],
  editor: ['editor'],
};

function workProperties({ publicUrl }: PageRequest, product: Product) {
  const people = Object.entries(ROLES).map(([property, roles]) => [
    property,
    product.contributors.filter((one) => roles.includes(one.role)).map((one) => personNode(publicUrl, one)),
  ]);
  const { language, other_languages: others, publisher, imprint } = product;
  return {
    name: product.title,
    image: [publicUrl + product.cover, publicUrl + openGraphImageOf(product.cover)],
    inLanguage: others.length > 0 ? [language, ...others] : language,
    ...Object.fromEntries(people.filter(([, names]) => names!.length > 0)),
    ...(publisher && { publisher: { '@type': 'Organization', name: publisher } }),
    ...(imprint && imprint !== publisher && { publisherImprint: { '@type': 'Organization', name: imprint } }),
  };
}

function variantNode(request: PageRequest, product: Product, { variant, url }: { variant: Variant; url: string }) {
  const { edition_number: number, edition_statement: statement } = variant.details;
  const edition = statement || (number && number > 1 ? String(number) : '');
  return {
    '@type': variant.is_sold ? ['Book', 'Product'] : 'Book',
    '@id': `${url}#${variant.id}`,
    exampleOfWork: { '@id': url },
    ...(variant.is_sold && { sku: String(variant.id) }),
    ...workProperties(request, product),
    bookFormat: `https://schema.org/${BOOK_FORMATS[variant.format] ?? 'Paperback'}`,
    ...(variant.isbn && { isbn: variant.isbn, ...(variant.is_sold && { gtin13: variant.isbn }) }),
    ...(edition && { bookEdition: edition }),
    ...(variant.pages && { numberOfPages: variant.pages }),
    ...(variant.published && { datePublished: variant.published }),
    ...(variant.is_sold && { offers: { '@id': offerId(variant, url) } }),
    ...accessibilityProperties(variant),
  };
}

/** Only what is known: an empty list would say that there is none. */
function accessibilityProperties({ format, accessibility }: Variant) {
  const known = Object.entries(accessibilityMetadata(format, accessibility) ?? {}) as [string, string | string[]][];
  return Object.fromEntries(known.filter(([, value]) => value.length > 0));
}

function offerId(variant: Variant, url: string): string {
  return `${url}#offer-${variant.id}`;
}

function offerNode(variant: Variant, url: string, zones: Zones) {
  return {
    '@type': 'Offer',
    '@id': offerId(variant, url),
    itemOffered: { '@id': `${url}#${variant.id}` },
    url,
    price: variant.original_price.toFixed(2),
    priceCurrency: 'MYR',
    itemCondition: 'https://schema.org/NewCondition',
    ...availabilityProperties(variant),
    shippingDetails: zones.map((zone) => ({
      '@type': 'OfferShippingDetails',
      shippingRate: { '@type': 'MonetaryAmount', value: (zone.cost / 100).toFixed(2), currency: 'MYR' },
      shippingDestination: {
        '@type': 'DefinedRegion',
        addressCountry: 'MY',
        postalCodeRange: zone.ranges.map(({ from, to }) => ({
          '@type': 'PostalCodeRangeSpecification',
          postalCodeBegin: formatPostalCode(from),
          postalCodeEnd: formatPostalCode(to),
        })),
      },
    })),
    hasMerchantReturnPolicy: {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'MY',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 30,
    },
  };
}

/** A day that is known begins the availability of what is ordered ahead; a month is not its first day. */
function availabilityProperties(variant: Variant) {
  const availability = availabilityOf(variant);
  const { from } = offerOf(variant);
  return {
    ...(availability && { availability: `https://schema.org/${availability}` }),
    ...(from?.length === 10 && { availabilityStarts: from }),
  };
}

function availabilityOf(variant: Variant): string | undefined {
  switch (offerOf(variant).state) {
    case 'in_stock':
      return isLowStock(variant.stock) ? 'LimitedAvailability' : 'InStock';
    case 'preorder':
      return 'PreOrder';
    case 'back_order':
      return variant.state === 'made_to_order' ? 'MadeToOrder' : 'BackOrder';
    case 'out_of_stock':
      return UNAVAILABLE[variant.state];
  }
}

/** What schema.org says of formats that cannot be bought now; of some the shop says nothing. */
const UNAVAILABLE: Readonly<Record<Variant['state'], string | undefined>> = {
  in_stock: 'OutOfStock',
  to_order: 'OutOfStock',
  made_to_order: 'OutOfStock',
  preorder: 'OutOfStock',
  embargoed: 'OutOfStock',
  announced: 'OutOfStock',
  back_order: 'OutOfStock',
  out_of_stock: 'OutOfStock',
  unavailable: 'OutOfStock',
  discontinued: 'Discontinued',
  not_sold: 'Discontinued',
  withdrawn: 'Discontinued',
  no_rights: undefined,
  unknown: undefined,
};
